// Types of the used modules of css-tree.
declare module 'css-tree/tokenizer' {
  type TokenType =
    | 'AtKeyword' | 'BadString' | 'BadUrl' | 'CDC' | 'CDO' | 'Colon' | 'Comment' | 'Function' | 'LeftCurlyBracket' | 'LeftParenthesis'
    | 'LeftSquareBracket' | 'RightCurlyBracket' | 'RightParenthesis' | 'RightSquareBracket' | 'Semicolon' | 'String' | 'Url' | 'WhiteSpace'; // biome-ignore format: a list of words
  export const tokenTypes: Readonly<Record<TokenType, number>>;
  /** Tokenizes by the CSS Syntax specification. Offsets refer to `source`. */
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
}
declare module 'css-tree/utils' {
  interface Codec {
    decode(token: string): string;
    encode(value: string): string;
  }
  export const string: Codec;
  export const url: Codec;
}
