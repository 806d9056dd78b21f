// What readers see of a doc on other pages: its title and description, made of its text. The records have Docusaurus's.
import { posix } from 'node:path';
import { isDevsite } from '../../content/devsite.js';
import type { FrontMatter } from '../../content/front-matter.js';
import type { StartMeta } from '../../content/start-meta.js';
import { isCategoryIndex } from '../slug.js';
import { readBlocks } from './blocks.js';
import { describe, describeWritten } from './description.js';
import { decodeEntities, type InlineOptions, plainText } from './inline.js';
import type { HeadingBlock } from './lines.js';
import { readableName } from './readable-name.js';

/** A doc as readers see it in the tree, on cards and in previews: plain text. */
export interface Shown {
  readonly title: string;
  /** Its name in the tree and in links to it. */
  readonly label: string;
  /** '' where the page has no paragraph that would do. */
  readonly description: string;
  /** Level, from 2, of the first heading where it names the page; 0 where none below level 1 does. */
  readonly titleLevel: number;
}

/** A page's own text, and what its head says. */
export interface PageText {
  /** Path of the source, and the name that its title falls back to. */
  readonly path: string;
  readonly name: string;
  readonly body: string;
  readonly frontMatter: FrontMatter;
  readonly startMeta: StartMeta;
}

/** What the body of a page says of itself: plain data, of its text alone. */
export interface WrittenPage {
  /** Of the heading that names the page. */
  readonly title?: { readonly text: string; readonly level: number } | undefined;
  /** '' where no paragraph would do, or the head has one. */
  readonly description: string;
  /** True where the page writes its own name as code. */
  readonly isCode: boolean;
}

export interface ShownInput extends Omit<PageText, 'body'> {
  readonly written: WrittenPage;
  /** What the record has. */
  readonly recordTitle: string;
  readonly titles: 'page' | 'record';
  /** What readers see of a folder. */
  readonly folderLabel: (dir: string) => string;
}

/** What readers see of a doc. */
export function shownOf(input: ShownInput): Shown {
  const { frontMatter, startMeta, titles, recordTitle } = input;
  const page = input.written;
  const summary = summaryOf(input);
  const description = summary === '' ? page.description : summary;
  const titleLevel = titleLevelOf(input);
  if (titles === 'record')
    return { title: recordTitle, label: frontMatter.sidebar_label ?? recordTitle, description, titleLevel };
  const label = filled(frontMatter.sidebar_label) ?? filled(startMeta.sidebar_label);
  const title = writtenTitle(input) ?? page.title?.text ?? label ?? nameOf(input);
  return { title, label: label ?? title, description, titleLevel };
}

/** The `titleLevel` of what readers see of a doc. */
export function titleLevelOf(input: Pick<ShownInput, 'frontMatter' | 'startMeta' | 'titles' | 'written'>): number {
  const level = input.written.title?.level ?? 0;
  return level > 1 && input.titles !== 'record' && writtenTitle(input) === undefined ? level : 0;
}

const writtenTitle = ({ frontMatter, startMeta }: Pick<PageText, 'frontMatter' | 'startMeta'>) =>
  filled(frontMatter.title) ?? filled(startMeta.title);

/** The description that the head of a page has; '' for none. */
function summaryOf({ frontMatter, startMeta }: Pick<PageText, 'frontMatter' | 'startMeta'>): string {
  return describeWritten(fieldText(frontMatter.description ?? startMeta.description ?? ''));
}

