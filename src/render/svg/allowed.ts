// What published SVGs can contain. None of it executes code, navigates or loads a file by itself.
import { mapValues } from 'lodash-es';
import { decodeAddress } from '../../model/types/path.js';
import lists from './allowed.json' with { type: 'json' };

/**
 * Allowlists. `elements` has no scripts, animation elements and `foreignObject`. `unshown` elements are not visible, so they are dropped without a diagnostic. `properties` of styles
 * are also allowed as attributes. No `functions` of style values takes a URL. `groupRules` are at-rules that contain rules. `selectorFunctions` are also for conditions.
 */
export const allowed = mapValues(lists, (names): ReadonlySet<string> => new Set(names));

// URLs can be references to the same file, and images and fonts as data URLs. Everything else would load a file.
const isPlace = (url: string) => url.startsWith('#');
const bitmap = /^data:image\/(?:png|apng|jpe?g|gif|webp|avif|bmp)(?:;[\w=.+-]+)*,/i;
const font =
  /^data:(?:font\/[\w.+-]+|application\/(?:x-)?font-[\w.+-]+|application\/vnd\.ms-fontobject)(?:;[\w=.+-]+)*,/i;
const drawing = /^data:image\/svg\+xml((?:;[\w=.+-]+)*),/i;

/** Whether a URL is allowed in `url()` of a style. Fonts are only allowed in `@font-face`. */
export const isStyleUrl = (url: string, isFont: boolean) => (isFont ? font : bitmap).test(url) || isPlace(url);

/** Whether a URL is allowed as the `href` of an element. Links are allowed, because only the reader follows them. */
export function isHref(element: string, url: string): boolean {
  if (isPlace(url)) return true;
  if (element === 'a') return /^(?:https?:\/\/[\w[]|mailto:)[^\s\p{Cc}]*$/iu.test(url);
  return (element === 'image' || element === 'feImage') && bitmap.test(url);
}

/** Returns the bytes of an SVG in a data URL, or undefined for other URLs. */
export function drawingIn(url: string): Buffer | undefined {
  const [head, parameters = ''] = drawing.exec(url) ?? [];
  if (head === undefined) return undefined;
  const text = decodeAddress(url.slice(head.length).replace(/#.*$/s, ''));
  return Buffer.from(text, /;base64$/i.test(parameters) ? 'base64' : 'utf8');
}
