// The markup of a body as it stands among others on one page: its ids are in a name space of their own, links to pages that are on the
// same page lead to them there, and its headings are one level below those of its own page.
import { decodeHTMLAttribute } from 'entities';
import { decodeAddress } from '../../../model/path.js';

/** A link inside of the page; whether the place is there is known when all of it is made. */
export interface InnerLink {
  /** Id of a chapter, or of the frame. */
  readonly chapter: string;
  /** As the page of the chapter has it; '' for the chapter itself. */
  readonly id: string;
}

export interface InnerMarkup {
  readonly pieces: readonly (string | InnerLink)[];
  /** Ids of its elements, as they are on the page. */
  readonly ids: readonly string[];
}

export interface InnerContext {
  /** Id of the chapter. */
  readonly chapter: string;
  /** The chapter of a page, by its address. */
  readonly chapterAt: (href: string) => string | undefined;
}

/** The id of an element of a chapter. No chapter's own id has a colon: what is before the first one says whose it is. */
export function innerId(chapter: string, id: string): string {
  return `${chapter}:${id}`;
}

// A body is printed in lower case, with quoted values and no `<` but of a tag: as inert.ts takes it, too. Most tags are of code or have no
// attributes, and are passed over.
const tag =
  /<(?!span class="[^"]*">)(\/(?=h[1-6]>)|)(h[1-6](?=[ >])|[a-z][a-z0-9-]*(?= ))((?: [^\s"=<>]+(?:="[^"]*")?)*)>/g;
const heading = /^h[1-6]$/;

/** As what an attribute names elements: one or several ids, the name of a map behind `#`, an address. */
const kinds: ReadonlyMap<string, 'id' | 'ids' | 'map' | 'address'> = new Map([
  ...['id', 'name', 'for', 'list', 'form', 'anchor', 'popovertarget', 'aria-activedescendant'].map(
    (name) => [name, 'id'] as const,
  ),
  ...[
    'headers',
    'itemref',
    ...'labelledby describedby controls owns flowto details errormessage'.split(' ').map((name) => `aria-${name}`),
  ].map((name) => [name, 'ids'] as const),
  ...['href', 'xlink:href'].map((name) => [name, 'address'] as const),
  ['usemap', 'map'],
]);

const names = [...kinds.keys()].join('|');
const named = new RegExp(` (${names})="([^"]*)"`, 'g');
const isNaming = new RegExp(` (?:${names})="|url\\(`);
/** An element of the same document, in an attribute of a drawing. */
const paint = /url\((["']|&quot;|&#x22;)?#/g;

/** The markup of a body whose holes are filled. */
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
    if (!isHeading && !isChanged) continue;
    add(html.slice(end, match.index));
    end = match.index + whole.length;
    add(`<${slash}${isHeading ? lower(name) : name}`);
    const own = isHeading ? lowerClasses(attributes) : attributes;
    if (isChanged) rename(own, context, { add, ids });
    else add(own);
    add('>');
  }
  add(html.slice(end));
  return { pieces: [...pieces, text], ids };
}

/** There is no level below the sixth: readers of screens and of PDF know no other. */
const lower = (name: string) => `h${Math.min(6, Number(name.slice(1)) + 1)}`;

/** A heading looks as its class says where its author skipped a level. */
function lowerClasses(attributes: string): string {
  return attributes.replace(
    / class="([^"]*)"/,
    (_, classes: string) =>
      ` class="${classes
        .split(' ')
        .map((one) => (heading.test(one) ? lower(one) : one))
        .join(' ')}"`,
  );
}

interface Sink {
  readonly add: (piece: string | InnerLink) => void;
  readonly ids: string[];
}

function rename(attributes: string, context: InnerContext, { add, ids }: Sink): void {
  const { chapter } = context;
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
}

const painted = (attributes: string, chapter: string) =>
  attributes.includes('url(') ? attributes.replace(paint, (whole) => `${whole}${innerId(chapter, '')}`) : attributes;

const decoded = (value: string) => (value.includes('&') ? decodeHTMLAttribute(value) : value);

/** Where an address leads on the page; undefined where it leads elsewhere. */
function linkIn(value: string, { chapter, chapterAt }: InnerContext): InnerLink | undefined {
  const [, path = '', , fragment = ''] = /^([^?#]*)(\?[^#]*)?(?:#([\s\S]*))?$/.exec(decoded(value)) ?? [];
  const target = path === '' ? chapter : chapterAt(path);
  if (target === undefined) return undefined;
  const id = decodeAddress(fragment);
  return { chapter: target, id: id === 'top' ? '' : id };
}
