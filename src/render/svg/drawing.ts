// Drawings of docgen without the XML parser, which takes as long as drawing: what they consist of is compared with the tags, attributes and
// values that a print has. A text that has anything else is parsed.
import { attributes, elements, properties } from './allowed.js';
import { type PrintedSvg, printSvg } from './printer.js';
import { plainValue, printStylesheet } from './styles.js';

export { type PrintedSvg, printSvg } from './printer.js';

const anyOf = (names: readonly string[]) => `(?:${names.join('|')})`;
const element = anyOf([...elements].filter((name) => name !== 'style'));
const unchecked = anyOf([...attributes, '(?:aria|data)-[\\w-]+']);
const property = anyOf([...properties].filter((name) => !attributes.has(name)));
const ownAttributes = `(?: (?:${unchecked}="[^"<>\\t\\n\\r]*"|${property}="${plainValue}"))*`;

const start = new RegExp(`^<svg xmlns="http://www\\.w3\\.org/2000/svg"${ownAttributes}><style>([^<>&]*)</style>`);
/** A tag, and the text after it. An empty element is one tag. */
const tag = new RegExp(`<(?:/${element}>|${element}${ownAttributes}(?:/>|>(?!</)))[^<>]*`, 'y');
/** Characters that XML forbids or changes, and halves of others. */
const unusual = /[\0-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]/;

/** The stylesheet that was printed last: all drawings of docgen have the same. */
let last = { css: '', printed: '' };

/** Prints a drawing of docgen. */
export function printDrawing(drawing: string): PrintedSvg {
  const svg = drawing
    .replace(/>\s*\n\s*</g, '><')
    .replaceAll(' />', '/>')
    .replace(/<style>([^<>&]*)<\/style>/, (_, css: string) => `<style>${printStyle(css)}</style>`);
  return !svg.includes('&') && isPrintedSvg(svg) ? { svg, dropped: [] } : printSvg(Buffer.from(drawing));
}

/** Whether a text is as docgen prints an SVG, so that it neither acts nor loads a file. */
export function isPrintedSvg(svg: string): boolean {
  const [head = '', css] = start.exec(svg) ?? [];
  const isStyle = css !== undefined && (css === last.printed || printStyle(css) === css);
  if (isStyle && hasOnlyTags(svg, head.length)) return true;
  const printed = printSvg(Buffer.from(svg));
  return 'svg' in printed && printed.svg === svg;
}

/** A stylesheet as it is printed, or `<`, which no print has, if a part of it is dropped. */
function printStyle(css: string): string {
  if (css !== last.css) {
    let isWhole = true;
    const printed = printStylesheet(css, () => {
      isWhole = false;
    });
    last = { css, printed: isWhole ? printed : '<' };
  }
  return last.printed;
}

function hasOnlyTags(svg: string, from: number): boolean {
  if (unusual.test(svg)) return false;
  tag.lastIndex = from;
  while (tag.lastIndex < svg.length) if (!tag.test(svg)) return false;
  return true;
}
