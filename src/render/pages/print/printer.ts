// Pages are printed by React: where all templates are docgen's own, once for all pages whose props have the same shape.
import { type ComponentProps, createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { mostCards } from '../../../../templates/Cards.js';
import { defaultParts } from '../../../../templates/index.js';
import type { Parts } from '../../../../templates/parts.js';
import { topLevel } from '../../../../templates/TableOfContents.js';
import type { Piece } from '../../output-file.js';
import { broken } from '../parts.js';
import { tidyMarkup } from './markup.js';
import { findShape, growShape, Shapes } from './shapes.js';
import { fillStencil, keyOf, type Late, type Stencil, stencilOf } from './stencil.js';
import { inContext, type TemplateContext } from './template-context.js';

/** A page in pieces, printed by the part of that name. Throws a `BuildError` with DG114 where a template of the maintainer's throws. */
export type PrintPage = <Name extends keyof Parts>(name: Name, props: ComponentProps<Parts[Name]>) => readonly Piece[];

// Texts that docgen's own templates only print: they ask of one at most whether it is empty, or the title of the site. All else (numbers,
// flags, lengths of lists, other texts) is the shape of the props, which React sees as it is. A template of a maintainer's may cut or
// compare any text: where there is one, React sees the props of each page.
const list = (words: string) => words.split(' ');
const printed: ReadonlySet<string> = new Set([
  ...list(
    'author canonical commit commitHref date description editUrl folder heading href id keywords label lastChange',
  ),
  ...list('markdownCopy section text title words'),
]);

/** React writes another address in the place of these. */
const script = /^[\0- ]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i;

/** Who prints a list: one part that gets all of it, or one part for each of its items. */
interface ListPart {
  readonly part: keyof Parts;
  /** The prop of the part. */
  readonly prop: string;
  readonly isOfItem: boolean;
  /** The same item is on several pages: it is printed once. */
  readonly isShared?: boolean;
  /** Further props of each item. */
  readonly more?: (items: readonly never[]) => object;
  /** Items at most. */
  readonly most?: number;
}

const whole = (part: keyof Parts, prop: string): ListPart => ({ part, prop, isOfItem: false });
const each = (part: keyof Parts, prop: string, more: Partial<ListPart> = {}): ListPart => ({
  part,
  prop,
  isOfItem: true,
  ...more,
});

const frame = {
  breadcrumbs: whole('Breadcrumbs', 'crumbs'),
  'level.links': each('LevelEntry', 'link', { isShared: true }),
};
const shared = { ...frame, cards: whole('Cards', 'cards') };

/** Lists in the props of a part, which prints them by another one and asks of them at most whether they are empty. */
const listsOf: Partial<Record<keyof Parts, Readonly<Record<string, ListPart>>>> = {
  DocPage: { ...shared, headings: whole('TableOfContents', 'headings'), seeAlso: each('PageEntry', 'link') },
  IndexPage: shared,
  ListPage: { ...frame, entries: each('ListEntry', 'entry') },
  AllPage: { ...frame, 'letters.links': each('PageEntry', 'link') },
  HomePage: frame,
  NotFoundPage: { ...frame, sections: whole('Cards', 'cards') },
  Cards: { cards: each('CardEntry', 'card', { most: mostCards }) },
  TableOfContents: { headings: each('HeadingEntry', 'heading', { more: (items) => ({ top: topLevel(items) }) }) },
};
const listParts = Object.values(listsOf).flatMap((lists) => Object.values(lists));

/** Parts that a build prints often. */
const printedByShape: ReadonlySet<keyof Parts> = new Set([
  'DocPage',
  'IndexPage',
  'ListPage',
  'RedirectPage',
  ...listParts.map(({ part }) => part),
]);

/** Stencils that a build holds at most, and the longest shape of one: React prints what is beyond each time. */
const mostStencils = 1_000;
const longestShape = 4_000;

/** A part and what is known of it. */
interface PrintedPart {
  readonly name: keyof Parts;
  readonly byShape: boolean;
  readonly lists: Readonly<Record<string, ListPart>>;
  readonly late: Late;
  readonly shapes: Shapes;
}

export function printer({ parts, words }: TemplateContext, siteTitle: string): PrintPage {
  const isOwn = Object.entries(defaultParts).every(([name, part]) => parts[name as keyof Parts] === part);
  const isPrinted: Late['isText'] = (name, text) =>
    printed.has(name) && text !== '' && text !== siteTitle && !script.test(text);
  const around = isOwn ? showingMarks(parts) : parts;
  const render = (name: keyof Parts, props: object): string => {
    const element = createElement(parts[name] as FunctionComponent<object>, props);
    return tidyMarkup(renderToStaticMarkup(inContext(element, { parts: around, words })));
  };
  let stencils = 0;
  const partOf = (name: keyof Parts): PrintedPart => {
    const byShape = isOwn && printedByShape.has(name);
    const lists = (isOwn && listsOf[name]) || {};
    const late: Late = {
      isText: byShape ? isPrinted : () => false,
      isList: (list, { length }) => Object.hasOwn(lists, list) && length <= (lists[list]?.most ?? length),
    };
    return { name, byShape, lists, late, shapes: new Shapes() };
  };
  const stencilFor = ({ name, byShape, late, shapes }: PrintedPart, props: object): Stencil => {
    const key = keyOf(name, props, late);
    const stencil = stencilOf(props, { key, late }, (marked) => render(name, marked));
    if (byShape && stencils < mostStencils && key.length < longestShape) {
      growShape(props, late, shapes).stencil = stencil;
      stencils += 1;
    }
    return stencil;
  };
  const known = new Map<keyof Parts, PrintedPart>();
  const print = (name: keyof Parts, props: object): Piece[] => {
    const part = known.get(name) ?? partOf(name);
    known.set(name, part);
    const { at: shape, values } = findShape(props, part.late, part.shapes);
    const stencil = shape?.stencil ?? stencilFor(part, props);
    return fillStencil(stencil, values, (list) => printList(part.lists[list.name] as ListPart, list.items));
  };
  const shared = new WeakMap<object, string>();
  const printList = ({ part, prop, isOfItem, isShared, more }: ListPart, items: readonly unknown[]): string => {
    if (!isOfItem) return print(part, { [prop]: items }).join('');
    const further = more?.(items as readonly never[]);
    let markup = '';
    for (const item of items as readonly object[]) {
      const known = isShared ? shared.get(item) : undefined;
      const entry = known ?? print(part, { [prop]: item, ...further }).join('');
      if (isShared && known === undefined) shared.set(item, entry);
      markup += entry;
    }
    return markup;
  };
  return (name, props) => {
    try {
      return ['<!DOCTYPE html>\n', ...print(name, props), '\n'];
    } catch (error) {
      throw isOwn ? error : broken(name, error);
    }
  };
}

/** The parts, of which those of lists show a mark where they get one. */
function showingMarks(parts: Parts): Parts {
  const marked = listParts.map(({ part, prop }): [string, FunctionComponent<Record<string, unknown>>] => {
    const own = parts[part] as FunctionComponent<object>;
    return [part, (props) => markIn(props[prop]) ?? createElement(own, props)];
  });
  return { ...parts, ...Object.fromEntries(marked) };
}

function markIn(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}
