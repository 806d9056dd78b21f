// What is read of Liquid as Jekyll's sites write it: the base of an address, addresses by filters and tags, protected braces, code.
import { indexOfClosing } from '../syntax/literals.js';
import { matchAt, type Reader } from '../syntax/scan.js';

const siteBase = /\{\{-?\s{0,20}(?:site|page)\.(?:github\.)?(?:base_?url|url)\s{0,20}-?\}\}/y;
const filtered =
  /\{\{-?\s{0,20}(?:'([^'\n{}]{1,500})'|"([^"\n{}]{1,500})")\s{0,20}\|\s{0,20}(?:relative|absolute)_url\s{0,20}-?\}\}/y;
const linkTag = /\{%-?\s{0,20}link\s{1,20}([^\s%{}]{1,500})\s{0,20}-?%\}/y;

/** In an address: `{{ site.baseurl }}/x`, `{{ '/x' | relative_url }}` and `{% link x.md %}` as the path that they mean. */
export const liquidAddresses: Reader = {
  first: '{',
  read: (text, offset) => {
    const base = matchAt(siteBase, text, offset);
    const end = offset + (base?.[0].length ?? 0);
    if (base && (text[end] === '/' || /[("'=<]/.test(text[offset - 1] ?? '')))
      return { end, meaning: { kind: 'rewrite', value: '' } };
    const found = matchAt(filtered, text, offset) ?? matchAt(linkTag, text, offset);
    if (!found) return undefined;
    const [whole, path = '', other = path] = found;
    return { end: offset + whole.length, meaning: { kind: 'rewrite', value: `/${other.replace(/^\/+/, '')}` } };
  },
};

const rawSpan = /\{%-?\s{0,20}raw\s{0,20}-?%\}([^\n]{0,500}?)\{%-?\s{0,20}endraw\s{0,20}-?%\}/y;

/** `{% raw %}{{ x }}{% endraw %}` in a sentence: its braces are text. Around blocks the tags are removed, as all others are. */
export const rawSpans: Reader = {
  first: '{',
  read: (text, offset) => {
    const [whole, inner = ''] = matchAt(rawSpan, text, offset) ?? [];
    return whole === undefined || !/\{[{%]/.test(inner)
      ? undefined
      : { end: offset + whole.length, meaning: { kind: 'text', value: inner } };
  },
};

const highlightStart = /\{%-?\s{0,20}highlight\s{1,20}([\w+#.-]{1,40})[^%\n]{0,200}%\}[ \t]*\n?/y;
const highlightEnd = /\{%-?\s{0,20}$/;

/** `{% highlight js %} … {% endhighlight %}` */
export const highlightTags: Reader = {
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
