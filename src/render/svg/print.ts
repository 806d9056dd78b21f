// Exports for other modules. In the bundle, the parser is loaded with the first SVG (.ci/bundle.mjs), because most builds contain none.
import * as printer from './printer.js';

/** Sanitizes an SVG file in any encoding by the lists of allowed.ts, or returns why it can't. */
export const sanitizeSvg = (bytes: Uint8Array): printer.PrintedSvg => printer.sanitizeSvg(bytes);

/** Whether a text is a sanitized SVG of docgen, so that it contains no active content and loads no file. */
export function isPrintedSvg(svg: string): boolean {
  const printed = sanitizeSvg(Buffer.from(svg));
  return 'svg' in printed && printed.svg === svg;
}
