// Sets levels and ids of the headings of a body, and the ids of other elements.
import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { HeadingIds } from '../../../model/generators/generator.js';
import type { Words } from '../../../model/labels/ui-text.js';
import { encodePart } from '../../../model/types/path.js';
import { idRules, type TakenIds } from '../../base/heading-ids.js';
import { classesOf, element, headingLevel, isBlank, text } from './element.js';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

declare module 'hast' {
  interface ElementData {
    /** Whether the node is an HTML element in JSX. In MDX, the table of contents only lists headings in Markdown. */
    isJsx?: boolean;
    /** Name of the component's file whose template contains the node. */
    template?: string | undefined;
  }
}

/** Prefix of the ids of the page layout. An author's id with this prefix is renamed. */
const frameIdPrefix = 'docgen-';

interface IdentifyOptions {
  /** Level of a heading at the start of the body that is the title of the page. */
  readonly titleLevel: number;
  readonly shown: (text: string) => string;
  readonly rule: HeadingIds;
  readonly words: Words;
}

const attribute = String.raw`(?:[#.][^\s{}]+|[\w-]+=(?:"[^"{}]*"|[^\s{}"]+))`;
const attributes = String.raw`\{\s*(${attribute}(?:\s+${attribute})*)\s*\}`;
const explicitId = new RegExp(String.raw`(?<!\s)\s*${attributes}\s*$`);
const idInBrackets = new RegExp(String.raw`(?<!\s)\s*(?:${attributes}|(?<=\s)\[(#[a-z][\w-]+)\])\s*$`);

/** Removes an explicit id from the end of a heading's text: `{#id}`, `{ #id .class }` as in MkDocs, or `[#id]` as in Nextra and Fumadocs, which have no rule of their own. */
function cutId(text: string, rule: HeadingIds): { readonly text: string; readonly id?: string | undefined } {
  const found = text.includes('#') ? (rule === 'github' ? idInBrackets : explicitId).exec(text) : null;
  const id = /(?:^|\s)#(\S+)/.exec(found?.[1] ?? found?.[2] ?? '')?.[1];
  return found && id !== undefined ? { text: text.slice(0, found.index), id } : { text };
}

