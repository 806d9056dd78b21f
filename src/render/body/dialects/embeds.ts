// What another site would show in a frame becomes a link to it; devsite's own elements become ours.
import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { parseUrl } from '../../../model/path.js';
import { classesOf, element } from '../html/element.js';
import { replaceChild, SKIP, visit } from '../visit.js';
import { calloutKind } from './callouts.js';
import { groupPrefix } from './tabs.js';

const sites: readonly (readonly [RegExp, string, (id: string) => string])[] = [
  [
    /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/,
    'YouTube',
    (id) => `https://www.youtube.com/watch?v=${id}`,
  ],
  [/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/, 'Vimeo', (id) => `https://vimeo.com/${id}`],
];

/** Frames and embeds become links with a title. */
export function linkEmbeds(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (!/^(?:iframe|embed|object|youtube)$/.test(node.tagName) || !parent || index === undefined) return undefined;
    const { src, data, dataSrc, videoId, title } = node.properties;
    const address =
      node.tagName === 'youtube'
        ? `https://www.youtube.com/embed/${String(videoId ?? node.properties['id'] ?? '')}`
        : String(src ?? dataSrc ?? data ?? '');
    const target = targetOf(address.trim());
    if (!target) return undefined;
    const label = typeof title === 'string' && title !== '' ? title : target.title;
    const link = element('a', { href: target.href, className: ['embed'] }, [{ type: 'text', value: label }]);
    parent.children.splice(index, 1, { ...link, ...(node.position && { position: node.position }) });
    return [SKIP, index + 1];
  });
}

function targetOf(address: string): { href: string; title: string } | undefined {
  for (const [pattern, name, href] of sites) {
    const id = pattern.exec(address)?.[1];
    if (id !== undefined) return { href: href(id), title: `Video on ${name}` };
  }
  if (!/^(?:https?:)?\/\//i.test(address)) return undefined;
  const url = parseUrl(address, 'https://docgen.invalid');
  return url && { href: url.href, title: `Embedded page on ${url.hostname}` };
}

/** `<aside class="note">` as a callout, `<devsite-selector>` as tabs, `<devsite-code>` and others as their content. */
export function readDevsiteElements(tree: Root): void {
  let groups = 0;
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'aside') {
      const classes = classesOf(node.properties);
      const kind = classes
        .map((name) => (name === 'special' || name === 'key-point' ? 'important' : calloutKind(name)))
        .find((name) => name !== undefined);
      if (kind !== undefined) {
        node.tagName = 'div';
        node.properties['role'] = 'note';
      }
      if (kind !== undefined && !classes.includes('callout'))
        node.properties['className'] = ['callout', `callout-${kind}`];
      return undefined;
    }
    if (!node.tagName.startsWith('devsite-') || !parent || index === undefined) return undefined;
    const isSection = (child: ElementContent): child is Element =>
      child.type === 'element' && child.tagName === 'section';
    const sections = node.tagName === 'devsite-selector' ? node.children.filter(isSection) : [];
    if (sections.length === 0) {
      replaceChild(parent, index, node.children);
      return index;
    }
    groups += 1;
    parent.children.splice(index, 1, tabsOf(sections, `${groupPrefix}s${groups}`));
    return index;
  });
}

function tabsOf(sections: readonly Element[], group: string): Element {
  const panels = sections.map((section, number): Element => {
    const title = section.children.find(
      (child): child is Element => child.type === 'element' && /^h[1-6]$/.test(child.tagName),
    );
    const content = section.children.filter((child) => child !== title);
    const summary = element('summary', {}, [
      { type: 'text', value: title ? textOf(title).trim() : `Tab ${number + 1}` },
    ]);
    return element('details', { name: group, ...(number === 0 && { open: true }) }, [
      summary,
      element('div', { className: ['tab'] }, content),
    ]);
  });
  return element('div', { className: ['tabs'] }, panels);
}
