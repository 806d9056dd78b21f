// Addresses in an SVG: a place in the same file, or an image or font in the address itself. Everything else would load a file.
import { decodeAddress } from '../../model/path.js';

const isPlace = (url: string) => url.startsWith('#');
const bitmap = /^data:image\/(?:png|apng|jpe?g|gif|webp|avif|bmp)(?:;[\w=.+-]+)*,/i;
const font =
  /^data:(?:font\/[\w.+-]+|application\/(?:x-)?font-[\w.+-]+|application\/vnd\.ms-fontobject)(?:;[\w=.+-]+)*,/i;
const drawing = /^data:image\/svg\+xml((?:;[\w=.+-]+)*),/i;

/** Whether `url()` of a style may have the address; a font only in `@font-face`. */
export const isStyleUrl = (url: string, isFont: boolean) => (isFont ? font : bitmap).test(url) || isPlace(url);

/** Whether an element may have the address as its `href`, or what is the matter with it. A link is followed by the reader alone. */
export function isHref(element: string, url: string): boolean {
  if (isPlace(url)) return true;
  if (element === 'a') return /^(?:https?:\/\/[\w[]|mailto:)[^\s\p{Cc}]*$/iu.test(url);
  return (element === 'image' || element === 'feImage') && bitmap.test(url);
}

/** The bytes of an SVG that is in an address; undefined for any other address. */
export function drawingIn(url: string): Buffer | undefined {
  const [head, parameters = ''] = drawing.exec(url) ?? [];
  if (head === undefined) return undefined;
  const text = decodeAddress(url.slice(head.length).replace(/#.*$/s, ''));
  return Buffer.from(text, /;base64$/i.test(parameters) ? 'base64' : 'utf8');
}
