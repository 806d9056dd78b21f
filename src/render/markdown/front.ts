// The front matter of a front page: `hero` of VitePress and Starlight, and `features` of VitePress.
import type { Paragraph, PhrasingContent, RootContent } from 'mdast';
import { isRecord } from '../../model/input/plain-data.js';
import { component } from './syntax/containers.js';

type Fields = Readonly<Record<string, unknown>>;

/** Maximum number of links and of cards. */
const max = { actions: 20, features: 60 };

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
const listOf = (value: unknown, most: number): readonly Fields[] =>
  Array.isArray(value) ? value.slice(0, most).map(fieldsOf) : [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Returns the content that a front page has above its text. `page` is its front matter. Links are resolved like those in the text. */
export function heroOf(page: unknown): RootContent[] {
  const { title, hero: written, features } = fieldsOf(page);
  const hero = fieldsOf(written);
  const leads = [hero['title'], hero['text'], hero['tagline']].map(textOf);
  const actions = listOf(hero['actions'], max.actions).flatMap(({ text, link }) => linkTo(textOf(link), textOf(text)));
  const image = imageOf(hero['image']);
  return [
    ...leads.filter((text) => text !== '' && text !== title).map((text) => paragraph([textNode(text)])),
    ...(actions.length > 0 ? [paragraph(spaced(actions), 'hero-actions')] : []),
    ...(image ? [paragraph([image])] : []),
    ...cardsOf(listOf(features, max.features)),
  ];
}

function cardsOf(features: readonly Fields[]): RootContent[] {
  const cards = features.flatMap(({ title, details, link, linkText }) => {
    const [name = '', about, href, more] = [title, details, link, linkText].map(textOf);
    const texts = [about, href && more].filter((text) => text).map((text) => paragraph([textNode(text ?? '')]));
    return name === '' ? [] : [component('Card', { title: name, ...(href && { href }) }, texts, undefined)];
  });
  return cards.length === 0 ? [] : [component('CardGrid', {}, cards, undefined)];
}

/** The image, or the one for light pages. VitePress's are static files, Starlight's `file` is next to the page. */
function imageOf(image: unknown): PhrasingContent | undefined {
  const { src, file, light, alt } = typeof image === 'string' ? { src: image } : fieldsOf(image);
  const isStatic = [src, light, fieldsOf(light)['src']].map((one) => textOf(one).replace(/^\.\//, '/'));
  const url = [textOf(file), ...isStatic].find((one) => one !== '');
  return url === undefined ? undefined : { type: 'image', url, alt: textOf(alt) };
}

function linkTo(url: string, text: string): PhrasingContent[] {
  if (text === '') return [];
  return url === '' ? [textNode(text)] : [{ type: 'link', url, children: [textNode(text)] }];
}

/** With blanks between links, for readers without styles. */
const spaced = (links: readonly PhrasingContent[]) =>
  links.flatMap((link, index) => (index === 0 ? [link] : [textNode(' '), link]));

const textNode = (value: string): PhrasingContent => ({ type: 'text', value });

const paragraph = (children: PhrasingContent[], name?: string): Paragraph => ({
  type: 'paragraph',
  children,
  ...(name !== undefined && { data: { hProperties: { className: [name] } } }),
});
