// Replaces frames of other sites by links.
import type { Root } from 'hast';
import type { Words } from '../../../model/labels/words.js';
import { parseUrl } from '../../../model/types/path.js';
import { replaceNodes } from '../../base/visit.js';
import { element, text } from '../html/element.js';

/** Patterns of frame URLs, names, and starts of the URLs of videos. */
const sites: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/, 'YouTube', 'https://www.youtube.com/watch?v='],
  [/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/, 'Vimeo', 'https://vimeo.com/'],
]; // biome-ignore format: a table

export function linkEmbeds(tree: Root, words: Words): void {
  replaceNodes(tree, 'element', (node) => {
    if (!/^(?:iframe|embed|object|youtube)$/.test(node.tagName)) return undefined;
    const { src, data, dataSrc, videoId, title } = node.properties;
    const address =
      node.tagName === 'youtube'
        ? `https://www.youtube.com/embed/${String(videoId ?? node.properties['id'] ?? '')}`
        : String(src ?? dataSrc ?? data ?? '');
    const target = embedTarget(address.trim(), words);
    if (!target) return undefined;
    const label = typeof title === 'string' && title !== '' ? title : target.title;
    const link = element('a', { href: target.href, className: ['embed'] }, [text(label)]);
    return [{ ...link, ...(node.position && { position: node.position }) }];
  });
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