/** Front matter is no Markdown, but authors write code and entities there. */
function fieldText(text: string): string {
  return decodeEntities(text.replace(/`([^`]+)`/g, '$1'))
    .replace(/\s+/g, ' ')
    .trim();
}

function filled(text: string | undefined): string | undefined {
  const plain = text === undefined ? '' : fieldText(text);
  return plain === '' ? undefined : plain;
}

/** The doc of a folder is called as the folder is; a name that the page itself writes as code stays. */
function nameOf({ path, name, written, folderLabel }: ShownInput): string {
  const dir = posix.dirname(path);
  if (isCategoryIndex(posix.basename(path, posix.extname(path)), dir)) return folderLabel(dir);
  return written.isCode ? name : readableName(name);
}

const longestTitle = 300;
/** Paragraphs that are tried as the description. */
const mostTried = 4;
/** Where imports are looked for. */
const longestHead = 4_000;

/** Reads what a page says of itself. */
export function readPage({ path, name, body, frontMatter, startMeta }: PageText): WrittenPage {
  const isDescribed = summaryOf({ frontMatter, startMeta }) !== '';
  const isMdx =
    path.endsWith('.mdx') ||
    (body.includes('import ') && /^import\s[^\n]*['"];?[ \t]*$/m.test(body.slice(0, longestHead)));
  const options: InlineOptions = {
    isMdx,
    isDefined: definitionsOf(body),
    hasVariables: body.includes('{{') && isDevsite(body),
  };
  const isIndex = isCategoryIndex(posix.basename(path, posix.extname(path)), posix.dirname(path));
  const isTitled = frontMatter.title !== undefined || startMeta.title !== undefined;
  const headings: Heading[] = [];
  let [description, aside, tried, isBegun] = ['', '', 0, false];
  for (const block of isTitled && isDescribed ? [] : readBlocks(body, isMdx)) {
    if (block.kind === 'heading') {
      const text = headingText(block, options);
      const place = isBegun || headings.length > 1 ? undefined : headings.length === 0 ? 'first' : 'second';
      if (text !== '') headings.push({ level: block.level, text, place, isHtml: block.isHtml === true });
    } else if (!isBegun || tried < mostTried) {
      const plain = plainText(block.text, options);
      isBegun ||= !block.isAside && plain.text !== '';
      const found = isDescribed || description !== '' || tried++ >= mostTried ? '' : describe(plain);
      if (block.isAside) aside ||= found;
      else description ||= found;
    }
    const [first] = headings;
    const isFirst = first?.place === 'first' && first.level === 1;
    const isTitleKnown = isTitled || (isFirst && (!first.isHtml || (isBegun && headings.length === 1)));
    if (isTitleKnown && (isDescribed || description !== '' || tried >= mostTried)) break;
  }
  const title = titleOf(headings, isIndex);
  const isCode = name.includes('-') && body.includes(`\`${name}\``);
  return { title: title && { text: title.text, level: title.level }, description: description || aside, isCode };
}

interface Heading {
  readonly level: number;
  readonly text: string;
  /** With no text before it: whether another heading is. */
  readonly place: 'first' | 'second' | undefined;
  readonly isHtml: boolean;
}

/** The heading at the head of a page, or its first where it is the only one of level 1; a lower one that stands above all others. */
function titleOf(headings: readonly Heading[], isIndex: boolean): Heading | undefined {
  const [first, ...others] = headings;
  const [top, ...more] = headings.filter(({ level }) => level === 1);
  const named = belowBanner(headings);
  if (named) return { ...named, level: 1 };
  if (top && (top.place === 'first' || (top === first && more.length === 0))) return top;
  const isAbove = first?.place === 'first' && others.every(({ level }) => level > first.level);
  return isAbove && !isIndex ? first : undefined;
}

/** The heading right below a tag that has the project's name, as each page of some projects begins; the only one of its level. */
function belowBanner([banner, named, ...others]: readonly Heading[]): Heading | undefined {
  if (banner?.place !== 'first' || banner.level !== 1 || !banner.isHtml) return undefined;
  if (named?.place !== 'second' || named.isHtml || named.level > 2) return undefined;
  return others.some(({ level }) => level <= named.level) ? undefined : named;
}

function headingText({ text }: HeadingBlock, options: InlineOptions): string {
  const plain = plainText(text, options);
  const words = plain.text === '' ? plain.alt : plain.text;
  const report = /^API Report File for "(.+)"$/.exec(words)?.[1]; // API Extractor's, one for each package
  return (report === undefined ? words : `${report} API`).slice(0, longestTitle);
}

/** Whether a name is that of a link's definition in a text; looked up where a text first asks. */
function definitionsOf(body: string): (label: string) => boolean {
  let names: Set<string> | undefined;
  const key = (label: string) => label.trim().replace(/\s+/g, ' ').toLowerCase();
  return (label) => {
    names ??= new Set([...body.matchAll(/^ {0,3}\[([^\]\n]{1,500})\]:/gm)].map(([, name = '']) => key(name)));
    return names.has(key(label));
  };
}
