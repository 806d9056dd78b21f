// Replaces frames by links, finds elements that are not published, and converts elements of Google's devsite dialect.
import type { Element, Root } from 'hast';
import { isImage } from '../../../model/content/parse/imports.js';
import type { Words } from '../../../model/labels/ui-text.js';
import { isUrl, parseUrl, splitUrl } from '../../../model/types/path.js';
import { replaceChild, replaceNodes, visit } from '../../base/visit.js';
import { calloutKind } from '../../markdown/syntax/callouts.js';
import { classesOf, element, text } from '../html/element.js';
import { unpublished } from '../print/allowlist.js';

/** Patterns of frame URLs, names, and starts of the URLs of videos. */
const sites: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/, 'YouTube', 'https://www.youtube.com/watch?v='],
  [/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/, 'Vimeo', 'https://vimeo.com/'],
]; // biome-ignore format: a table

/** Replaces frames by links, and frames of images by images. A frame without a URL, or with a forbidden one, is not published. */
export function linkEmbeds(tree: Root, words: Words): void {
  replaceNodes(tree, 'element', (node) => {
    if (!/^(?:iframe|embed|object|youtube)$/.test(node.tagName)) return undefined;
    const { src, data, dataSrc, videoId, title } = node.properties;
    const address =
      node.tagName === 'youtube'
        ? `https://www.youtube.com/embed/${String(videoId ?? node.properties['id'] ?? '')}`
        : String(src ?? dataSrc ?? data ?? '').trim();
    const target = embedTarget(address, words);
    if (!target && (address === '' || isUrl(address))) return undefined;
    const label = typeof title === 'string' ? title : '';
    const { href, title: name } = target ?? { href: address, title: '' }; // a link without text gets a name later
    const shown = isImage(splitUrl(address).path)
      ? element('img', { src: address, alt: label })
      : element('a', { href, className: ['embed'] }, [text(label || name)]);
    return [{ ...shown, ...(node.position && { position: node.position }) }];
  });
}

/** Returns the first element of each name that is not published. */
export function unpublishedElements(tree: Root): Element[] {
  const found = new Map<string, Element>();
  visit(tree, 'element', (node) => {
    if (unpublished.includes(node.tagName) && !found.has(node.tagName)) found.set(node.tagName, node);
  });
  return [...found.values()];
}

/** Returns the link for the URL of a frame, or undefined for a URL inside the hub. */
export function embedTarget(address: string, words: Words): { href: string; title: string } | undefined {
  for (const [pattern, name, href] of sites) {
    const id = pattern.exec(address)?.[1];
    if (id !== undefined) return { href: `${href}${id}`, title: words.text('videoOn', { site: name }) };
  }
  if (!/^(?:https?:)?\/\//i.test(address)) return undefined;
  const url = parseUrl(address, 'https://docgen.invalid');
  return url && { href: url.href, title: words.text('embedded', { site: url.hostname }) };
}

/** Converts `<aside class="note">` to a callout, and elements of devsite to their content. */
export function readDevsiteElements(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName.startsWith('devsite-') && parent && index !== undefined) {
      replaceChild(parent, index, node.children);
      return index;
    }
    if (node.tagName !== 'aside') return undefined;
    const classes = classesOf(node.properties);
    const kind = classes
      .map((name) => (name === 'special' || name === 'key-point' ? 'important' : calloutKind(name)))
      .find((name) => name !== undefined);
    if (kind === undefined) return undefined;
    node.tagName = 'div';
    node.properties['role'] = 'note';
    if (!classes.includes('callout')) node.properties['className'] = ['callout', `callout-${kind}`];
    return undefined;
  });
}
