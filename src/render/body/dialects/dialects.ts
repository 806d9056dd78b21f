// Which dialects a text is written in, and who reads them: the one place that knows the order of the readers.

import { isDevsite } from '../../../model/content/devsite.js';
import { math } from '../math/read.js';
import { type Reader, type Scanned, scan } from '../syntax/scan.js';
import type { Scope } from '../syntax/values.js';
import { fileIncludes, headLines, templateComments, templateStrings, templateTags } from './devsite/devsite.js';
import { directives } from './directives.js';
import { isMdx } from './docusaurus/is-mdx.js';
import { highlightTags, liquidAddresses, rawSpans } from './jekyll.js';
import { componentName, dedent, elements, exports, expressions, imports, mdxComments, type Tag } from './mdx.js';

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

export interface ScanContext {
  readonly token: string;
  /** Which element names are components, in any Markdown. */
  readonly isKnown: (name: string) => boolean;
  /** What names mean in the text. */
  readonly scope: Scope;
}

/** Finds the foreign syntax of a text. */
export function scanDialects(
  text: string,
  { isMdx }: Dialects,
  { token, isKnown, scope }: ScanContext,
): Scanned & { readonly removed: readonly number[] } {
  const isWanted = ({ name }: Tag) => isMdx || isKnown(name) || (componentName.test(name) && scope.names.has(name));
  const readers = isMdx
    ? [...everywhere, exports, elements(isWanted, { isKnown, scope }), expressions(scope)]
    : [...everywhere, elements(isWanted, { isKnown, scope })];
  const needsDedent = isMdx || /^[ \t]*<[A-Z]/m.test(text);
  const dedented = needsDedent ? dedent(text, isMdx ? () => true : isKnown) : { text, removed: [] };
  return { ...scan(dedented.text, readers, token), removed: dedented.removed };
}
