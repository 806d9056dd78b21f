// What another site would show in a frame becomes a link to it.
import type { Root } from 'hast';
import type { Words } from '../../../model/labels/words.js';
import { parseUrl } from '../../../model/path.js';
import { SKIP, visit } from '../../markdown/visit.js';
import { element } from '../html/element.js';

const sites: readonly (readonly [RegExp, string, (id: string) => string])[] = [
  [
    /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/,
    'YouTube',
    (id) => `https://www.youtube.com/watch?v=${id}`,
  ],
  [/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/, 'Vimeo', (id) => `https://vimeo.com/${id}`],
];

/** Frames and embeds become links with a title. */
export function linkEmbeds(tree: Root, words: Words): void {
  visit(tree, 'element', (node, index, parent) => {
    if (!/^(?:iframe|embed|object|youtube)$/.test(node.tagName) || !parent || index === undefined) return undefined;
    const { src, data, dataSrc, videoId, title } = node.properties;
    const address =
      node.tagName === 'youtube'
        ? `https://www.youtube.com/embed/${String(videoId ?? node.properties['id'] ?? '')}`
        : String(src ?? dataSrc ?? data ?? '');
    const target = embedTarget(address.trim(), words);
    if (!target) return undefined;
    const label = typeof title === 'string' && title !== '' ? title : target.title;
    const link = element('a', { href: target.href, className: ['embed'] }, [{ type: 'text', value: label }]);
    parent.children.splice(index, 1, { ...link, ...(node.position && { position: node.position }) });
    return [SKIP, index + 1];
  });
}

/** Where the address of a frame leads a reader; undefined for one in the hub. */
export function embedTarget(address: string, words: Words): { href: string; title: string } | undefined {
  for (const [pattern, name, href] of sites) {
    const id = pattern.exec(address)?.[1];
    if (id !== undefined) return { href: href(id), title: words.text('videoOn', { site: name }) };
  }
  if (!/^(?:https?:)?\/\//i.test(address)) return undefined;
  const url = parseUrl(address, 'https://docgen.invalid');
  return url && { href: url.href, title: words.text('embedded', { site: url.hostname }) };
}
