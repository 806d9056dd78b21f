// What authors write in the HTML of long ago, as HTML has it now.
import type { Element } from 'hast';
import type { Words } from '../../../model/labels/words.js';
import { nameColumns, nameLink } from './accessible-names.js';
import { classesOf } from './element.js';

/** Attributes that no element has any more, or that only style. */
const obsolete = new Set(
  'vAlign bgColor border cellPadding cellSpacing clear hSpace vSpace noWrap char charOff axis longDesc summary type compact'.split(
    ' ',
  ),
);

/** Changes an element and what it needs in it. */
export function modernize(node: Element, words: Words): void {
  const { properties, tagName } = node;
  for (const name in properties) {
    if (obsolete.has(name) && !(name === 'type' && tagName === 'ol')) delete properties[name];
    else if (name === 'width' || name === 'height') cleanLength(node, name);
  }
  const align = properties['align'];
  if (align !== undefined) delete properties['align'];
  if (typeof align === 'string' && /^(?:left|right|center)$/.test(align))
    properties['className'] = [...classesOf(properties), `align-${align}`];
  if (tagName === 'a' && properties['href'] !== undefined) nameLink(node, words);
  if (tagName === 'thead') nameColumns(node);
}

/** Sizes are whole pixels, and only images and media have any. */
function cleanLength({ tagName, properties }: Element, name: string): void {
  const value = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/.exec(String(properties[name] ?? ''))?.[1];
  if (value !== undefined && /^(?:img|video)$/.test(tagName)) properties[name] = Number(value);
  else delete properties[name];
}
