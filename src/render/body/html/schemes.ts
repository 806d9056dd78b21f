// Images for light or dark pages only: the stylesheet hides the other one.
import type { Element } from 'hast';
import { visit } from '../../base/visit.js';
import { classesOf, element } from './element.js';

/** Returns an image for light pages and one for dark pages. */
export function bySchemes(light: Element, darkSrc: string): [Element, Element] {
  const { alt, width, height } = light.properties;
  const dark = element('img', { src: darkSrc, alt, width, height });
  for (const [image, name] of [
    [light, 'light-only'],
    [dark, 'dark-only'],
  ] as const)
    image.properties['className'] = [...classesOf(image.properties), name];
  return [light, dark];
}

const fragment = /#gh-(light|dark)-mode-only$/;

/** Reads how GitHub writes them: a fragment in the URL of an image, or a source of `<picture>`. */
export function readSchemes(node: Element): void {
  const { tagName, properties } = node;
  const scheme = tagName === 'img' ? fragment.exec(String(properties['src']))?.[1] : undefined;
  if (scheme !== undefined) {
    properties['src'] = String(properties['src']).replace(fragment, '');
    properties['className'] = [...classesOf(properties), `${scheme}-only`];
  }
  if (tagName !== 'picture') return;
  const elements: Element[] = []; // in MDX, each can be in a paragraph
  visit(node, 'element', (child) => void elements.push(child));
  const image = elements.find((child) => child.tagName === 'img');
  const sourceOf = (name: string) => {
    const source = elements.find(
      (child) =>
        child.tagName === 'source' && String(child.properties['media']).includes(`prefers-color-scheme: ${name}`),
    );
    return source && /^\s*(\S+?),?(?:\s|$)/.exec(String(source.properties['srcSet']))?.[1];
  };
  const dark = sourceOf('dark');
  if (!image || dark === undefined) return;
  image.properties['src'] = sourceOf('light') ?? image.properties['src'];
  Object.assign(node, { tagName: 'span', children: bySchemes(image, dark) });
}
