// Raw HTML that ends inside a comment, a tag or a quoted attribute. A browser would continue in the text that follows; here that is
// another node, with which the parser of raw HTML cannot continue.
import type { Root } from 'mdast';
import { visit } from '../visit.js';
import { matchAt } from './scan.js';

/** Cuts the unfinished end off each node of raw HTML, so that it does not hide what follows. */
export function dropUnfinished(tree: Root): void {
  visit(tree, 'html', (node) => {
    const start = unfinishedAt(node.value);
    if (start !== undefined) node.value = node.value.slice(0, start);
  });
}

/** Where the unfinished end begins; undefined where there is none. */
function unfinishedAt(html: string): number | undefined {
  for (let start = html.indexOf('<'); start !== -1; ) {
    const end = endOf(html, start);
    if (end === -1) return start;
    start = html.indexOf('<', end);
  }
  return undefined;
}

/** Index behind what begins with the `<` at `start`, or -1. */
function endOf(html: string, start: number): number {
  if (html.startsWith('<!--', start)) return behind(html, '-->', start + 4);
  if (matchAt(tagName, html, start)) return endOfTag(html, tagName.lastIndex);
  return /[!?/]/.test(html[start + 1] ?? '') ? behind(html, '>', start + 2) : start + 1;
}

function behind(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

const tagName = /<\/?[a-z][^\t\n\f\r />]*/iy;
const between = /[\t\n\f\r /]*/y;
const name = /=?[^\t\n\f\r />=]*/y;
const equals = /[\t\n\f\r ]*=[\t\n\f\r ]*/y;
const value = /"[^"]*"|'[^']*'|(?!["'])[^\t\n\f\r >]*/y;

/** By the states of HTML's tokenizer: a quote opens a value only behind `=`. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; ) {
    at = next(between, html, at);
    if (html[at] === '>') return at + 1;
    at = next(name, html, at);
    if (!matchAt(equals, html, at)) continue;
    at = equals.lastIndex;
    if (!matchAt(value, html, at)) return -1;
    at = value.lastIndex;
  }
  return -1;
}

/** Index behind a pattern that matches everywhere. */
function next(pattern: RegExp, html: string, at: number): number {
  matchAt(pattern, html, at);
  return pattern.lastIndex;
}
