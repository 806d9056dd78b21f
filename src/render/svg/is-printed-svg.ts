// Whether a text is as printer.ts prints a drawing: compared with the tags, attributes and values that a print has, because parsing takes
// as long as drawing. A text that has more than drawings usually have is parsed.
import { attributes, elements, properties } from './allowed.js';
import { printSvg } from './printer.js';
import { plainValue, printStylesheet } from './styles.js';

export { type PrintedSvg, printSvg } from './printer.js';

const anyOf = (names: readonly string[]) => `(?:${names.join('|')})`;
const element = anyOf([...elements].filter((name) => name !== 'style'));
const unchecked = anyOf([...attributes, '(?:aria|data)-[\\w-]+']);
const property = anyOf([...properties].filter((name) => !attributes.has(name)));
const ownAttributes = `(?: (?:${unchecked}="[^"<>]*"|${property}="${plainValue}"))*`;

const start = new RegExp(`^<svg xmlns="http://www\\.w3\\.org/2000/svg"${ownAttributes}><style>([^<>&]*)</style>`);
/** A tag, and the text after it. */
const tag = new RegExp(`<(?:/${element}|${element}${ownAttributes}/?)>[^<>]*`, 'y');

/** The stylesheet that was checked last: all drawings of docgen have the same. */
let knownStyle = '';

/** Whether a text is as docgen prints an SVG, so that it neither acts nor loads a file. */
export function isPrintedSvg(svg: string): boolean {
  const [head = '', style] = start.exec(svg) ?? [];
  if (style !== undefined && isPrintedStyle(style) && hasOnlyTags(svg, head.length)) return true;
  const printed = printSvg(Buffer.from(svg));
  return 'svg' in printed && printed.svg === svg;
}

function isPrintedStyle(css: string): boolean {
  if (css !== knownStyle && printStylesheet(css, () => {}) === css) knownStyle = css;
  return css === knownStyle;
}

function hasOnlyTags(svg: string, from: number): boolean {
  tag.lastIndex = from;
  while (tag.lastIndex < svg.length) if (!tag.test(svg)) return false;
  return true;
}
