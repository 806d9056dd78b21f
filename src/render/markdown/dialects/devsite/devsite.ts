// What is read of Google's devsite dialect, of genkit, FlutterFire and Firebase, before a text is parsed: template tags and comments,
// includes, head lines.
import { readCodeInclude } from '../../../../model/content/devsite.js';
import { indexOfClosing } from '../../syntax/literals.js';
import { drop, matchAt, type Reader } from '../../syntax/scan.js';

/** `{# … #}` */
export const templateComments: Reader = {
  first: '{',
  read: (text, offset) => {
    if (!text.startsWith('{#', offset) || !/[\s#]/.test(text[offset + 2] ?? '')) return undefined;
    const end = indexOfClosing(text, '#}', offset + 2);
    return end === -1 ? undefined : { end: end + 2, meaning: drop };
  },
};

const pairs: Readonly<Record<string, string>> = { comment: 'endcomment', setvar: 'endsetvar' };

/** `{% … %}`: includes of text and of code are read, all other tags are instructions to a server and are removed. */
export const templateTags: Reader = {
  first: '{',
  read: (text, offset) => {
    if (!text.startsWith('{%', offset) || text[offset - 1] === '{') return undefined; // `{{% x %}}` is Hugo's
    const close = indexOfClosing(text, '%}', offset + 2);
    if (close === -1) return undefined;
    const end = close + 2;
    const inner = text
      .slice(offset + 2, close)
      .replace(/^-|-$/g, '')
      .trim();
    const name = /^\w*/.exec(inner)?.[0] ?? '';
    if (name === 'include') {
      const path = /["']([^"']+)["']|(\S+\.\w+)/.exec(inner.slice(7));
      return { end, meaning: path ? { kind: 'include', path: path[1] ?? path[2] ?? '' } : drop };
    }
    if (name === 'includecode') {
      const code = readCodeInclude(inner);
      return { end, meaning: code ? { kind: 'snippet', ...code } : drop };
    }
    const pair = Object.hasOwn(pairs, name) ? pairs[name] : undefined;
    const last = pair === undefined ? -1 : text.slice(end).search(new RegExp(`\\{%-?\\s*${pair}\\s*-?%\\}`));
    if (last !== -1 && !/=/.test(inner)) return { end: text.indexOf('%}', end + last) + 2, meaning: drop };
    return { end, meaning: drop };
  },
};

const templateString = /\{\{\s*(?:'[^'\n]*'|"[^"\n]*")\s*\}\}/y;

/** `{{ '<section>' }}`: markup for a server's layout. */
export const templateStrings: Reader = {
  first: '{',
  read: (text, offset) => {
    const found = matchAt(templateString, text, offset);
    return found ? { end: offset + found[0].length, meaning: drop } : undefined;
  },
};

const fileInclude = /<<([^<>\n]+)>>[ \t]*(?=\n|$)/y;

/** `<<_partial.md>>` on a line of its own. */
export const fileIncludes: Reader = {
  first: '<',
  atLineStart: true,
  read: (text, offset) => {
    const found = matchAt(fileInclude, text, offset);
    if (!found) return undefined;
    const [whole, path = ''] = found;
    return { end: offset + whole.length, meaning: { kind: 'include', path: path.trim() } };
  },
};

const headLine = /(?:Project|Book): \S[^\n]*(?:\n[a-z_]+: [^\n]*|\n(?:Project|Book): [^\n]*)*(?=\n|$)/y;

/** `Project:`/`Book:` and the keys below them, at the head of a file. */
export const headLines: Reader = {
  first: 'PB',
  atLineStart: true,
  read: (text, offset) => {
    const found = matchAt(headLine, text, offset);
    return found ? { end: offset + found[0].length, meaning: drop } : undefined;
  },
};
