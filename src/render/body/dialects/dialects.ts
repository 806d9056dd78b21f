// Which dialects a text is written in, and who reads them: the one place that knows the order of the readers.

import { math } from '../math/read.js';
import { type Reader, type Scanned, scan } from '../syntax/scan.js';
import {
  fileIncludes,
  headLines,
  isDevsite,
  templateComments,
  templateStrings,
  templateTags,
} from './devsite/devsite.js';
import { directives } from './directives.js';
import { isMdx } from './docusaurus/is-mdx.js';
import { highlightTags, liquidAddresses, rawSpans } from './jekyll.js';
import { dedent, elements, exports, expressions, imports, mdxComments, type Tag } from './mdx.js';

export interface Dialects {
  readonly isMdx: boolean;
  readonly isDevsite: boolean;
}

export function dialectsOf(text: string, file: string): Dialects {
  return { isMdx: isMdx(text, file), isDevsite: isDevsite(text) };
}

const everywhere: readonly Reader[] = [
  headLines,
  directives,
  mdxComments,
  templateComments,
  liquidAddresses,
  rawSpans,
  highlightTags,
  templateTags,
  templateStrings,
  fileIncludes,
  imports,
  math,
];

/** Finds the foreign syntax of a text. `isKnown` says which element names are components, in any Markdown. */
export function scanDialects(
  text: string,
  { isMdx }: Dialects,
  { token, isKnown }: { readonly token: string; readonly isKnown: (name: string) => boolean },
): Scanned & { readonly removed: readonly number[] } {
  const isWanted = ({ name }: Tag) => isMdx || isKnown(name);
  const readers = isMdx
    ? [...everywhere, exports, elements(isWanted), expressions]
    : [...everywhere, elements(isWanted)];
  const needsDedent = isMdx || /^[ \t]*<[A-Z]/m.test(text);
  const dedented = needsDedent ? dedent(text, isMdx ? () => true : isKnown) : { text, removed: [] };
  return { ...scan(dedented.text, readers, token), removed: dedented.removed };
}
