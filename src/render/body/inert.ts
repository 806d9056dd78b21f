// A second look at markup that sanitize.ts let through, or that lay in a cache where others may have written: one pass, by other means
// than the sanitiser's own. It knows only what bodies are printed as: lower case, each value quoted, no `<` but of a tag.

import { isPrintedSvg } from '../svg/print.js';
import type { Fragment } from './fragment.js';
import { mathAttributes, mathElements } from './math/allowed.js';
import { schema } from './print/sanitize.js';

/** What docgen makes of formulas; an author's own `<math>` the sanitiser has taken away. */
const isMath = new Set(mathElements);
const allowedElements = new Set([...(schema.tagNames ?? []), ...mathElements]);
const ofMath = new Set(Object.keys(mathAttributes));
const attributes = new Map(
  Object.entries(schema.attributes ?? {}).map(([tag, entries]) => [
    tag,
    new Set(entries.map((entry) => htmlName(typeof entry === 'string' ? entry : entry[0]))),
  ]),
);

/** `className` → `class`, `ariaLabel` → `aria-label`, `dateTime` → `datetime`. */
function htmlName(property: string): string {
  if (property === 'className') return 'class';
  if (property === 'htmlFor') return 'for';
  return property
    .replace(/^(aria|data)(?=[A-Z])/, '$1-')
    .replace(/[A-Z]/g, (letter, at: number) =>
      (at > 5 && property.startsWith('data') ? `-${letter}` : letter).toLowerCase(),
    );
}

// They stand for holes: for attributes, and for a whole image. An author's own are no such marks.
const [inTag, inText] = ['\u0001', '\u0002'];
const tag = /<(\/?)([a-z][a-z0-9-]*)((?: [a-z][a-z0-9-]*(?:="[^"<\u0001\u0002]*")?|\u0001)*)>/y;
const attribute = / ([a-z][a-z0-9-]*)(?:="([^"]*)")?/y;

const anyOf = (names: Iterable<string>) => `(?:${[...names].join('|')})`;
const addresses = new Set(['href', 'src', 'poster', 'cite']);
const harmless = [...(attributes.get('*') ?? [])].filter((name) => !addresses.has(name));
const ofHtml = [...allowedElements].filter((name) => !isMath.has(name));
/** A tag that may be anywhere, with what every element may have, and the text before it: most tags of most bodies. */
const plain = new RegExp(
  `[^<]*<(?:/?${anyOf(allowedElements)}|${anyOf(ofHtml)}(?: ${anyOf(harmless)}="[^"<${inTag}${inText}]*")+)>`,
  'y',
);

/** What of a body reaches a page as markup. */
interface InertBody {
  readonly html: Fragment;
  readonly diagrams: readonly { readonly svg: string }[];
}

/** True where nothing in a body can run, load or leave the page by itself. */
export function isInert({ html, diagrams }: InertBody): boolean {
  if (!diagrams.every(({ svg }) => isPrintedSvg(svg))) return false;
  if (html.chunks.length !== html.holes.length + 1) return false;
  if (!html.holes.every((hole) => areAllowed('img', hole.attributes))) return false;
  const tags = joined(html);
  let holes = html.holes.filter(({ kind }) => isOfTag(kind)).length;
  plain.lastIndex = 0;
  for (let end = 0; ; plain.lastIndex = end) {
    while (plain.test(tags)) end = plain.lastIndex;
    tag.lastIndex = tags.indexOf('<', end);
    if (tag.lastIndex === -1) break;
    const [, , name = '', inside = ''] = tag.exec(tags) ?? [];
    if (!allowedElements.has(name)) return false;
    end = tag.lastIndex;
    const isCut = inside.includes(inTag);
    if (!areAllowed(name, isCut ? inside.replaceAll(inTag, '') : inside)) return false;
    if (isCut) holes -= inside.split(inTag).length - 1;
  }
  return holes === 0; // each was in a tag
}

const isOfTag = (kind: string) => kind === 'link' || kind === 'media';

function joined({ chunks, holes }: Fragment): string {
  let text = '';
  for (const [index, chunk] of chunks.entries()) {
    const hole = holes[index - 1];
    if (hole) text += isOfTag(hole.kind) ? inTag : inText;
    text += chunk.includes(inTag) || chunk.includes(inText) ? chunk.replace(/[\u0001\u0002]/g, '\ufffd') : chunk;
  }
  return text;
}

function areAllowed(name: string, text: string): boolean {
  attribute.lastIndex = 0;
  while (attribute.lastIndex < text.length) {
    const [, key, value = ''] = attribute.exec(text) ?? [];
    if (key === undefined) return false;
    if (!isAttribute(name, key) || !isAllowedAddress(key, value)) return false;
  }
  return true;
}

function isAttribute(name: string, key: string): boolean {
  if (isMath.has(name)) return ofMath.has(key);
  return (attributes.get(name)?.has(key) || attributes.get('*')?.has(key)) ?? false;
}

/** Addresses in the hub are holes: what stands in the markup is of the page itself, or leads out of the hub. */
function isAllowedAddress(key: string, value: string): boolean {
  if (key === 'href') return /^(?:#|(?:https?|mailto|tel):)/.test(value);
  if (key === 'src' || key === 'poster') return /^https?:/.test(value);
  return key !== 'cite' || !/^[^/?#]*:/.test(value) || /^https?:/.test(value);
}
