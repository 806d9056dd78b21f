// Tokenizes CSS by the CSS Syntax specification, with offsets. The only wrapper of css-tree.
import { tokenize, tokenTypes } from 'css-tree/tokenizer';
import { string, url } from 'css-tree/utils';

export const kinds = tokenTypes;

export interface CssToken {
  readonly kind: number;
  readonly text: string;
  /** Offsets, in UTF-16 units from 0. */
  readonly start: number;
  readonly end: number;
}

/** Splits CSS into tokens. Returns undefined if there are more than `max`. */
export function cssTokens(css: string, max: number): CssToken[] | undefined {
  const tokens: CssToken[] = [];
  tokenize(css, (kind, start, end) => {
    if (tokens.length <= max) tokens.push({ kind, text: css.slice(start, end), start, end });
  });
  return tokens.length > max ? undefined : tokens;
}

/** Returns the value of a string, or the URL of an unquoted `url(…)`. */
export const cssText = ({ kind, text }: Pick<CssToken, 'kind' | 'text'>): string =>
  kind === kinds.String ? string.decode(text) : url.decode(text);

export const cssString = (text: string): string => string.encode(text);
