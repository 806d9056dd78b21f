// Guesses the markup of an unknown component from its name and its literal props: a link, a video, an image, a title, a list of data.
import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { isImage } from '../../../model/content/parse/imports.js';
import { isRecord } from '../../../model/input/plain-data.js';
import type { Words } from '../../../model/labels/ui-text.js';
import { splitUrl } from '../../../model/types/path.js';
import namesJson from '../../markdown/syntax/names.json' with { type: 'json' };
import type { Props } from '../../markdown/syntax/scan.js';
import { textProp } from '../../markdown/syntax/values.js';
import { element, isBlank, text } from '../html/element.js';
import { bySchemes } from '../html/schemes.js';
import { embedTarget } from './foreign-elements.js';

export interface UnknownComponent {
  readonly name: string;
  readonly props: Props;
  readonly children: readonly ElementContent[];
  /** Context: next to text in a paragraph, alone in a paragraph, outside of paragraphs, or between the rows of a table. */
  readonly place: 'sentence' | 'paragraph' | 'block' | 'row';
  readonly words: Words;
}

/** Names of props by their likely content. `darkSources` are images for dark pages. */
const { factKeys, imageSources, darkSources, titles, descriptions, addresses } = namesJson.props;
const marks: ReadonlyMap<string, string> = new Map(Object.entries(namesJson.components.marks));

/** Returns the guessed markup, or undefined if the props are not sufficient. */
export function genericMarkup(component: UnknownComponent): ElementContent[] | undefined {
  const { name, props, place } = component;
  if (!/^[A-Z]/.test(name)) return undefined;
  const isEmpty = component.children.every(isBlank);
  if (place === 'row') return rowOf(component);
  const image = imageOf(props, /^(?:Image|Picture)$/.test(name));
  const shown = (isEmpty && image) || (videoOf(component) ?? linkOf(component) ?? image ?? titled(component));
  if (shown || !isEmpty) return shown;
  const mark = marks.get(name.replace(/Icon$/, ''));
  if (mark !== undefined) return [text(mark)];
  const lists = place === 'sentence' ? [] : listsIn(props, 0);
  return lists.length > 0 ? lists : factOf(component);
}

/** Returns a fact such as `<Since v="1.2" pkg="x" />`: the words of the name, and the literal props that are not about style. */
function factOf({ name, props, place }: UnknownComponent): ElementContent[] | undefined {
  const values = factKeys.flatMap((key) => textProp(props, key) ?? []);
  if (values.length === 0) return undefined;
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const fact = [
    text(`${words[0]?.toUpperCase()}${words.slice(1)}: `),
    ...values.flatMap((value, index) => [...(index > 0 ? [text(' ')] : []), code(value)]),
  ];
  return place === 'block' ? [element('p', {}, fact)] : fact;
}

/** Returns a row with a cell for each text. Its title is linked. */
function rowOf({ props, children }: UnknownComponent): ElementContent[] | undefined {
  const href = textProp(props, ...addresses);
  const title = titleOf(props);
  const cells = Object.entries(props).flatMap(([key, value]): ElementContent[] => {
    if (typeof value !== 'string' || value === href || /^(?:id|class|className)$/.test(key)) return [];
    if (key === 'code') return [code(value)];
    return [value === title && href !== undefined ? element('a', { href }, [text(value)]) : text(value)];
  });
  const all = [...cells.map((cell) => [cell]), ...(children.every(isBlank) ? [] : [[...children]])];
  const row = all.map((cell) => element('td', {}, cell));
  return all.length < 2 ? undefined : [element('tr', {}, row)];
}

const titleOf = (props: Props) => textProp(props, 'header', 'title', 'label', 'heading', 'name');

function videoOf({ name, props, place, words }: UnknownComponent): ElementContent[] | undefined {
  if (!/youtube|vimeo|video/i.test(name)) return undefined;
  const source = textProp(props, 'src', 'url', 'href');
  const id = textProp(props, 'id', 'videoId', 'videoid', 'video', 'youtubeId', 'youTubeId', 'embedId');
  const isId = id !== undefined && /^[\w-]{1,64}$/.test(id);
  const address =
    source ?? (isId ? `//${/vimeo/i.test(name) ? 'player.vimeo.com/video' : 'youtube.com/embed'}/${id}` : '');
  const own = source === undefined ? undefined : { href: source, title: words.text('video') };
  const found = embedTarget(address, words) ?? own;
  if (!found) return undefined;
  const link = element('a', { href: found.href, className: ['embed'] }, [text(titleOf(props) ?? found.title)]);
  return place === 'block' ? [element('p', { className: ['embed'] }, [link])] : [link];
}

