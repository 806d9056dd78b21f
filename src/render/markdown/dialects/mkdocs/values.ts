// Removes what programs would add to MkDocs pages: unknown Jinja values, and links to generated documentation of code, which become text.
import type { PhrasingContent, Root } from 'mdast';
import { visit } from '../../../base/visit.js';
import { dropAddresses } from '../../syntax/addresses.js';
import type { ReportUnread } from '../../syntax/generator-syntax.js';
import { patternReader } from '../../syntax/scan.js';
import { emojiIn } from '../github.js';

export const unreadJinja = { name: '{{', generator: 'MkDocs (Jinja)', isContainer: false, isDropped: true };
export const mkdocstrings = { name: ':::', generator: 'mkdocstrings (documentation of code)' };

/** Invisible characters that mark unknown values, to tell them from braces in `raw`. `space` replaces each space, which a URL can't contain. */
const [mark, space] = ['\u2062', '\u2063'];
const marks = `[${mark}${space}]`;
const unreadValue = new RegExp(`\\{\\{${marks}[^{}]{1,300}\\}\\}`, 'g');
const unreadFile = new RegExp(`<(?:img|source|iframe)\\b[^<>]*\\{\\{${marks}[^<>]*>`, 'gi');
const unreadAttribute = new RegExp(`\\s[\\w:-]+=(?:"[^"]*\\{\\{${marks}[^"]*"|'[^']*\\{\\{${marks}[^']*')`, 'g');

/** Returns a marked unknown value, so that `dropValues` finds it in the tree. */
export const markedValue = (syntax: string): string =>
  syntax.replaceAll(' ', space).replace(new RegExp(`^\\{\\{(?!${space})`), `{{${mark}`);

/** Parses a brace as text. Jinja was rendered before, so remaining braces are text, such as the content of `raw`. */
export const readBrace = patternReader(
  { first: '{' },
  new RegExp(`\\{(?:\\{(?!${marks})|%(?!-?\\s{0,9}include\\b))`, 'y'),
  ([value]) => ({ kind: 'text', value }),
);

/** Removes unknown values, and links and images with one in their URL. In code, restores their source. */
export function dropValues(tree: Root, report: ReportUnread): void {
  dropAddresses(tree, unreadValue, () => unreadJinja, report);
  visit(tree, (node) => {
    if (node.type === 'code' || node.type === 'inlineCode')
      node.value = node.value.replace(unreadValue, (value) => value.replaceAll(mark, '').replaceAll(space, ' '));
    if (node.type === 'html') node.value = node.value.replace(unreadFile, '').replace(unreadAttribute, '');
    if (node.type === 'html' || node.type === 'text') node.value = node.value.replace(unreadValue, '');
    if (node.type === 'image' && node.alt) node.alt = node.alt.replace(unreadValue, '');
  });
}

const reference = /\[([^[\]]+)\]\[([^[\]]*)\]/g;
const dotted = /^[\w-]+(?:\.[\w-]+)+$/;

/** Converts `[text][package.name]` without a definition to its text. `[x][^1]` is a link and a footnote if `x` has a definition. */
export function readReferences(tree: Root, hasDocumentation: boolean, report: ReportUnread): void {
  const targets = new Map<string, string>();
  visit(tree, 'definition', ({ identifier, url }) => {
    targets.set(identifier, url);
  });
  visit(tree, (parent) => {
    if (!('children' in parent) || !parent.children.some(({ type }) => type === 'text')) return;
    const children = parent.children as PhrasingContent[];
    // A child that is not text counts as one character.
    const whole = children.map((child) => (child.type === 'text' ? child.value : '\ufffc')).join('');
    const kept = whole.split('');
    for (const { index: from, 0: syntax, 1: text = '', 2: name = '' } of whole.matchAll(reference)) {
      if (!hasDocumentation && !dotted.test(name)) continue;
      kept.fill('', from, from + 1).fill('', from + text.length + 1, from + syntax.length);
      report({ ...mkdocstrings, syntax: syntax.replaceAll('\ufffc', '…'), isContainer: true }, parent);
    }
    let start = 0;
    for (const child of children) {
      const end = start + (child.type === 'text' ? child.value.length : 1);
      if (child.type === 'text') child.value = kept.slice(start, end).join('');
      start = end;
    }
    parent.children = children.flatMap((child, index): PhrasingContent[] => {
      if (child.type !== 'text' || children[index + 1]?.type !== 'footnoteReference') return [child];
      const [whole, label = ''] = /\[([^[\]]{1,300})\]$/.exec(child.value) ?? [];
      const url = targets.get(label.toLowerCase());
      if (whole === undefined || url === undefined) return [child];
      const before = { ...child, value: child.value.slice(0, -whole.length) };
      return [before, { type: 'link', url, children: [{ type: 'text', value: label }], position: child.position }];
    }) as typeof parent.children;
  });
}

/** Matches an icon and its attributes. docgen doesn't include these icon sets. */
export const icons = /:(?:material|fontawesome|octicons|simple)-[a-z\d-]{1,80}:(?:\{[^{}\n]{0,200}\})?[ \t]?/g;

/** Returns a title without its quotes and icons. */
export const unquoted = (title: string | undefined) =>
  title
    ?.slice(1, -1)
    .replace(/\\(["\\])/g, '$1')
    .replace(icons, '');

/** Returns a tab's label as text, without tags and Markdown. */
export const plain = (label = '') =>
  emojiIn(
    label
      .replace(/<\/?[a-z][^<>]{0,300}>/gi, '')
      .replace(/`|\*\*/g, '')
      .replace(icons, ''),
  );
