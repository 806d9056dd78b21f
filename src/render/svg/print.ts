// What other rooms ask of this one. In the bundle the parser is loaded with the first SVG (.ci/bundle.mjs): most builds have none to print.
import * as printer from './drawing.js';

/** Prints an SVG file anew, whatever its encoding, from what allowed.ts lists; or says why it cannot. */
export const printSvg = (bytes: Uint8Array): printer.PrintedSvg => printer.printSvg(bytes);

/** Prints a drawing that docgen made. */
export const printDrawing = (svg: string): printer.PrintedSvg => printer.printDrawing(svg);

/** Whether a text is as docgen prints an SVG, so that it neither acts nor loads a file. */
export const isPrintedSvg = (svg: string): boolean => printer.isPrintedSvg(svg);
