// The parts of css-tree that are used, each a module of its own.
declare module 'css-tree/tokenizer' {
  export const tokenTypes: Readonly<
    Record<
      | 'AtKeyword'
      | 'BadString'
      | 'BadUrl'
      | 'CDC'
      | 'CDO'
      | 'Colon'
      | 'Comment'
      | 'Function'
      | 'LeftCurlyBracket'
      | 'LeftParenthesis'
      | 'LeftSquareBracket'
      | 'RightCurlyBracket'
      | 'RightParenthesis'
      | 'RightSquareBracket'
      | 'Semicolon'
      | 'String'
      | 'Url'
      | 'WhiteSpace',
      number
    >
  >;
  /** By the rules of CSS Syntax; offsets are of `source`. */
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
