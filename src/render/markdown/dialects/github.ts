// Syntax of GitHub and GitLab.
import { nameToEmoji } from 'gemoji';
import type { Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { replaceNodes, visit } from '../../base/visit.js';
import { callout, calloutKind, matchStart } from '../syntax/callouts.js';
import type { ComponentNode } from '../syntax/containers.js';

const alertMarker = /^\[!([A-Za-z]+)\][+-]?[ \t]*([^\n]*)(?:\n|$)/;

export function readAlerts(tree: Root | ComponentNode): void {
  replaceNodes(tree, 'blockquote', ({ children: [first, ...others], position }) => {
    const start = matchStart(first, alertMarker);
    const [, name = '', title = ''] = start?.match ?? [];
    const type = calloutKind(name);
    if (!start || type === undefined) return undefined;
    const alert = callout({ type, title: emojiIn(title.trim()) || undefined }, [...start.rest, ...others], position);
    readAlerts(alert);
    return [alert];
  });
}

const shortcode = /:(\+1|-?[a-z0-9_]+(?:-[a-z0-9_]+)*):/g;

/** Replaces `:rocket:` by 🚀. Unknown names stay. */
export function readEmoji(tree: Root): void {
  visit(tree, 'text', (node) => {
    node.value = emojiIn(node.value);
  });
}

export const emojiIn = (text: string): string =>
  text.replace(shortcode, (whole, name: string) => {
    // Twemoji's `man_raising_hand` is `raising_hand_man` elsewhere.
    const known = [name, name.replace(/^((?:wo)?man)_(?:in_)?(.+)$/, '$2_$1')].find((one) =>
      Object.hasOwn(nameToEmoji, one),
    );
    return known === undefined ? whole : (nameToEmoji[known] ?? whole);
  });

const tocMarker = /^(?:\[\[_?toc_?\]\]|\[toc\]|\{\{\s*toc\s*\}\}|\$\{toc\}|\{:toc\}|@\[toc\])$/i;

/** Removes `[[_TOC_]]` and similar markers, because every page has a table of contents. */
export function dropTocMarkers(tree: Root): void {
  replaceNodes(tree, 'paragraph', (node) => {
    const isMarker = tocMarker.test(textOf(node).trim()) && !node.children.some(({ type }) => type === 'inlineCode');
    return isMarker ? [] : undefined;
  });
}
