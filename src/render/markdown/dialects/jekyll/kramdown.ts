// kramdown: attribute lists of blocks and inline elements, callouts by class, tables of contents, options, definition lists and Markdown in HTML.
import { get } from 'lodash-es';
import type { Heading, Nodes, Paragraph, Parents, Root, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { wordOf } from '../../../../model/input/plain-data.js';
import { idRules } from '../../../base/heading-ids.js';
import { visit } from '../../../base/visit.js';
import { readAttributeLists } from '../../syntax/attributes.js';
import { callout, calloutKind } from '../../syntax/callouts.js';
import { CodeLines } from '../../syntax/code-lines.js';
import { joinLines, type RewrittenLines, type TreeContext } from '../../syntax/generator-syntax.js';
import { depthOf, endsOfElements, htmlTokens, markdownTag } from '../../syntax/tags.js';
import { readExtras, readStrong } from '../extras.js';

const extension = /\{::(?:options|nomarkdown)\b[^{}\n]*\}|\{:\/(?:options|nomarkdown)?\}/g;

const imageBeforeText = /^\s*<img\b[^<>]*>\s*\n\s*[\p{L}"“«\\[(]/iu;

const breakLine = /^ {0,3}<[bh]r\b[^<>]*>\s*$/i;

const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
/** Matches elements whose content is a paragraph, so that indentation in them doesn't start code. */
const textElement = /^(?:p|h[1-6]|dt|th|caption|legend|label)$/;
const indentOf = (line: string) => line.search(/\S|$/);

const highlightTag = /\{%-?\s{0,20}(highlight|endhighlight)\b/;

/** Matches a link definition with spaces in its target, which CommonMark doesn't parse. It is often a comment: `[comment]: <> text`. */
const spacedTarget =
  /^( {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*)((?:<[^<>\n]*>|[^\s<]\S*)[ \t]+(?!"[^"]*"\s*$|'[^']*'\s*$|\([^()]*\)\s*$)\S.*)$/;

/**
 * Removes options and comments. Joins the lines of HTML elements, because an empty line ends them in CommonMark only, and separates the Markdown in
 * elements with `markdown="1"` from their tags by empty lines.
 */
export function rewriteKramdown(text: string): RewrittenLines | undefined {
  if (!/\{::|\smarkdown\s*=|^ {0,3}(?:<[a-z]|\[[^\]\n]+\]:[^\S\n]*\S+[^\S\n])/im.test(text)) return undefined;
  const written = text.split('\n');
  const lines = new KramdownLines(written);
  for (const [index, line] of written.entries()) lines.add(line, index);
  return joinLines(lines.kept);
}

class KramdownLines {
  readonly kept: { text: string; line: number }[] = [];
  /** Elements with `markdown="1"` that are not closed. `hasItem`: a list starts left of its indentation, and would contain the end of the element. */
  readonly #open: { readonly name: string; readonly indent: number; hasItem: boolean }[] = [];
  readonly #code = new CodeLines(false);
  readonly #endOf: (line: number) => number;
  #isComment = false;
  #isHighlight = false;
  /** The last line of the current HTML element whose content is not Markdown. */
  #htmlEnd = -1;

  constructor(private readonly written: readonly string[]) {
    this.#endOf = endsOfElements(written);
  }

  #keep(text: string, line: number): void {
    this.kept.push({ text, line });
  }

  add(text: string, line: number): void {
    const highlight = highlightTag.exec(text)?.[1];
    if (highlight !== undefined) this.#isHighlight = highlight === 'highlight';
    if (line <= this.#htmlEnd && text.trim() === '' && !this.#isHighlight) return;
    if (this.#isHighlight || (this.#code.follow(text).isCode && line > this.#htmlEnd)) {
      if (!this.#isComment) this.#keep(text, line);
      return;
    }
    const isHidden = this.#isComment || /^\s*\{::comment\}/.test(text);
    this.#isComment = isHidden && !text.includes('{:/');
    if (!isHidden) this.#addProse(text, line);
  }

  #addProse(text: string, line: number): void {
    const [, name, attribute = ''] = markdownTag.exec(text) ?? [];
    const element = this.#open.at(-1);
    if (element && indentOf(text) < element.indent && listItem.test(text)) element.hasItem = true;
    const closing = element && name === undefined ? closingIn(text, element.name) : -1;
    const isEnd = closing !== -1;
    if (closing > 0) this.#keep(text.slice(0, closing), line);
    if (isEnd) this.#keep('', line);
    const isTrimmed = textElement.test(element?.name ?? '') || (isEnd && element?.hasItem);
    const rest = isTrimmed ? text.slice(Math.max(0, closing)).trimStart() : text.slice(Math.max(0, closing));
    this.#addLine(rest, line, attribute);
    if (isEnd) this.#open.pop();
    if (name !== undefined && !rest.includes(`</${name}>`)) {
      this.#open.push({ name: name.toLowerCase(), indent: indentOf(rest), hasItem: false });
      this.#keep('', line);
    } else if (name === undefined && line > this.#htmlEnd) this.#htmlEnd = this.#endOf(line);
    // In CommonMark, an element ends at the next empty line.
    const isAtEnd = line === this.#htmlEnd || isEnd || (line > this.#htmlEnd && breakLine.test(rest));
    if (isAtEnd && /\S/.test(this.written[line + 1] ?? '')) this.#keep('', line);
  }

  /** Adds a line without its options, link definitions that CommonMark doesn't parse, and the `markdown` attribute. */
  #addLine(text: string, line: number, attribute: string): void {
    const plain = text
      .replace(attribute, '')
      .replace(extension, '')
      .replace(spacedTarget, (_, start: string, target: string) => `${start}<${target.replace(/[<>]/g, '').trim()}>`);
    const before = this.kept.at(-1);
    // In CommonMark, an image on the first line of a paragraph would start an HTML block.
    if (before && line > this.#htmlEnd && imageBeforeText.test(`${before.text}\n${text}`))
      before.text += ` ${plain.trim()}`;
    else this.#keep(plain, line);
  }
}

/** Returns the index of a closing tag at the end of a line, 0 if the line starts with it, or -1. */
function closingIn(line: string, name: string): number {
  const [close, plain] = [`</${name}>`, line.trim().toLowerCase()];
  if (plain.startsWith(close)) return 0;
  return plain.endsWith(close) ? line.toLowerCase().lastIndexOf(close) : -1;
}

const list = String.raw`\{:([^{}\n]*)\}[ \t]*`;
const atStart = new RegExp(`^${list}(?:\\n|$)`);
const atEnd = new RegExp(`(?:^|\\n[ \\t]*)${list}$`);

/** Applies the attribute lists of a tree: ids of headings, and classes of callouts. All others are removed. */
export function readKramdown(tree: Root, text: string, { parse, variables }: TreeContext): void {
  if (text.includes('{:')) {
    visit(tree, (node) => {
      if ('children' in node) readChildren(node);
    });
    readAttributeLists(tree);
  }
  identify(tree, wordOf(get(variables.site, 'kramdown.auto_id_prefix')));
  readStrong(tree, text);
  if (/^[ \t]*:[ \t]/m.test(text)) readExtras(tree, ['definitions'], parse);
}

/** Sets ids of headings for which the tree is not sufficient: of headings in HTML elements, with emoji names, which are words in ids, and with the prefix of the config. */
function identify({ children }: Root, prefix: string): void {
  let depth = 0;
  for (const child of children) {
    if (child.type !== 'heading') {
      // An element within a line contains no headings, whether it is closed or not.
      if (child.type === 'html') depth = Math.max(0, depth + depthOf(htmlTokens(child.value)));
      continue;
    }
    const text = textOf(child, { includeHtml: false });
    if (/\{#[^{}]+\}\s*$/.test(text)) continue;
    if (depth > 0) addId(child, prefix + (idRules.kramdown.slug(text) || idRules.kramdown.empty));
    else if (prefix !== '' || /:[\w+-]+:/.test(text)) addId(child, prefix + idRules.github.slug(text));
  }
}

const addId = ({ children }: Heading, id: string) => void children.push({ type: 'text', value: ` {#${id}}` });

function readChildren(parent: Parents): void {
  const children = parent.children as RootContent[];
  if (parent.type === 'paragraph' || parent.type === 'heading' || parent.type === 'tableCell') return;
  const done: RootContent[] = [];
  let next: string | undefined;
  for (const child of children) {
    const before = done.at(-1);
    const { attributes, own } = child.type === 'paragraph' ? splitParagraph(child) : { attributes: [], own: child };
    const isBehind = attributes[0] !== undefined && before !== undefined && isAdjacent(before, child);
    if (isBehind && before) done.splice(-1, 1, ...withAttributes(before, attributes[0] ?? ''));
    if (own && !isTocList(own))
      done.push(
        ...withAttributes(own, `${next ?? ''} ${isBehind ? '' : (attributes[0] ?? '')} ${attributes[1] ?? ''}`),
      );
    next = own || isBehind ? undefined : attributes[0];
    if (child.type === 'table' && isListRow(child.children.at(-1))) child.children.pop();
  }
  (parent as { children: RootContent[] }).children = done;
}

/** Whether a node starts on the line after the end of another. */
const isAdjacent = (before: Nodes, node: Nodes) =>
  (before.position?.end.line ?? Number.NEGATIVE_INFINITY) + 1 === node.position?.start.line;

/** Splits off the attribute lists at the start and the end of a paragraph. `own` is the rest of the paragraph, if any. */
function splitParagraph(paragraph: Paragraph): { attributes: (string | undefined)[]; own: Paragraph | undefined } {
  const [first] = paragraph.children;
  const [start, before] = (first?.type === 'text' && atStart.exec(first.value)) || [];
  if (start !== undefined && first?.type === 'text') first.value = first.value.slice(start.length);
  const last = paragraph.children.at(-1);
  const [end, after] = (last?.type === 'text' && atEnd.exec(last.value)) || [];
  if (end !== undefined && last?.type === 'text' && !/^\s*toc\s*$/.test(after ?? ''))
    last.value = last.value.slice(0, -end.length);
  const isEmpty = paragraph.children.every((child) => child.type === 'text' && child.value === '');
  return { attributes: [before, after], own: isEmpty ? undefined : paragraph };
}

/** Whether a node is `* TOC` with `{:toc}`. docgen has its own table of contents. */
function isTocList(node: RootContent): boolean {
  const [item, ...others] = node.type === 'list' ? node.children : [];
  const [paragraph] = item?.children ?? [];
  const last = paragraph?.type === 'paragraph' ? paragraph.children.at(-1) : undefined;
  return others.length === 0 && last?.type === 'text' && /\{:\s*toc\s*\}\s*$/.test(last.value);
}

const isListRow = (row: { children: readonly Nodes[] } | undefined) => {
  const [cell] = row?.children ?? [];
  const [only] = cell && 'children' in cell ? cell.children : [];
  return only?.type === 'text' && /^\{:[^{}]*\}$/.test(only.value);
};

/** Kinds of callouts, by class in just-the-docs and other themes. */
const classes: Readonly<Record<string, string>> = { highlight: 'note', new: 'tip' };

function withAttributes(node: RootContent, attributes: string): RootContent[] {
  const id = /#([\w:.-]+)/.exec(attributes)?.[1];
  if (node.type === 'heading' && id !== undefined) addId(node, id);
  if (node.type !== 'paragraph' && node.type !== 'blockquote') return [node];
  const kinds = [...attributes.matchAll(/\.([\w-]+)/g)].flatMap(([, name = '']) => {
    const word = name.replace(/-title$/, '');
    const type = calloutKind(word) ?? (Object.hasOwn(classes, word) ? classes[word] : undefined);
    return type === undefined ? [] : [{ type, isTitled: word !== name }];
  });
  const kind = kinds.at(-1);
  if (!kind) return [node];
  const content: RootContent[] = node.type === 'blockquote' ? node.children : [node];
  const [first, ...rest] = content;
  const title = kind.isTitled && first?.type === 'paragraph' && rest.length > 0 ? textOf(first) : undefined;
  return [callout({ type: kind.type, title }, title === undefined ? content : rest, node.position)];
}
