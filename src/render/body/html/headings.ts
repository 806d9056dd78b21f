import type { Element, ElementContent, Properties } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Words } from '../../../model/labels/words.js';
import type { HeadingIds } from '../../../model/mounts/generator.js';
import { encodePart } from '../../../model/path.js';
import { classesOf, element } from './element.js';
import { idRules, type TakenIds } from './heading-ids.js';

/** A heading of a body, in order. `level` is 1 to 6. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** Ids of the page frame begin so; an author's id that does is renamed. */
export const frameIdPrefix = 'docgen-';

export interface IdentifyOptions {
  /** Level of a heading at the beginning that is the title of the page. */
  readonly titleLevel: number;
  readonly shown: (text: string) => string;
  readonly rule: HeadingIds;
  readonly words: Words;
}

const attribute = String.raw`(?:[#.][^\s{}]+|[\w-]+=(?:"[^"{}]*"|[^\s{}"]+))`;
const attributes = new RegExp(String.raw`(?<!\s)\s*\{\s*(${attribute}(?:\s+${attribute})*)\s*\}\s*$`);

/** The text at the end of a heading without the id that it may give: `{#id}`, as MkDocs writes it `{ #id .class }`. */
export function cutId(text: string): { readonly text: string; readonly id?: string | undefined } {
  const found = text.includes('{') && text.includes('#') ? attributes.exec(text) : null;
  const id = /(?:^|\s)#(\S+)/.exec(found?.[1] ?? '')?.[1];
  return found && id !== undefined ? { text: text.slice(0, found.index), id } : { text };
}

/**
 * Cuts the id off the texts of a heading. It may be behind elements, in one that HTML does not close (`<sup /> {#id}`), and before them
 * (`{#id} <Badge />`); the last text of the heading itself is the last that is tried.
 */
function takeExplicitId({ children }: Element, isWhole = true): string | undefined {
  for (let index = children.length - 1; index >= 0; index -= 1) {
    const child = children[index];
    if (child?.type === 'text' && child.value.trim() !== '') {
      const { text, id } = cutId(child.value);
      child.value = id === undefined || index === children.length - 1 ? text : `${text} `;
      if (id !== undefined || isWhole) return id;
    }
    const id = child?.type === 'element' && child.tagName !== 'code' ? takeExplicitId(child, false) : undefined;
    if (id !== undefined) return id;
  }
  return undefined;
}

/** A heading as its author wrote it. `bare` is its text without badges. */
export interface Written {
  readonly level: number;
  readonly text: string;
  readonly bare?: string | undefined;
  readonly id?: string | undefined;
  readonly classes?: readonly string[];
}

/** What a heading is as markup, and the link to it that stands behind its content. */
export interface HeadingMarkup {
  readonly tagName: string;
  readonly properties: Properties;
  readonly link: Element | undefined;
}

export interface Identified {
  readonly headings: Heading[];
  readonly ids: string[];
  /** True where the body begins with a title of its own: an h1 with no text before it. */
  readonly isTitled: boolean;
}

/**
 * Gives every heading an id by the rule of a generator (an explicit `{#id}` wins, duplicates are numbered), makes the other ids of the
 * body unique, and puts a link to itself behind each heading below the title. `shown` is the text of a heading as a reader sees it,
 * without what stands for code. The heading at the beginning is the title where it has `titleLevel`.
 */
export class Identifier {
  readonly #options: IdentifyOptions;
  readonly #taken: TakenIds = { ids: new Set(), numbers: new Map() };
  readonly #headings: Heading[] = [];
  readonly #outline = new Outline();
  /** The label of a link to a heading, cut where the title stands. */
  readonly #label: readonly string[];
  #beginning: 'h1' | 'other' | undefined;

  constructor(options: IdentifyOptions) {
    this.#options = options;
    this.#label = options.words.text('linkTo').split('{title}');
  }

