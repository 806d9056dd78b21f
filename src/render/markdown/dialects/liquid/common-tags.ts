// Tags of Liquid that occur in texts of any project: URLs, raw text and highlighted code. They are not evaluated.
import { patternReader, type SyntaxRule } from '../../syntax/scan.js';
import { indexOfClosing, matchAt } from '../../syntax/search.js';

const base = String.raw`\{\{-?\s{0,20}(?:site|page)\.(?:github\.)?(?:base_?url|url)\s{0,20}-?\}\}`;
const address = new RegExp(
  [
    `(?<=[("'=<])${base}|${base}(?=/)`,
    String.raw`\{\{-?\s{0,20}(?:'([^'\n{}]{1,500})'|"([^"\n{}]{1,500})")\s{0,20}\|\s{0,20}(?:relative|absolute)_url\s{0,20}-?\}\}`,
    String.raw`\{%-?\s{0,20}link\s{1,20}([^\s%{}]{1,500})\s{0,20}-?%\}`,
  ].join('|'),
  'y',
);

/** Parses tags in URLs: `{{ site.baseurl }}/x`, `{{ '/x' | relative_url }}` and `{% link x.md %}`. */
const addresses = patternReader({ first: '{' }, address, ([, ...paths]) => {
  const path = paths.find((written) => written !== undefined);
  return { kind: 'rewrite', value: path === undefined ? '' : `/${path.replace(/^\/+/, '')}` };
});

/** Parses `{% raw %}{{ x }}{% endraw %}` within a sentence. Around blocks, the tags are removed like all others. */
const rawSpans = patternReader(
  { first: '{' },
  /\{%-?\s{0,20}raw\s{0,20}-?%\}([^\n]{0,500}?)\{%-?\s{0,20}endraw\s{0,20}-?%\}/y,
  ([, inner = '']) => (/\{[{%]/.test(inner) ? { kind: 'text', value: inner } : undefined),
);

const highlightStart = /\{%-?\s{0,20}highlight\s{1,20}([\w+#.-]{1,40})[^%\n]{0,200}%\}[ \t]*\n?/y;
const highlightEnd = /\{%-?\s{0,20}$/;

const highlightTags: SyntaxRule = {
  first: '{',
  read: (text, offset) => {
    const [whole, lang = ''] = matchAt(highlightStart, text, offset) ?? [];
    const word = whole === undefined ? -1 : indexOfClosing(text, 'endhighlight', offset + whole.length);
    const close = word === -1 ? -1 : indexOfClosing(text, '%}', word);
    if (whole === undefined || close === -1) return undefined;
    const start = text.slice(Math.max(0, word - 24), word).search(highlightEnd);
    if (start === -1) return undefined;
    const value = text.slice(offset + whole.length, Math.max(0, word - 24) + start).trimEnd();
    return { end: close + 2, meaning: { kind: 'code', value, lang, meta: '' } };
  },
};

export const liquidRules: readonly SyntaxRule[] = [addresses, rawSpans, highlightTags];