/** Returns a link with the title or the content as text. Blocks follow the link. */
function linkOf({ name, props, children, place }: UnknownComponent): ElementContent[] | undefined {
  const href = textProp(props, 'href', 'to', 'link', 'url');
  if (href === undefined)
    return name === 'Link' && props['id'] ? [element('a', { id: String(props['id']) }, [...children])] : undefined;
  const title = titleOf(props);
  const link = (content: readonly ElementContent[]) => element('a', { href }, [...content]);
  const isEmpty = children.every(isBlank);
  if (title === undefined && place !== 'block') return [link(children)];
  if (title === undefined) return linkedContent(children, link);
  if (place !== 'block') return isEmpty ? [link([text(title)])] : [link([text(title)]), text(' '), ...children];
  const heading = element('p', { className: ['card-title'] }, [link([text(title)])]);
  const description = isEmpty ? textProp(props, 'description', 'desc', 'text') : undefined;
  const content = description === undefined ? children : [element('p', {}, [text(description)])];
  const isCard = /card|tile|box|feature/i.test(name) || !isEmpty;
  return [isCard ? element('div', { className: ['card'] }, [heading, ...content]) : element('p', {}, heading.children)];
}

/** Puts a link around the first line of text in the content, unless that line contains links. */
function linkedContent(children: readonly ElementContent[], link: (content: readonly ElementContent[]) => Element) {
  const isLine = (child: ElementContent): child is Element =>
    child.type === 'element' && /^(?:p|h[1-6])$/.test(child.tagName);
  const line = children.find(isLine);
  if (!line) return [element('p', {}, [link(children.some(isBlock) ? [] : children)]), ...children.filter(isBlock)];
  if (textOf(line).trim() !== '' && !hasLink(line)) line.children = [link(line.children)];
  return [...children];
}

const isBlock = (node: ElementContent) =>
  node.type === 'element' && /^(?:div|ul|ol|table|section|pre|figure|details|blockquote|dl)$/.test(node.tagName);

function hasLink(node: Element): boolean {
  return node.children.some((child) => child.type === 'element' && (child.tagName === 'a' || hasLink(child)));
}

function imageOf(props: Props, isForImages: boolean): ElementContent[] | undefined {
  const { sources, width, height, alt } = props;
  const all: Props = { ...props, ...(isRecord(sources) && sources) };
  const isShown = (url?: string) => url !== undefined && (isForImages || [url, splitUrl(url).path].some(isImage));
  const urlIn = (names: readonly string[]) => names.map((name) => textProp(all, name)).find(isShown);
  const [light, dark] = [urlIn(imageSources), urlIn(darkSources)];
  const src = light ?? dark;
  if (src === undefined) return undefined;
  const shownAlt = typeof alt === 'string' ? alt : (textProp(props, 'title', 'caption') ?? '');
  const size = Object.entries({ width, height }).filter(([, value]) => ['string', 'number'].includes(typeof value));
  const className = textProp(props, 'class')?.split(/\s+/); // an image can be for light or dark pages only
  const image = element('img', { src, alt: shownAlt, className, ...Object.fromEntries(size) });
  return light === undefined || dark === undefined || light === dark ? [image] : bySchemes(image, dark);
}

function titled({ props, children, place }: UnknownComponent): ElementContent[] | undefined {
  const title = textProp(props, 'title', 'header', 'summary', 'heading');
  const description = children.every(isBlank) ? textProp(props, 'description', 'desc') : undefined;
  const content = description === undefined ? [...children] : [text(description)];
  if (title === undefined || place === 'sentence' || content.every(isBlank)) return undefined;
  const strong = element('strong', {}, [text(title)]);
  if (place !== 'block') return [strong, text(' '), ...content];
  return [element('p', {}, [strong]), ...(description === undefined ? content : [element('p', {}, content)])];
}

const maxDepth = 8;

/** Returns the lists of named entries in the values of some props. */
function listsIn(map: Props, depth: number): Element[] {
  if (depth > maxDepth) return [];
  return Object.values(map).flatMap((value) => {
    if (!Array.isArray(value) || value.length === 0 || !value.every(isNamed)) return [];
    const items = value.map((entry) => element('li', {}, entryOf(entry, depth)));
    return [element('ul', {}, items)];
  });
}

const isNamed = (value: unknown): value is Props => isRecord(value) && first(value as Props, titles) !== '';

function entryOf(entry: Props, depth: number): ElementContent[] {
  const title = first(entry, titles);
  const href = first(entry, addresses);
  const type = first(entry, ['type']);
  const isCode = href === '' && (type !== '' || /^[\w$.[\]]+\(?\)?$/.test(first(entry, ['name'])));
  const named = isCode ? code(title) : href === '' ? strong(title) : element('a', { href }, [text(title)]);
  const { isOptional, optional, required, isRequired } = entry;
  const canBeAbsent = isOptional === true || optional === true || required === false || isRequired === false;
  const description = first(entry, descriptions);
  return [
    named,
    ...(type === '' || type === title ? [] : [text(' '), code(type)]),
    ...(canBeAbsent ? [text(' (optional)')] : []),
    ...(description === '' ? [] : [text(': '), ...withCode(description)]),
    ...listsIn(entry, depth + 1),
  ];
}

const first = (map: Props, keys: readonly string[]) => textProp(map, ...keys) ?? '';
const code = (value: string) => element('code', {}, [text(value)]);
const strong = (value: string) => element('strong', {}, [text(value)]);

/** Converts a description in data, in which only inline code is Markdown. */
function withCode(value: string): ElementContent[] {
  const parts = value.split('`');
  if (parts.length % 2 === 0) return [text(value)];
  return parts.flatMap((part, index) => (part === '' ? [] : [index % 2 === 1 ? code(part) : text(part)]));
}
