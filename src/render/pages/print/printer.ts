// Pages are printed by React: where all templates are docgen's own, once for all pages whose props have the same shape.
import { type ComponentProps, createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defaultParts } from '../../../../templates/index.js';
import type { Parts } from '../../../../templates/parts.js';
import type { DocumentProps } from '../../../../templates/types.js';
import { broken } from '../parts.js';
import { tidyMarkup } from './markup.js';
import { fillStencil, type IsLate, LateList, type Stencil, shapeOf, stencilOf } from './stencil.js';
import { inContext, type TemplateContext } from './template-context.js';

/** The bytes of a page, in pieces, printed by the part of that name. Throws a `BuildError` with DG114 where a template of the maintainer's throws. */
export type PrintPage = <Name extends keyof Parts>(
  name: Name,
  props: ComponentProps<Parts[Name]>,
) => readonly Uint8Array[];

// Texts that docgen's own templates only print: they ask of one at most whether it is empty, or the title of the site. All else (numbers,
// flags, lengths of lists, other texts) is the shape of the props, which React sees as it is. A template of a maintainer's may cut or
// compare any text: where there is one, React sees the props of each page.
const list = (words: string) => words.split(' ');
const printed: ReadonlySet<string> = new Set([
  ...list('author canonical commit commitHref date description editUrl heading href id keywords label lastChange'),
  ...list('markdownCopy section text title words'),
]);

/** React writes another address in the place of these. */
const script = /^[\0- ]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i;

/** Lists of a page that a part shows by itself, by prop; the others ask at most whether they are empty. `LevelEntry` shows one item. */
const listParts = { headings: 'TableOfContents', cards: 'Cards', links: 'LevelEntry' } as const;
type ListName = keyof typeof listParts;
const listNames = Object.keys(listParts) as ListName[];

/** Parts that a build prints often. */
const printedByShape: ReadonlySet<keyof Parts> = new Set([
  'DocPage',
  'IndexPage',
  'RedirectPage',
  ...Object.values(listParts),
]);

/** Stencils that a build holds at most, and the longest shape of one: React prints what is beyond each time. */
const mostStencils = 1_000;
const longestShape = 10_000;

export function printer({ parts, words }: TemplateContext, siteTitle: string): PrintPage {
  const isOwn = Object.entries(defaultParts).every(([name, part]) => parts[name as keyof Parts] === part);
  const isPrinted: IsLate = (name, text) =>
    printed.has(name) && text !== '' && text !== siteTitle && !script.test(text);
  const around = isOwn ? showingMarks(parts) : parts;
  const render = (name: keyof Parts, props: object): string => {
    const element = createElement(parts[name] as FunctionComponent<object>, props);
    return tidyMarkup(renderToStaticMarkup(inContext(element, { parts: around, words })));
  };
  const stencils = new Map<string, Stencil>();
  const print = (name: keyof Parts, props: object): (string | Uint8Array)[] => {
    const byShape = isOwn && printedByShape.has(name);
    const isLate = byShape ? isPrinted : () => false;
    const { key, values } = shapeOf(name, props, isLate);
    let stencil = stencils.get(key);
    if (!stencil) {
      stencil = stencilOf(props, { key, isLate }, (marked) => render(name, marked));
      if (byShape && stencils.size < mostStencils && key.length < longestShape) stencils.set(key, stencil);
    }
    return fillStencil(stencil, values, ({ name, items }) =>
      name === 'links'
        ? items.map((link) => print(listParts[name], { link }).join('')).join('')
        : print(listParts[name as ListName], { [name]: items }).join(''),
    );
  };
  return (name, props) => {
    try {
      const markup = print(name, isOwn ? withLists(props) : props);
      return ['<!DOCTYPE html>\n', ...markup, '\n'].map((piece) =>
        typeof piece === 'string' ? Buffer.from(piece) : piece,
      );
    } catch (error) {
      throw isOwn ? error : broken(name, error);
    }
  };
}

/** Props in which each list that is not empty is one of a part; that of the level is in the document. */
function withLists<Props extends object>(props: Props): Props {
  const lists = listNames.flatMap((name): [string, LateList][] => {
    const items = (props as Partial<Record<ListName, readonly unknown[]>>)[name] ?? [];
    return items.length === 0 ? [] : [[name, new LateList(name, items)]];
  });
  const { document } = props as { document?: DocumentProps };
  const level = document?.level && withLists(document.level);
  return { ...props, ...Object.fromEntries(lists), ...(level && { document: { ...document, level } }) };
}

/** The parts, of which those of lists show a mark where they get one. */
function showingMarks({ TableOfContents, Cards, LevelEntry, ...parts }: Parts): Parts {
  const markIn = ([first]: readonly unknown[]) => (typeof first === 'string' ? first : undefined);
  return {
    ...parts,
    TableOfContents: (props) => markIn(props.headings) ?? createElement(TableOfContents, props),
    Cards: (props) => markIn(props.cards) ?? createElement(Cards, props),
    LevelEntry: (props) => markIn([props.link]) ?? createElement(LevelEntry, props),
  };
}