  /** Text of the body, in order with its elements. */
  text(value: string): void {
    if (this.#beginning === undefined && value.trim() !== '') this.#beginning = 'other';
  }

  /** An element of the body; each comes once, in order. */
  element(node: Element): void {
    const { properties, children, tagName } = node;
    const level = levelOf(tagName);
    if (level === 0) {
      takeId(node, this.#taken);
      return;
    }
    const wanted = takeExplicitId(node) ?? (properties['id'] === undefined ? undefined : String(properties['id']));
    const bare =
      this.#options.rule === 'vitepress' ? textOf({ ...node, children: children.filter(isNoBadge) }) : undefined;
    const found = this.heading({ level, text: textOf(node), bare, id: wanted, classes: classesOf(properties) });
    node.tagName = found.tagName;
    if (found.properties['className'] === undefined) delete properties['className'];
    Object.assign(properties, found.properties);
    if (found.link) children.push(found.link);
  }

  /** The id of an element that wants one; undefined where it is taken. */
  take(wanted: string): string | undefined {
    return freeId(wanted, this.#taken);
  }

  /** A heading of the body, in order with its elements. */
  heading({ level: written, text: all, bare = all, id: wanted, classes: own = [] }: Written): HeadingMarkup {
    const { titleLevel, shown, rule } = this.#options;
    const level = this.#beginning === undefined && titleLevel === written ? 1 : written;
    this.#beginning ??= level === 1 ? 'h1' : 'other';
    const depth = this.#outline.levelOf(level);
    const classes = own.filter((name) => !/^h[1-6]$/.test(name));
    if (depth !== level) classes.push(`h${level}`);
    const text = shown(all).replace(/\s+/g, ' ').trim();
    const { slug, empty, free } = idRules[rule];
    const id = free(safeId(wanted ?? slug(rule === 'vitepress' ? shown(bare) : text)) || empty, this.#taken);
    this.#taken.ids.add(id);
    const isHidden = classes.includes('sr-only');
    this.#headings.push({ level, id, text: isHidden ? '' : text });
    const isLinked = level > 1 && text !== '' && !isHidden;
    return {
      tagName: `h${depth}`,
      properties: classes.length > 0 ? { className: classes, id } : { id },
      link: isLinked ? selfLink(id, this.#label.join(text)) : undefined,
    };
  }

  /** What is known when all of the body was seen. */
  found(): Identified {
    const headings = this.#headings.filter(({ text }) => text !== '');
    return { headings, ids: [...this.#taken.ids], isTitled: this.#beginning === 'h1' };
  }
}

/**
 * Levels without gaps: a level 3 right below a level 1 is a level 2, and what stands beside it stays beside it. It looks as its author
 * wrote it, by a class.
 */
class Outline {
  readonly #above: number[] = [1]; // the title of the page

  levelOf(written: number): number {
    while (this.#above.length > 0 && (this.#above.at(-1) ?? 0) >= written) this.#above.pop();
    return this.#above.push(written);
  }
}

function safeId(id: string): string {
  return id.startsWith(frameIdPrefix) ? `user-content-${id}` : id;
}

/** 0 for what is no heading. */
const levelOf = (tagName: string) => (tagName.length === 2 && /^h[1-6]$/.test(tagName) ? Number(tagName[1]) : 0);

/** Keeps the id of an element where it is the first to have it; an old-style `<a name>` becomes an id. */
function takeId(node: Element, taken: TakenIds): void {
  const { id, name } = node.properties;
  if (id === undefined && name === undefined) return;
  const wanted = id ?? (node.tagName === 'a' ? name : undefined);
  if (node.tagName === 'a') delete node.properties['name'];
  delete node.properties['id'];
  const unique = wanted === undefined || wanted === null ? undefined : freeId(String(wanted), taken);
  if (unique !== undefined) node.properties['id'] = unique;
}

/** The id that was wanted, where it is the first of its name. */
function freeId(wanted: string, { ids }: TakenIds): string | undefined {
  const unique = safeId(wanted.trim().replace(/\s+/g, '-'));
  if (unique === '' || ids.has(unique)) return undefined;
  ids.add(unique);
  return unique;
}

/** In a heading VitePress takes tags for no text, and so the words of a badge. */
function isNoBadge(child: ElementContent): boolean {
  return child.type !== 'element' || !classesOf(child.properties).includes('tag');
}

function selfLink(id: string, ariaLabel: string): Element {
  const properties = {
    className: ['heading-anchor'],
    href: `#${encodePart(id)}`,
    ariaLabel,
  };
  return element('a', properties, [{ type: 'text', value: '#' }]);
}
