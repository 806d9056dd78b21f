// Renders pages with React. If all templates are docgen's own, React renders once for all pages whose props have the same structure.
import { memoize } from 'lodash-es';
import { type ComponentProps, createElement, type FunctionComponent } from 'react';
import { maxCards } from '../../../../templates/Cards.js';
import { defaultParts } from '../../../../templates/index.js';
import type { Parts } from '../../../../templates/parts.js';
import { topLevel } from '../../../../templates/TableOfContents.js';
import type { OutputChunk } from '../../base/output-file.js';
import {
  type CompiledTemplate,
  compileTemplate,
  type Deferred,
  fillTemplate,
  StructureReader,
} from './compiled-template.js';
import { broken } from './load-templates.js';
import { renderNode, type TemplateContext } from './render-template.js';

/** Renders a page, or the cards in a text, with a template, as chunks. @throws BuildError (DG114) if an ejected template throws. */
export type PrintPage = <Name extends keyof Parts>(
  name: Name,
  props: ComponentProps<Parts[Name]>,
) => readonly OutputChunk[];

// Names of text props that docgen's own templates only print, or check for being empty or the site title. Everything else (numbers, booleans, lengths of lists,
// other texts) is the props structure, which React gets unchanged. An ejected template can use any text in any way, so with one, React renders each page.
const list = (words: string) => words.split(' ');
const printed: ReadonlySet<string> = new Set([
  ...list(
    'author canonical commit commitHref date description editUrl folder heading href id image keywords label lastChange',
  ),
  ...list('markdownCopy section text title titleNames words'),
]);

/** Matches URLs that React replaces. */
const script = /^[\0- ]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i;

/** A list that is rendered by one component, or by one component per item. */
interface ListPart {
  readonly part: keyof Parts;
  readonly prop: string;
  readonly isOfItem: boolean;
  /** Whether the same item is on several pages, so that it is rendered once. */
  readonly isShared?: boolean;
  readonly more?: (items: readonly never[]) => object;
  readonly most?: number;
}

const whole = (part: keyof Parts, prop: string): ListPart => ({ part, prop, isOfItem: false });
const each = (part: keyof Parts, prop: string, more: Partial<ListPart> = {}): ListPart => ({
  part,
  prop,
  isOfItem: true,
  ...more,
});

const layoutLists = {
  breadcrumbs: whole('Breadcrumbs', 'crumbs'),
  'level.links': each('LevelEntry', 'link', { isShared: true }),
};
const shared = { ...layoutLists, cards: whole('Cards', 'cards') };

/** Lists that a component passes on to another one. Itself, it only checks whether they are empty. */
const listsOf: Partial<Record<keyof Parts, Readonly<Record<string, ListPart>>>> = {
  DocPage: { ...shared, headings: whole('TableOfContents', 'headings'), seeAlso: each('PageEntry', 'link') },
  IndexPage: shared,
  ListPage: { ...layoutLists, entries: each('ListEntry', 'entry') },
  AllPage: { ...layoutLists, 'letters.links': each('PageEntry', 'link') },
  HomePage: layoutLists,
  NotFoundPage: { ...layoutLists, sections: whole('Cards', 'cards') },
  Cards: { cards: each('CardEntry', 'card', { most: maxCards }) },
  TableOfContents: { headings: each('HeadingEntry', 'heading', { more: (items) => ({ top: topLevel(items) }) }) },
};
const listParts = Object.values(listsOf).flatMap((lists) => Object.values(lists));

const compiledParts: ReadonlySet<keyof Parts> = new Set([
  'DocPage',
  'IndexPage',
  'ListPage',
  'RedirectPage',
  ...listParts.map(({ part }) => part),
]);

/** Maximum number of compiled templates. React renders pages with other structures each time. */
const maxCompiledTemplates = 1_000;
const maxStructureChars = 4_000;

export function printer({ parts, words }: TemplateContext, siteTitle: string): PrintPage {
  const isOwn = Object.entries(defaultParts).every(([name, part]) => parts[name as keyof Parts] === part);
  const isPrinted: Deferred['isText'] = (name, text) =>
    printed.has(name) && text !== '' && text !== siteTitle && !script.test(text);
  const context = { parts: isOwn ? showingMarks(parts) : parts, words };
  let compiledCount = 0;
  const partOf = memoize((name: keyof Parts) => {
    const isCompiled = isOwn && compiledParts.has(name);
    const lists: Readonly<Record<string, ListPart>> = (isOwn && listsOf[name]) || {};
    const late: Deferred = {
      isText: isCompiled ? isPrinted : () => false,
      isList: (list, { length }) => Object.hasOwn(lists, list) && length <= (lists[list]?.most ?? length),
    };
    return { isCompiled, lists, late, templates: new Map<string, CompiledTemplate>() };
  });
  const print = (name: keyof Parts, props: object): OutputChunk[] => {
    const { isCompiled, lists, late, templates } = partOf(name);
    const { key, values } = new StructureReader(props, late);
    let template = templates.get(key);
    if (!template) {
      template = compileTemplate(props, { key, late }, (marked) =>
        renderNode(createElement(parts[name] as FunctionComponent<object>, marked), context),
      );
      if (isCompiled && compiledCount < maxCompiledTemplates && key.length < maxStructureChars) {
        templates.set(key, template);
        compiledCount += 1;
      }
    }
    return fillTemplate(template, values, (list) => printList(lists[list.name] as ListPart, list.items));
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
      return name === 'Cards' ? print(name, props) : ['<!DOCTYPE html>\n', ...print(name, props), '\n'];
    } catch (error) {
      throw isOwn ? error : broken(name, error);
    }
  };
}

/** Wraps the components of lists, so that they print a placeholder if their list is one. */
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
