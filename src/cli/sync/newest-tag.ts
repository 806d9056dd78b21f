import { compareStrings } from '../../model/diagnostics/diagnostic.js';

const maxDigits = 60;

const beforeRelease =
  /(?:^|[^a-z])(?:alpha|beta|rc|pre(?:view|release)?|dev|next|canary|nightly|snapshot|m)\.?-?\d*(?:$|[^a-z])/i;

/** Candidates count only if there is no release. */
export function newestTag(tags: Iterable<string>, pattern: string): string | undefined {
  const isMatch = matcherOf(pattern);
  const matching = [...tags].filter(isMatch);
  const released = matching.filter((tag) => !beforeRelease.test(tag));
  return (released.length > 0 ? released : matching).sort((a, b) => compareStrings(sortKey(a), sortKey(b))).at(-1);
}

/** `*` matches any characters. Searches the parts one after the other, in linear time. */
function matcherOf(pattern: string): (tag: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  return (tag) => {
    if (!tag.startsWith(first) || !tag.endsWith(last) || tag.length < first.length + last.length) return false;
    let from = first.length;
    for (const part of rest) {
      const at = tag.indexOf(part, from);
      if (at === -1 || at + part.length > tag.length - last.length) return false;
      from = at + part.length;
    }
    return true;
  };
}

/** Sorts numbers by value, so that `v2.10.0` comes after `v2.9.3`. */
function sortKey(tag: string): string {
  return tag.replace(/\d+/g, (digits) => `\0${digits.replace(/^0+(?=\d)/, '').padStart(maxDigits, '0')}`);
}