/** Removes the id from a heading. It can be in an element that HTML doesn't close (`<sup /> {#id}`), or before one (`{#id} <Badge />`). */
function takeExplicitId({ children }: Element, rule: HeadingIds, isWhole = true): string | undefined {
  for (let index = children.length - 1; index >= 0; index -= 1) {
    const child = children[index];
    if (child?.type === 'text' && child.value.trim() !== '') {
      const { text, id } = cutId(child.value, rule);
      child.value = id === undefined || index === children.length - 1 ? text : `${text} `;
      if (id !== undefined || isWhole) return id;
    }
    const id = child?.type === 'element' && child.tagName !== 'code' ? takeExplicitId(child, rule, false) : undefined;
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Gives each heading an id by the rule of a generator and a link to itself, and makes the other ids of the body unique. */
export class Identifier {
  readonly #taken: TakenIds = { ids: new Set(), numbers: new Map() };
  readonly #headings: Heading[] = [];
  /** Levels of the current heading's ancestors, starting with the page's title. */
  readonly #above: number[] = [1];
  #beginning: 'h1' | 'other' | undefined;

  constructor(private readonly options: IdentifyOptions) {}

  /** Must be called for the texts and elements of the body in document order. */
  text(value: string): void {
    if (this.#beginning === undefined && value.trim() !== '') this.#beginning = 'other';
  }

  element(node: Element, isInLink = false): void {
    if (headingLevel(node) > 0 && node.children.every(isBlank)) node.tagName = 'span'; // not a heading, but links can point to it
    const level = headingLevel(node);
    if (level === 0) takeId(node, this.#taken);
    else this.#heading(node, level, isInLink);
  }

  #heading(node: Element, written: number, isInLink: boolean): void {
    const { titleLevel, shown, rule, words } = this.options;
    const { properties, children } = node;
    const wanted = takeExplicitId(node, rule) ?? properties['id']?.toString();
    const level = this.#beginning === undefined && titleLevel === written ? 1 : written;
    this.#beginning ??= level === 1 ? 'h1' : 'other';
    while ((this.#above.at(-1) ?? 0) >= level) this.#above.pop();
    const depth = this.#above.push(level); // levels without gaps; a class keeps the look of the original level
    const classes = classesOf(properties).filter((name) => !/^h[1-6]$/.test(name));
    if (depth !== level) classes.push(`h${level}`);
    const title = shown(textOf(node)).replace(/\s+/g, ' ').trim();
    const { slug, empty, free } = idRules[rule];
    const id = free(safeId(wanted ?? slug(this.#slugText(node, title))) || empty, this.#taken);
    this.#taken.ids.add(id);
    const isHidden = classes.includes('sr-only');
    const isListed = !isHidden && (level === 1 || !node.data?.isJsx);
    this.#headings.push({ level, id, text: isListed ? title : '' });
    node.tagName = `h${depth}`;
    if (classes.length === 0) delete properties['className'];
    Object.assign(properties, classes.length > 0 ? { className: classes, id } : { id });
    if (level === 1 || title === '' || isHidden || isInLink) return;
    const [href, ariaLabel] = [`#${encodePart(id)}`, words.text('linkTo', { title })];
    children.push(element('a', { className: ['heading-anchor'], href, ariaLabel }, [text('#')]));
  }

  /** Returns the text for the id. github-slugger keeps each space, and Docusaurus also passes alternative texts of images. */
  #slugText(node: Element, title: string): string {
    const { shown, rule } = this.options;
    if (rule.startsWith('vitepress')) return shown(textOf(withoutComponents(node)));
    const own = ofGithub[rule] ?? (rule.startsWith('hugo') ? hugoText : undefined);
    if (!own) return title;
    if (title !== '' || own === hugoText)
      return shown(own(node, rule))
        .replace(/\n\s*/g, '\n')
        .replace(/^\n|\n$/g, '')
        .replaceAll('\n', ' ');
    const alts = node.children.flatMap((child) => (child.type === 'element' ? (child.properties['alt'] ?? []) : []));
    return shown(alts.join(' '));
  }

  /** Returns the results. Call it after the last element. The body has a title if it starts with an h1, without text before it. */
  found() {
    const headings = this.#headings.filter(({ text }) => text !== '');
    return { headings, ids: [...this.#taken.ids], isTitled: this.#beginning === 'h1' };
  }
}

/** Matches `:name` in text outside code, which Docusaurus shows although it parses it as a directive. */
const directive = /(?<!:):[a-z][a-z\d_-]*(?<![-_])(?![a-z\d_:-])/gi;

/** Returns the text of an element, with a change of the text outside code. */
const textBy = ({ children }: Element, change: (text: string) => string): string =>
  children
    .map((child) => {
      if (child.type !== 'element') return child.type === 'text' ? change(child.value) : '';
      return child.tagName === 'code' ? textOf(child) : textBy(child, change);
    })
    .join('');

const safeId = (id: string) => (id.startsWith(frameIdPrefix) ? `user-content-${id}` : id);

/** Keeps the id of an element if no earlier element has it. Converts an old `<a name>` to an id. */
function takeId(node: Element, taken: TakenIds): void {
  const { id, name } = node.properties;
  if (id === undefined && name === undefined) return;
  const wanted = id ?? (node.tagName === 'a' ? name : undefined);
  if (node.tagName === 'a') delete node.properties['name'];
  delete node.properties['id'];
  const unique = safeId(`${wanted ?? ''}`.trim().replace(/\s+/g, '-'));
  if (unique === '' || taken.ids.has(unique)) return;
  taken.ids.add(unique);
  node.properties['id'] = unique;
}

const withoutComponents = (node: Element) => (node.data?.template ? node : withoutBadges(node));

/** Texts for the ids of github-slugger. Starlight's typographer replaces `--` by a dash, except in code. */
const ofGithub: Partial<Record<HeadingIds, (node: Element) => string>> = {
  github: textOf,
  docusaurus: (node) => textBy(node, (text) => text.replace(directive, '')),
  starlight: (node) => textBy(withoutComponents(node), (text) => text.replace(/(?<!-)--(?!-)/g, '')),
};

/** Removes badges and local components. VitePress and Starlight ignore them in headings, except their content. */
function withoutBadges(node: Element): Element {
  const isBadge = classesOf(node.properties).includes('tag') || node.data?.template !== undefined;
  const children = node.children.filter(({ position }) => !isBadge || position);
  return { ...node, children: children.map((one) => (one.type === 'element' ? withoutBadges(one) : one)) };
}

/** Returns the text for Hugo's ids. The typographer makes dashes of two hyphens and more, which ids don't have. Alternative texts of images count, and numbers of footnotes don't. */
const hugoText = (node: Element, rule: HeadingIds): string =>
  textBy(withAlts(node), (text) => (rule === 'hugo-hyphens' ? text : text.replace(/---?/g, ''))).trim();

const withAlts = (node: Element): Element => {
  const { alt, dataFootnoteRef } = node.properties;
  const children = alt ? [text(`${alt}`)] : node.children.map((one) => (one.type === 'element' ? withAlts(one) : one));
  return { ...node, children: dataFootnoteRef === undefined ? children : [] };
};
