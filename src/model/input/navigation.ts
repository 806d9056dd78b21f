// Limits of a navigation, and the parser of navigation in Markdown: SUMMARY.md of mdBook, and of MkDocs with literate-nav.
import { posix } from 'node:path';
import { decodeAddress, isSitePath, isUrl } from '../types/path.js';

const maxNavigation = { items: 20_000, depth: 30 };

/** Counts the items of a navigation while they are read, because a config of a few lines can define millions with aliases. */
export class NavigationLimit {
  static readonly reason = `its navigation has more than ${maxNavigation.items} items or ${maxNavigation.depth} levels`;
  #count = 0;
  isExceeded = false;

  /** Counts an item at a level. Returns whether it is within the limits. */
  take(depth: number): boolean {
    this.#count += 1;
    return this.allows(depth, this.#count);
  }

  /** Whether an item can be at a level. */
  allows(depth: number, count = 0): boolean {
    const isAllowed = count <= maxNavigation.items && depth <= maxNavigation.depth;
    this.isExceeded ||= !isAllowed;
    return isAllowed;
  }
}

/** Maximum number of levels. Deeper chapters are siblings of those above them. */
const maxDepth = 20;

/** A chapter, or a part title, with the chapters below it. */
export interface Chapter {
  readonly label: string;
  /** Its path or URL, if it has one. */
  readonly link: string | undefined;
  readonly indent: number;
  readonly children: Chapter[];
}

/** Matches a link, and the text after it, which is not part of a chapter in a list. */
const chapterLine =
  /^([ \t]*)(?:[-*+][ \t]+)?\[((?:\\.|\[(?:\\.|[^\\[\]])*\]|[^\\\]])*)\]\((?:<([^<>]*)>|([^()]*(?:\([^()]*\)[^()]*)*))\)[ \t]*((?<=[ \t])\S.*)?$/;

/** Matches an item of a list without a link. */
const entryLine = /^[ \t]*[-*+][ \t]+([^\s[][^\n]{0,500}?)[ \t]*$/;

/** Parses parts (headings after the first one), and chapters as links: in lists, or outside of lists before and after them. */
export function readSummary(written: string, limit: NavigationLimit, isDocsify = false): readonly Chapter[] {
  const shown = written.replace(/^[ \t]*<!--[\s\S]*?(?:-->|(?![\s\S]))|<!--.{0,300}?-->/gm, ''); // hidden chapters
  const text = isDocsify ? shown.replace(docsifyLink, (_, path: string) => `](${fileOf(path)})`) : shown;
  const top: Chapter[] = [];
  let hasTitle = false;
  let part: Chapter | undefined;
  let openChapters: Chapter[] = [];
  // Several chapters outside of lists can be on one line.
  const chaptersIn = (line: string) =>
    line.length > 2000 || !/^[ \t]*\[/.test(line) ? [line] : line.split(/(?<=\))[ \t]+(?=\[)/);
  for (const line of text.split(/\r?\n/).flatMap(chaptersIn)) {
    const heading = /^#{1,6}[ \t]+([^\n]*?)[ \t#]*$/.exec(line)?.[1];
    if (heading !== undefined) {
      // The first heading is the title of the file, unless chapters precede it.
      part =
        hasTitle || top.length > 0 ? { label: plain(heading), link: undefined, indent: -1, children: [] } : undefined;
      if (part) top.push(part);
      hasTitle = true;
      openChapters = [];
      continue;
    }
    const [, space = '', label, inBrackets, inParentheses = '', after] =
      line.length > 2000 ? [] : (chapterLine.exec(line) ?? []);
    const name = label ?? entryLine.exec(line)?.[1];
    const isListed = /^[ \t]*[-*+][ \t]/.test(line);
    if (name === undefined || (after !== undefined && !isListed)) continue;
    if (!limit.take(openChapters.length)) break;
    const indent = space.replaceAll('\t', '    ').length;
    const chapter = {
      label: plain(name, label === undefined),
      link: linkOf(inBrackets ?? inParentheses),
      indent,
      children: [],
    };
    while (isListed && (openChapters.at(-1)?.indent ?? -1) >= indent) openChapters.pop();
    if (!isListed) [openChapters, part] = [[], undefined];
    (openChapters.at(-1)?.children ?? part?.children ?? top).push(chapter);
    if (isListed && openChapters.length < maxDepth) openChapters.push(chapter);
  }
  return top;
}

/** Matches a link of Docsify, which can start with a slash and have no extension, or end with that of a folder. */
const docsifyLink = /\]\(\/?(?!\w{1,20}:)([^()\s?#]{0,1000}?)(?:\.md)?(?:\?id=[^()\s]{0,200})?(?: [^()\n]{0,100})?\)/g;
const fileOf = (path: string) => `${path.replace(/(?<=^|\/)$/, 'README')}.md`;

const plain = (text: string, isName = false) =>
  (isName ? text : text.replace(/\\(.)/g, '$1').replace(/[`*]/g, '')).trim();

function linkOf(link: string): string | undefined {
  const written = link.trim().replace(/\\(?=[!-/:-@[-`{-~])/g, '');
  if (isUrl(written)) return written;
  const decoded = decodeAddress(written.replace(/#.*$/s, ''));
  const path = posix.normalize(decoded);
  return decoded === '' ? undefined : isSitePath(path) ? path : decoded;
}
