// Second check of markup after print.ts, also for bodies from a cache that others can write to. It shares no code with the sanitizer, and only
// accepts the form in which bodies are serialized: lower case, quoted values, and `<` only at the start of a tag.
import { isPrintedSvg } from '../svg/print.js';
import { mathAttributes, mathElements } from './math/allowed.js';
import { schema } from './print/allowlist.js';
import type { Fragment } from './print/fragment.js';

const isMath = new Set(mathElements);
const allowedElements = new Set([...(schema.tagNames ?? []), ...mathElements]);
const ofMath = new Set(Object.keys(mathAttributes));
/** `className` → `class`, `ariaLabel` → `aria-label`, `dataFootnotes` → `data-footnotes`, `dateTime` → `datetime`. */
const htmlName = (property: string) =>
  property === 'className' ? 'class' : property.replace(/(?<=^data.*)[A-Z]|(?<=^aria)/g, '-$&').toLowerCase();

const attributes = new Map(
  Object.entries(schema.attributes ?? {}).map(([tag, entries]) => [
    tag,
    new Set(entries.map((entry) => htmlName(typeof entry === 'string' ? entry : entry[0]))),
  ]),
);

// Placeholders of slots: `inTag` for attributes, `inText` for a whole image. These characters in an author's text are replaced first.
const [inTag, inText] = ['\u0001', '\u0002'];
const tag = /<(\/?)([a-z][a-z0-9-]*)((?: [a-z][a-z0-9-]*(?:="[^"<\u0001\u0002]*")?|\u0001)*)>/y;
const attribute = / ([a-z][a-z0-9-]*)(?:="([^"]*)")?/y;

const anyOf = (names: Iterable<string>) => `(?:${[...names].join('|')})`;
const addresses = new Set(['href', 'src', 'poster', 'cite']);
const harmless = [...(attributes.get('*') ?? [])].filter((name) => !addresses.has(name));
const ofHtml = [...allowedElements].filter((name) => !isMath.has(name));
/** Matches a tag that is allowed anywhere, with only common attributes, and the text before it. Most tags of most bodies match. */
const plain = new RegExp(
  `[^<]*<(?:/?${anyOf(allowedElements)}|${anyOf(ofHtml)}(?: ${anyOf(harmless)}="[^"<${inTag}${inText}]*")+)>`,
  'y',
);

/** Whether a body contains nothing that can execute, load a file or navigate without a click. */
export function hasNoActiveContent(body: { html: Fragment; diagrams: readonly { svg: string }[] }): boolean {
  const { html, diagrams } = body;
  if (!diagrams.every(({ svg }) => isPrintedSvg(svg))) return false;
  if (html.chunks.length !== html.slots.length + 1) return false;
  if (!html.slots.every((slot) => areAllowed('img', slot.attributes))) return false;
  const tags = joined(html);
  let slots = html.slots.filter(({ kind }) => isOfTag(kind)).length;
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
    if (isCut) slots -= inside.split(inTag).length - 1;
  }
  return slots === 0; // every slot was in a tag
}

const isOfTag = (kind: string) => kind === 'link' || kind === 'media';

function joined({ chunks, slots }: Fragment): string {
  let text = '';
  for (const [index, chunk] of chunks.entries()) {
    const slot = slots[index - 1];
    if (slot) text += isOfTag(slot.kind) ? inTag : inText;
    text += chunk.includes(inTag) || chunk.includes(inText) ? chunk.replace(/[\u0001\u0002]/g, '\ufffd') : chunk;
  }
  return text;
}

function areAllowed(name: string, text: string): boolean {
  attribute.lastIndex = 0;
  while (attribute.lastIndex < text.length) {
    const [, key, value = ''] = attribute.exec(text) ?? [];
    if (key === undefined) return false;
    const own = isMath.has(name) ? ofMath : attributes.get(name);
    const isKnown = own?.has(key) || (own !== ofMath && attributes.get('*')?.has(key));
    if (!isKnown || !isAllowedAddress(key, value)) return false;
  }
  return true;
}

/** Whether a URL in the markup points into the page itself or to another site. URLs inside the hub are slots. */
function isAllowedAddress(key: string, value: string): boolean {
  if (key === 'href') return /^(?:#|(?:https?|mailto|tel|ircs?|xmpp):)/.test(value);
  if (key === 'src' || key === 'poster') return /^https?:/.test(value);
  return key !== 'cite' || !/^[^/?#]*:/.test(value) || /^https?:/.test(value);
}
