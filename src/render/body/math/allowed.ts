// Allowlist for MathML: shapes and spaces, no active content and no other markup.

export const mathElements: readonly string[] = (
  'math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup ' +
  'msup mtable mtd mtext mtr munder munderover none'
).split(' ');

const length = /^[-+]?\d{0,2}(?:\.\d{1,6})?(?:em|ex|pt|px|mu|cm|mm|in|%)?$/;
const lengths = /^(?:[-+]?\d{0,2}(?:\.\d{1,6})?(?:em|ex|pt|px|mu|%)? ?){1,50}$/;
const flag = /^(?:true|false)$/;
const words = /^[a-z -]{1,1000}$/;
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{1,30})$/i;

/** Attributes and their values. Lengths have at most two digits, so that a formula can't cover a page. */
export const mathAttributes: Readonly<Record<string, RegExp>> = {
  accent: flag, accentunder: flag, columnalign: words, columnlines: words, columnspacing: lengths, depth: length, display: /^block$/, displaystyle: flag,
  fence: flag, form: words, height: length, linethickness: length, lspace: length, mathbackground: colour, mathcolor: colour, mathsize: length,
  mathvariant: words, maxsize: length, minsize: length, movablelimits: flag, notation: words, rowlines: words, rowspacing: lengths, rspace: length,
  scriptlevel: /^[-+]?\d$/, separator: flag, stretchy: flag, symmetric: flag, voffset: length, width: length,
}; // biome-ignore format: a table
