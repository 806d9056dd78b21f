import type { Element, ElementContent } from 'hast';
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
  /** Level, from 2, of the heading at the beginning that names the page; 0 where there is none. */
  readonly titleLevel: number;
  readonly shown: (text: string) => string;
  readonly rule: HeadingIds;
  readonly words: Words;
}

const explicitId = /(?<!\s)\s*\{#([^\s{}]+)\}\s*$/;

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
  readonly #ids = new Set<string>();
  readonly #numbers = new Map<string, number>();
  readonly #headings: Heading[] = [];
  readonly #outline = new Outline();
  #beginning: 'h1' | 'other' | undefined;

  constructor(options: IdentifyOptions) {
    this.#options = options;
  }

  /** Text of the body, in order with its elements. */
  text(value: string): void {
    if (this.#beginning === undefined && value.trim() !== '') this.#beginning = 'other';
  }

  /** An element of the body; each comes once, in order. */
  element(node: Element): void {
    const { titleLevel } = this.#options;
    if (this.#beginning === undefined && titleLevel > 0 && node.tagName === `h${titleLevel}`) node.tagName = 'h1';
    const level = /^h([1-6])$/.exec(node.tagName)?.[1];
    if (level === undefined) {
      takeId(node, this.#ids);
      return;
    }
    this.#beginning ??= level === '1' ? 'h1' : 'other';
    const depth = this.#outline.levelOf(Number(level));
    const classes = classesOf(node.properties).filter((name) => !/^h[1-6]$/.test(name));
    if (depth !== Number(level)) {
      node.tagName = `h${depth}`;
      classes.push(`h${level}`);
    }
    if (classes.length > 0) node.properties['className'] = classes;
    else delete node.properties['className'];
    const taken = { ids: this.#ids, numbers: this.#numbers, ...this.#options };
    this.#headings.push(identifyHeading(node, Number(level), taken));
  }

  /** What is known when all of the body was seen. */
  found(): Identified {
    const headings = this.#headings.filter(({ text }) => text !== '');
    return { headings, ids: [...this.#ids], isTitled: this.#beginning === 'h1' };
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

/** Keeps the id of an element where it is the first to have it; an old-style `<a name>` becomes an id. */
function takeId(node: Element, ids: Set<string>): void {
  const { id, name } = node.properties;
  const wanted = id ?? (node.tagName === 'a' ? name : undefined);
  if (node.tagName === 'a') delete node.properties['name'];
  delete node.properties['id'];
  if (wanted === undefined || wanted === null) return;
  const unique = safeId(String(wanted).trim().replace(/\s+/g, '-'));
  if (unique === '' || ids.has(unique)) return;
  ids.add(unique);
  node.properties['id'] = unique;
}

/** What the headings before a heading took. */
interface Taken extends TakenIds {
  readonly rule: HeadingIds;
  readonly shown: (text: string) => string;
  readonly words: Words;
}

function identifyHeading(node: Element, level: number, { ids, numbers, rule, shown, words }: Taken): Heading {
  const last = node.children.at(-1);
  const explicit = last?.type === 'text' && last.value.includes('{#') ? explicitId.exec(last.value) : null;
  if (explicit && last?.type === 'text') last.value = last.value.slice(0, explicit.index);
  const text = shown(textOf(node)).replace(/\s+/g, ' ').trim();
  const written = explicit?.[1] ?? (node.properties['id'] === undefined ? undefined : String(node.properties['id']));
  const { slug, empty, free } = idRules[rule];
  const bare = rule === 'vitepress' ? shown(textOf({ ...node, children: node.children.filter(isNoBadge) })) : text;
  const wanted = safeId(written ?? slug(bare)) || empty;
  const id = free(wanted, { ids, numbers });
  ids.add(id);
  node.properties['id'] = id;
  const hidden = classesOf(node.properties).includes('sr-only');
  if (level > 1 && text !== '' && !hidden) node.children.push(selfLink(id, words.text('linkTo', { title: text })));
  return { level, id, text: hidden ? '' : text };
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
