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
  const code = new CodeLines(false);
  const kept: { text: string; line: number }[] = [];
  const written = text.split('\n');
  const open: { readonly name: string; readonly indent: number; hasItem: boolean }[] = [];
  const endOf = endsOfElements(written);
  let [isComment, isHighlight, htmlEnd] = [false, false, -1];
  for (let [line, own] of written.entries()) {
    isHighlight = highlightTag.exec(own)?.[1] === 'highlight' || (isHighlight && !highlightTag.test(own));
    if (line <= htmlEnd && own.trim() === '' && !isHighlight) continue;
    if (isHighlight || (code.follow(own).isCode && line > htmlEnd)) {
      if (!isComment) kept.push({ text: own, line });
      continue;
    }
    const isHidden = isComment || /^\s*\{::comment\}/.test(own);
    isComment = isHidden && !own.includes('{:/');
    if (isHidden) continue;
    const [, name, attribute = ''] = markdownTag.exec(own) ?? [];
    const element = open.at(-1);
    // A list that starts left of the element's indentation would contain the end of the element.
    if (element && indentOf(own) < element.indent && listItem.test(own)) element.hasItem = true;
    const close = element === undefined || name !== undefined ? undefined : `</${element.name}>`;
    const plain = own.trim().toLowerCase();
    const isEnd = close !== undefined && (plain.startsWith(close) || plain.endsWith(close));
    if (close !== undefined && isEnd && !plain.startsWith(close)) {
      const at = own.toLowerCase().lastIndexOf(close);
      kept.push({ text: own.slice(0, at), line });
      own = own.slice(at);
    }
    if (isEnd) kept.push({ text: '', line });
    if (textElement.test(element?.name ?? '') || (isEnd && element?.hasItem)) own = own.trimStart();
    const plainLine = own
      .replace(attribute, '')
      .replace(extension, '')
      .replace(spacedTarget, (_, start: string, target: string) => `${start}<${target.replace(/[<>]/g, '').trim()}>`);
    const before = kept.at(-1);
    // In CommonMark, an image on the first line of a paragraph would start an HTML block.
    if (before && line > htmlEnd && imageBeforeText.test(`${before.text}\n${own}`))
      before.text += ` ${plainLine.trim()}`;
    else kept.push({ text: plainLine, line });
    if (isEnd) open.pop();
    if (name !== undefined && !own.includes(`</${name}>`)) {
      open.push({ name: name.toLowerCase(), indent: indentOf(own), hasItem: false });
      kept.push({ text: '', line });
    } else if (name === undefined && line > htmlEnd) htmlEnd = endOf(line);
    // In CommonMark, an element ends at the next empty line.
    const isAtEnd = line === htmlEnd || isEnd || (line > htmlEnd && breakLine.test(own));
    if (isAtEnd && /\S/.test(written[line + 1] ?? '')) kept.push({ text: '', line });
  }
  return joinLines(kept);
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
  identify(tree, wordOf(get(variables, 'site.kramdown.auto_id_prefix')));
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
