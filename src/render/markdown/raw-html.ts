// Fixes raw HTML that an HTML parser would interpret differently than its author, and parses Markdown in it.
import type { Html, Link, LinkReference, Nodes, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import type { Position } from 'unist';
import { replaceNodes, visit } from '../base/visit.js';
import { type ComponentNode, hasText, isBlank } from './syntax/containers.js';
import { type HtmlToken, htmlNames, htmlTokens, voidTags } from './syntax/tags.js';

/** Removes unfinished HTML, because a browser would continue it with the text of the next node. */
export function dropUnfinished(tree: Root): void {
  visit(tree, 'html', (node) => {
    const last = htmlTokens(node.value).at(-1);
    if (last?.kind === 'unfinished') node.value = node.value.slice(0, last.start);
  });
}

const foreignElements = new Set(['svg', 'math', 'path', 'g']);

/** Escapes unknown tags, because `<T>` in prose is text. A name with a hyphen is a custom element if the text closes it. */
export function escapeUnknownTags(tree: Root): void {
  const nodes: { node: Html; parent: Parents; index: number; tokens: HtmlToken[] }[] = [];
  const closed = new Set<string>();
  visit(tree, 'html', (node, index, parent) => {
    if (!parent || index === undefined) return;
    const tokens = htmlTokens(node.value);
    nodes.push({ node, parent, index, tokens });
    for (const { kind, name } of tokens) if (kind === 'close' && name.includes('-')) closed.add(name);
  });
  const drawn = tokensOfSvg(nodes.flatMap(({ tokens }) => tokens));
  const isElement = (name: string) => htmlNames.has(name) || foreignElements.has(name) || closed.has(name);
  for (const { node, parent, index, tokens } of nodes) {
    const unknown = new Set(tokens.filter((one) => one.name !== '' && !isElement(one.name) && !drawn.has(one)));
    if (unknown.size === 0) continue;
    node.value = tokens
      .map((token) =>
        unknown.has(token) ? token.source.replaceAll('<', '&lt;').replaceAll('>', '&gt;') : token.source,
      )
      .join('');
    if (tokens.every((token) => token.kind === 'text' || unknown.has(token)) && !hasText(parent))
      parent.children[index] = { type: 'paragraph', children: [{ ...node }] };
  }
}

/** Returns the tokens in SVG elements, whose tags can be in several nodes. */
function tokensOfSvg(tokens: readonly HtmlToken[]): ReadonlySet<HtmlToken> {
  const inside = new Set<HtmlToken>();
  let open: HtmlToken[] | undefined;
  for (const token of tokens) {
    if (token.name !== 'svg') open?.push(token);
    else if (token.kind === 'open') open = [];
    else for (const one of open?.splice(0) ?? []) inside.add(one);
  }
  return inside;
}

/** Unwraps links in links, because an HTML parser would close the outer one first. GFM also converts URLs in a raw `<a>`. */
export function unnestLinks(tree: Root): void {
  visit(tree, (node) => {
    if (isLink(node)) {
      dropAnchors(node);
      (node as { children: RootContent[] }).children = withoutLinks(node.children as RootContent[]);
    }
    if ('children' in node) unwrapSiblingLinks(node);
  });
}

const isAnchor = ({ name }: HtmlToken) => name === 'a';
const hasUrl = ({ kind, name, source }: HtmlToken) => kind === 'open' && name === 'a' && /\shref\s*=/i.test(source);

const joined = (tokens: readonly HtmlToken[]) => tokens.map(({ source }) => source).join('');

/** Removes the tags of raw links in a link, unless none of them has a URL. */
function dropAnchors(link: Nodes): void {
  const nodes: { readonly node: Html; readonly tokens: readonly HtmlToken[] }[] = [];
  visit(link, 'html', (node) => void nodes.push({ node, tokens: htmlTokens(node.value) }));
  if (!nodes.some(({ tokens }) => tokens.some(hasUrl))) return;
  for (const { node, tokens } of nodes) node.value = joined(tokens.filter((token) => !isAnchor(token)));
}

/** Unwraps links between the tags of raw `<a>` elements in one list of children. */
function unwrapSiblingLinks(parent: Parents): void {
  let open = -1;
  const children = parent.children as RootContent[];
  const inLink = new Set<RootContent>();
  for (const [index, child] of children.entries()) {
    if (child.type !== 'html') continue;
    const tokens = htmlTokens(child.value);
    for (const token of tokens.filter(isAnchor)) {
      if (token.kind === 'close') {
        if (open !== -1) for (const inner of children.slice(open + 1, index)) inLink.add(inner);
        open = -1;
      } else if (hasUrl(token)) {
        if (open === -1 || open === index || !children.slice(open + 1, index).every(isBlank)) open = index;
        else if (token === tokens.at(-1)) child.value = joined(tokens.slice(0, -1));
      }
    }
  }
  if (inLink.size > 0)
    (parent as { children: RootContent[] }).children = children.flatMap((child) =>
      inLink.has(child) ? withoutLinks([child]) : [child],
    );
}

const isLink = (node: Nodes): node is Link | LinkReference | ComponentNode =>
  node.type === 'link' ||
  node.type === 'linkReference' ||
  (node.type === 'component' && node.name === 'a' && 'href' in node.props);

function withoutLinks(nodes: readonly RootContent[]): RootContent[] {
  return nodes.flatMap((node) => {
    if (!('children' in node)) return [node];
    const children = withoutLinks(node.children as RootContent[]);
    return isLink(node) ? children : [{ ...node, children } as RootContent];
  });
}

/** Markdown between two tags in one block of raw HTML, such as `<td>**bold**</td>`. */
export interface HtmlText {
  type: 'htmlText';
  children: PhrasingContent[];
  position?: Position | undefined;
}

declare module 'mdast' {
  interface RootContentMap {
    htmlText: HtmlText;
  }
}

/** Matches inline code, a link, an image or bold text. A single `*` or `_` in HTML might be literal. */
const markdown = /`[^`\n]{1,500}`|\]\([^()\s]{1,1000}(?:\s"[^"\n]{0,500}")?\)|\*\*(?! )[^*\n]{1,500}\*\*/;

const verbatim = new Set('a code kbd math pre samp script style svg template textarea title xmp'.split(' '));

type ParseInline = (text: string, offset: number | undefined) => PhrasingContent[];

/** Parses Markdown in raw HTML. `namesTarget` determines whether a text has a reference to a link definition of the page. */
export function readHtmlText(tree: Root, parseInline: ParseInline, namesTarget: (text: string) => boolean): void {
  const isMarkdown = (text: string) => markdown.test(text) || (text.includes('[') && namesTarget(text));
  replaceNodes(tree, 'html', (node, parent) =>
    parent.type === 'paragraph' || !isMarkdown(node.value) ? undefined : split(node, parseInline, isMarkdown),
  );
}

/** Splits raw HTML at its Markdown. Returns undefined if there is none, or if the tags are not well-formed. */
function split(raw: Html, parseInline: ParseInline, isMarkdown: (text: string) => boolean): RootContent[] | undefined {
  const { value, position } = raw;
  const nodes: RootContent[] = [];
  const open: string[] = [];
  let start = 0;
  const placed = (offset: number): Pick<Html, 'position'> => ({
    position: position && { ...position, start: { ...position.start, offset: (position.start.offset ?? 0) + offset } },
  });
  const keep = (end: number) => {
    if (end > start) nodes.push({ type: 'html', value: value.slice(start, end), ...placed(start) });
  };
  for (const { kind, name, source, start: offset } of htmlTokens(value)) {
    if (kind === 'unfinished') return undefined;
    if (name !== '') follow(name, kind === 'close', open);
    if (kind !== 'text' || open.length > 0 || !isMarkdown(source)) continue;
    const text = source.trim();
    const before = offset + source.indexOf(text);
    keep(before);
    const at = placed(before);
    nodes.push({ type: 'htmlText', children: parseInline(text, at.position?.start.offset), ...at });
    start = before + text.length;
  }
  if (nodes.length === 0) return undefined;
  keep(value.length);
  return nodes;
}

const maxNested = 50;

/** Updates `open`: the open elements, starting with the outermost one whose text is literal. */
function follow(name: string, isClosing: boolean, open: string[]): void {
  if (voidTags.has(name) || (open.length === 0 && !verbatim.has(name))) return;
  if (!isClosing) open.push(name);
  else {
    const at = open.slice(-maxNested).lastIndexOf(name);
    if (at !== -1) open.length += at - Math.min(open.length, maxNested);
  }
}
