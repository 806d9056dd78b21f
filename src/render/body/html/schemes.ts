// Renders images for light or dark pages only. The stylesheet hides the other one.
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

/** Matches fragments of GitHub and of Material for MkDocs. */
const fragment = /#(?:gh-(light|dark)-mode-only|only-(light|dark))$/;
/** Matches Starlight's class for content that is hidden in one color scheme. */
const hiddenIn = /(?:^|\s)(light|dark):sl-hidden(?:\s|$)/;

/** Converts the syntaxes of generators: a fragment in the URL of an image, a class, or a source of `<picture>`. */
export function readSchemes(node: Element): void {
  const { tagName, properties } = node;
  const [, github, material] = fragment.exec(String(properties['src'])) ?? [];
  const [, hidden] = hiddenIn.exec(classesOf(properties).join(' ')) ?? [];
  const scheme = github ?? material ?? (hidden && (hidden === 'dark' ? 'light' : 'dark'));
  if (tagName === 'img' && scheme !== undefined) {
    properties['src'] = String(properties['src']).replace(fragment, '');
    properties['className'] = [...classesOf(properties), `${scheme}-only`];
  }
  if (tagName !== 'picture') return;
  const elements: Element[] = []; // in MDX, each can be in its own paragraph
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
