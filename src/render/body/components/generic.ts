// What a component that nobody registered most likely shows, by its name and its literal props: a link, a video, an image, a title.
import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Words } from '../../../model/labels/words.js';
import type { Props } from '../../markdown/syntax/scan.js';
import { element, isBlank } from '../html/element.js';
import { embedTarget } from './embeds.js';
import { dataMarkup } from './generic-data.js';

export interface UnknownComponent {
  readonly name: string;
  readonly props: Props;
  readonly children: readonly ElementContent[];
  /** `sentence`: beside text in a paragraph; `paragraph`: alone in one; `block`: outside of any. */
  readonly place: 'sentence' | 'paragraph' | 'block';
  readonly words: Words;
}

/** Its markup; undefined where its props say nothing. */
export function genericMarkup(component: UnknownComponent): ElementContent[] | undefined {
  const { name, props, place } = component;
  if (!/^[A-Z]/.test(name)) return undefined;
  const shown = videoOf(name, props, component) ?? linkOf(component) ?? imageOf(props) ?? titled(component);
  if (shown || !component.children.every(isBlank)) return shown;
  return iconOf(name) ?? (place === 'sentence' ? undefined : dataMarkup(props));
}

const icons: readonly (readonly [RegExp, string])[] = [
  [/^(?:Check|CheckMark|Checkmark|Tick|Yes)(?:Icon)?$/, '✓'],
  [/^(?:Cross|CrossMark|Crossmark|No)(?:Icon)?$/, '✗'],
];

/** The mark of a table of what is supported. */
function iconOf(name: string): ElementContent[] | undefined {
  const mark = icons.find(([pattern]) => pattern.test(name))?.[1];
  return mark === undefined ? undefined : [text(mark)];
}

/** The first of some props that is a text. */
function textProp(props: Props, ...names: readonly string[]): string | undefined {
  const texts = names.map((name) => (Object.hasOwn(props, name) ? props[name] : undefined));
  return texts.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.trim();
}

const titleOf = (props: Props) => textProp(props, 'header', 'title', 'label', 'heading', 'name');
const text = (value: string) => ({ type: 'text', value }) as const;

function videoOf(name: string, props: Props, { place, words }: UnknownComponent): ElementContent[] | undefined {
  if (!/youtube|vimeo|video/i.test(name)) return undefined;
  const source = textProp(props, 'src', 'url', 'href');
  const id = textProp(props, 'id', 'videoId', 'videoid', 'video', 'youtubeId', 'youTubeId', 'embedId');
  const found =
    source === undefined
      ? videoTarget(name, id, words)
      : (embedTarget(source, words) ?? { href: source, title: words.text('video') });
  if (!found) return undefined;
  const link = element('a', { href: found.href, className: ['embed'] }, [text(titleOf(props) ?? found.title)]);
  return place === 'block' ? [element('p', { className: ['embed'] }, [link])] : [link];
}

function videoTarget(name: string, id: string | undefined, words: Words): { href: string; title: string } | undefined {
  if (id === undefined || !/^[\w-]{1,64}$/.test(id)) return undefined;
  return embedTarget(/vimeo/i.test(name) ? `//player.vimeo.com/video/${id}` : `//youtube.com/embed/${id}`, words);
}

/** A link whose text is its title, or its content; what does not fit into a link stands below it. */
function linkOf({ name, props, children, place }: UnknownComponent): ElementContent[] | undefined {
  const href = textProp(props, 'href', 'to', 'link', 'url');
  if (href === undefined) return undefined;
  const title = titleOf(props);
  const link = (content: readonly ElementContent[]) => element('a', { href }, [...content]);
  const isEmpty = children.every(isBlank);
  if (title === undefined && place !== 'block') return [link(children)];
  if (title === undefined) return linkedContent(children, link);
  if (place !== 'block') return isEmpty ? [link([text(title)])] : [link([text(title)]), text(' '), ...children];
  const heading = element('p', { className: ['card-title'] }, [link([text(title)])]);
  const description = isEmpty ? textProp(props, 'description', 'desc', 'text') : undefined;
  const content = description === undefined ? children : [element('p', {}, [text(description)])];
  return [
    /card|tile|box|feature/i.test(name) || !isEmpty
      ? element('div', { className: ['card'] }, [heading, ...content])
      : element('p', {}, heading.children),
  ];
}

/** Content with the link around its first line of text that is no link itself; alone where there is no text. */
function linkedContent(children: readonly ElementContent[], link: (content: readonly ElementContent[]) => Element) {
  const line = children.find((child) => child.type === 'element' && /^(?:p|h[1-6])$/.test(child.tagName)) as
    | Element
    | undefined;
  if (!line) return [element('p', {}, [link(children.some(isBlock) ? [] : children)]), ...children.filter(isBlock)];
  if (textOf(line).trim() !== '' && !hasLink(line)) line.children = [link(line.children)];
  return [...children];
}

const isBlock = (node: ElementContent) =>
  node.type === 'element' && /^(?:div|ul|ol|table|section|pre|figure|details|blockquote|dl)$/.test(node.tagName);

function hasLink(node: Element): boolean {
  return node.children.some((child) => child.type === 'element' && (child.tagName === 'a' || hasLink(child)));
}

/** Of an image in two colours, the one for light pages first. */
const themedSources = ['srcLight', 'lightSrc', 'srcDark', 'darkSrc'] as const;

function imageOf(props: Props): ElementContent[] | undefined {
  const src = textProp(props, 'src', 'image', 'img', ...themedSources);
  if (src === undefined || !/\.(?:png|jpe?g|gif|svg|webp|avif)(?:[?#]|$)/i.test(src)) return undefined;
  return [element('img', { src, alt: textProp(props, 'alt', 'caption', 'title') ?? '' })];
}

/** A title above the content that it belongs to. */
function titled({ props, children, place }: UnknownComponent): ElementContent[] | undefined {
  const title = textProp(props, 'title', 'header', 'summary', 'heading');
  const description = children.every(isBlank) ? textProp(props, 'description', 'desc') : undefined;
  const content = description === undefined ? [...children] : [text(description)];
  if (title === undefined || place === 'sentence' || content.every(isBlank)) return undefined;
  const strong = element('strong', {}, [text(title)]);
  if (place !== 'block') return [strong, text(' '), ...content];
  return [element('p', {}, [strong]), ...(description === undefined ? content : [element('p', {}, content)])];
}
