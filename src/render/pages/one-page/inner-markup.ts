// Converts a body to a chapter of a single-page view: ids get a prefix, links point to chapters, headings move one level down.
import { decodeHTMLAttribute } from 'entities';
import { decodeAddress, splitUrl } from '../../../model/types/path.js';
import { printedTag } from '../../base/printed-tags.js';
import attributes from './attributes.json' with { type: 'json' };

/** A link inside the page. Its anchor is checked after all chapters are made. */
export interface InnerLink {
  /** Id of a chapter, or of the start of the page. */
  readonly chapter: string;
  /** Id on the chapter's own page, '' for the chapter itself. */
  readonly id: string;
}

export interface InnerMarkup {
  readonly pieces: readonly (string | InnerLink)[];
  /** Ids of its elements, with prefix. */
  readonly ids: readonly string[];
}

interface InnerContext {
  readonly chapter: string;
  readonly chapterAt: (href: string) => string | undefined;
}

/** Returns the id of an element of a chapter. Ids of chapters contain no colon, so the text before the first colon is the chapter. */
export const innerId = (chapter: string, id: string): string => `${chapter}:${id}`;

// Matches tags with attributes. Skips most tags, because they color code or have no attributes.
const tag = printedTag('(?!span class="[^"]*">)(?:h[1-6](?=[ >])|[a-z][a-z0-9-]*(?= ))');
const heading = /^h[1-6]$/;

/** How an attribute references elements: one id, several ids, the name of a map after `#`, or a URL. */
const kinds = new Map(
  Object.entries(attributes).flatMap(([kind, list]) => list.split(' ').map((name) => [name, kind] as const)),
);

const names = [...kinds.keys()].join('|');
const named = new RegExp(` (${names})="([^"]*)"`, 'g');
const isNaming = new RegExp(` (?:${names})="|url\\(`);
/** Matches a reference to an element of the same document, in an attribute of an SVG. */
const paint = /url\((["']|&quot;|&#x22;)?#/g;

export function innerMarkup(html: string, context: InnerContext): InnerMarkup {
  const pieces: (string | InnerLink)[] = [];
  const ids: string[] = [];
  let [text, end] = ['', 0];
  const add = (piece: string | InnerLink) => {
    if (typeof piece === 'string') text += piece;
    else {
      pieces.push(text, piece);
      text = '';
    }
  };
  for (const match of html.matchAll(tag)) {
    const [whole, slash = '', name = '', attributes = ''] = match;
    const isHeading = name.length === 2 && heading.test(name);
    const isChanged = attributes !== '' && isNaming.test(attributes);
    const isRegion = name === 'section' && attributes.includes(' aria-label="');
    if (!isHeading && !isChanged && !isRegion) continue;
    add(html.slice(end, match.index));
    end = match.index + whole.length;
    add(`<${slash}${isHeading ? lower(name) : name}`);
    const label = isRegion ? attributes.replace(/ aria-label="[^"]*/, `$& (${context.chapter})`) : attributes;
    const own = isHeading ? lowerClasses(label) : label;
    if (isChanged) ids.push(...rename(own, context, add));
    else add(own);
    add('>');
  }
  add(html.slice(end));
  return { pieces: [...pieces, text], ids };
}

/** Moves a heading one level down. Level 6 stays, because screen readers and PDF have no level 7. */
const lower = (name: string) => `h${Math.min(6, Number(name.slice(1)) + 1)}`;

/** Moves the level in the class of a heading down. The class sets the size if the author skipped a level. */
const lowerClasses = (attributes: string) =>
  attributes.replace(/(?<= class="(?:[^"]* )?)h[1-6](?=[ "])/g, (name) => lower(name));

/** Renames the ids in attributes, and returns those of the element itself. */
function rename(attributes: string, context: InnerContext, add: (piece: string | InnerLink) => void): string[] {
  const { chapter } = context;
  const ids: string[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: value = '', index } of attributes.matchAll(named)) {
    add(painted(attributes.slice(end, index), chapter));
    end = index + whole.length;
    const kind = kinds.get(name);
    if (kind === 'address') {
      add(` ${name}="`);
      add(linkIn(value, context) ?? value);
      add('"');
      continue;
    }
    const own = kind === 'ids' ? value.split(/\s+/).filter(Boolean) : [value.replace(kind === 'map' ? /^#/ : '', '')];
    const renamed = own.map((id) => innerId(chapter, id)).join(' ');
    if (name === 'id') ids.push(decoded(renamed));
    add(` ${name}="${kind === 'map' ? '#' : ''}${renamed}"`);
  }
  add(painted(attributes.slice(end), chapter));
  return ids;
}

const painted = (attributes: string, chapter: string) =>
  attributes.includes('url(') ? attributes.replace(paint, (whole) => `${whole}${innerId(chapter, '')}`) : attributes;

const decoded = (value: string) => (value.includes('&') ? decodeHTMLAttribute(value) : value);

/** Returns the chapter and id that a URL points to, or undefined if it points to another page. */
function linkIn(value: string, { chapter, chapterAt }: InnerContext): InnerLink | undefined {
  const { path, fragment } = splitUrl(decoded(value));
  const target = path === '' ? chapter : chapterAt(path);
  if (target === undefined) return undefined;
  const id = decodeAddress(fragment);
  return { chapter: target, id: id === 'top' ? '' : id };
}
