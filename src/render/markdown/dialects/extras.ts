// Syntax that the config key `extras` enables, because most texts use these characters literally.
import GithubSlugger from 'github-slugger';
import { escapeRegExp } from 'lodash-es';
import type { Emphasis, Paragraph, PhrasingContent, Root, RootContent, Text } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import type { Extra } from '../../../model/config/config.js';
import { replaceNodes, visit } from '../../base/visit.js';
import { matchStart } from '../syntax/callouts.js';
import type { ParseIndented } from '../syntax/generator-syntax.js';

export function readExtras(tree: Root, extras: readonly Extra[], parse?: ParseIndented): void {
  if (extras.includes('definitions') && parse) readDefinitions(tree, parse);
  if (extras.includes('subscript')) readSubscripts(tree);
  if (extras.includes('superscript')) readSuperscripts(tree);
  if (extras.includes('mark')) readPairs(tree, '==', (children) => named('mark', children));
}

/** Returns an element around a text or nodes. */
export function named(hName: string, content: PhrasingContent[] | string, hProperties = {}): Emphasis {
  const children = typeof content === 'string' ? [{ type: 'text', value: content } as const] : content;
  return { type: 'emphasis', data: { hName, hProperties }, children };
}

/** Converts single tildes to subscripts. GFM parses them as strikethrough. */
function readSubscripts(tree: Root): void {
  visit(tree, 'delete', (node) => {
    const [first] = node.children;
    const tildes = (first?.position?.start.offset ?? 0) - (node.position?.start.offset ?? 0);
    if (tildes === 1) node.data = { ...node.data, hName: 'sub' };
  });
}

const superscript = /\^([^\s^[\]]{1,200})\^/g;

const readSuperscripts = (tree: Root) => replaceText(tree, superscript, ([, value = '']) => [named('sup', value)]);

/** Replaces parts of all texts outside code. */
export function replaceText(
  tree: Root,
  pattern: RegExp,
  replace: (match: RegExpMatchArray) => PhrasingContent[],
): void {
  replaceNodes(tree, 'text', (node: Text) => {
    const parts: PhrasingContent[] = [];
    let from = 0;
    for (const match of node.value.matchAll(pattern)) {
      if (match.index > from) parts.push({ ...node, value: node.value.slice(from, match.index) });
      parts.push(...replace(match));
      from = match.index + match[0].length;
    }
    if (from === 0) return undefined;
    return from < node.value.length ? [...parts, { ...node, value: node.value.slice(from) }] : parts;
  });
}

/** Converts `**text**` that CommonMark doesn't parse because of adjacent punctuation or letters. An escaped marker next to another one is not distinguished. */
export function readStrong(tree: Root, text: string): void {
  if (text.includes('**') && !/\\\*\\?\*|\*\\\*|&(?:#42|#x2a|ast|midast);/i.test(text))
    readPairs(tree, '**', (children) => ({ type: 'strong', children }));
}

/** Converts text between two markers, such as `==text==`, in one list of children. There must be no space inside the markers. */
function readPairs(tree: Root, sign: string, wrap: (children: PhrasingContent[]) => PhrasingContent): void {
  const char = escapeRegExp(sign.charAt(0));
  const signs = new RegExp(`(?<!${char})${char}{2}(?!${char})`); // a longer run has another meaning
  visit(tree, (node) => {
    if (!('children' in node) || !node.children.some((child) => child.type === 'text' && child.value.includes(sign)))
      return;
    const pieces = (node.children as PhrasingContent[]).flatMap((child): PhrasingContent[] => {
      if (child.type !== 'text') return [child];
      const parts = child.value.split(signs).flatMap((value, index) => (index === 0 ? [value] : [sign, value]));
      return parts.flatMap((value) => (value === '' ? [] : [{ ...child, value }]));
    });
    const done: PhrasingContent[] = [];
    let open = -1;
    for (const [index, piece] of pieces.entries()) {
      const isMark = piece.type === 'text' && piece.value === sign;
      if (isMark && open !== -1 && !/\s$|^$/.test(shownText(pieces[index - 1]))) {
        done.push(wrap(done.splice(open).slice(1)));
        open = -1;
        continue;
      }
      if (isMark && open === -1 && !/^\s|^$/.test(shownText(pieces[index + 1]))) open = done.length;
      done.push(piece);
    }
    (node as { children: PhrasingContent[] }).children = done;
  });
}

const shownText = (node: PhrasingContent | undefined) => (node?.type === 'text' ? node.value : node ? 'x' : '');

/** Converts definition lists. Terms get ids, like headings. */
export function readTerms(tree: Root, parse: ParseIndented): void {
  readDefinitions(tree, parse);
  const slugger = new GithubSlugger();
  visit(tree, (node) => {
    const isTerm = 'data' in node && node.data?.hName === 'dt';
    if (!isTerm && node.type !== 'heading') return;
    const id = slugger.slug(textOf(node));
    if (isTerm) node.data = { ...node.data, hProperties: { id } };
  });
}

/** Converts lines that start with `: `. The lines before them, or the paragraph above, are terms. Indented blocks below belong to the definition. */
function readDefinitions(tree: Root, parse: ParseIndented): void {
  visit(tree, (node) => {
    if (!('children' in node) || !node.children.some((child) => child.type === 'paragraph' && isDefined(child))) return;
    const done: RootContent[] = [];
    let list: Paragraph[] | undefined;
    for (const child of node.children as RootContent[]) {
      const last = list?.at(-1);
      const inner = last?.data?.hName === 'dd' && child.type === 'code' && parse(child);
      if (inner) {
        last.children.push(...(inner as never[]));
        continue;
      }
      const lines = child.type === 'paragraph' && isDefined(child) ? linesOf(child) : [];
      const begins = lines.length > 0 && isDefinition(lines[0]);
      const above = begins && !list ? done.at(-1) : undefined;
      if (lines.length === 0 || (begins && !list && above?.type !== 'paragraph')) {
        done.push(child);
        list = undefined;
        continue;
      }
      if (!list) {
        list = [];
        const terms = above?.type === 'paragraph' ? linesOf(done.pop() as Paragraph) : [];
        done.push({ type: 'blockquote', data: { hName: 'dl' }, children: list as never });
        list.push(...terms.map((term) => ({ ...term, data: { hName: 'dt' } })));
      }
      list.push(...lines.map(shownLine));
    }
    (node as { children: RootContent[] }).children = done;
  });
}

const definitionMark = /^:[ \t]+/;
const isDefinition = (line: Paragraph | undefined) => matchStart(line, definitionMark) !== undefined;
const isDefined = (paragraph: Paragraph) =>
  isDefinition(paragraph) || paragraph.children.some((child) => child.type === 'text' && /\n:[ \t]/.test(child.value));

function shownLine(line: Paragraph): Paragraph {
  const definition = matchStart(line, definitionMark);
  return { ...(definition?.rest[0] ?? line), data: { hName: definition ? 'dd' : 'dt' } };
}

function linesOf(paragraph: Paragraph): Paragraph[] {
  const lines: PhrasingContent[][] = [[]];
  for (const child of paragraph.children) {
    const texts = child.type === 'text' ? child.value.split(/\n(?=:[ \t])/) : [''];
    for (const [index, value] of texts.entries()) {
      if (index > 0) lines.push([]);
      if (child.type !== 'text') lines.at(-1)?.push(child);
      else if (value !== '') lines.at(-1)?.push({ ...child, value });
    }
  }
  return lines.filter((children) => children.length > 0).map((children) => ({ ...paragraph, children }));
}
