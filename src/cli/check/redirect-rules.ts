// `_redirects` as Netlify and Cloudflare read it: `from to [status]`, one rule a line. Pure.
import { withoutTrailingSlash } from '../../model/types/path.js';

export interface RedirectRule {
  /** `:name` matches one segment, and `*` at the end the rest. */
  readonly from: string;
  readonly to: string;
  readonly status: number;
  /** Whether it wins over a file. */
  readonly isForced: boolean;
  /** Offset of `to`, in UTF-16 units from 0. */
  readonly offset: number;
}

/** Hosts take 2,000 rules at most. The length is in characters. */
const [maxRules, maxRuleLength] = [10_000, 4000];

export interface ReadRules {
  readonly rules: readonly RedirectRule[];
  readonly invalid: readonly { readonly offset: number; readonly text: string }[];
}

export function readRules(text: string): ReadRules {
  const rules: RedirectRule[] = [];
  const invalid: { offset: number; text: string }[] = [];
  for (const { 0: whole, index: offset } of text.matchAll(/[^\r\n]+/g)) {
    if (rules.length + invalid.length >= maxRules) break;
    const line = whole.slice(0, maxRuleLength).replace(/(?:^|\s)#.*$/s, '');
    if (line.trim() === '') continue;
    const rule = toRule(line, offset);
    if (rule) rules.push(rule);
    else invalid.push({ offset, text: line.trim().slice(0, 200) });
  }
  return { rules, invalid };
}

const isAddress = (text: string) => text.startsWith('/') || /^https?:\/\//i.test(text);

function toRule(line: string, offset: number): RedirectRule | undefined {
  const words = [...line.matchAll(/\S+/g)];
  const [from] = words;
  const to = words.slice(1).find(([word]) => isAddress(word)); // query parameters can come between
  if (!from || !to || !isAddress(from[0])) return undefined;
  const after = words[words.indexOf(to) + 1]?.[0];
  const status = /^(\d{3})(!?)$/.exec(after ?? '');
  if (after !== undefined && !status && !after.includes('=')) return undefined;
  return {
    from: from[0],
    to: to[0],
    status: Number(status?.[1] ?? 301),
    isForced: status?.[2] === '!',
    offset: offset + to.index,
  };
}

/** Returns the rule that applies to a path, with the values inserted in `to`. */
export function applyRules(rules: readonly RedirectRule[], path: string): RedirectRule | undefined {
  for (const rule of rules) {
    const values = match(rule.from, path);
    if (values) return { ...rule, to: rule.to.replace(/:(\w+)/g, (name) => values.get(name.slice(1)) ?? name) };
  }
  return undefined;
}

/** Returns the values of the names in a pattern. */
function match(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  // Without this, 10,000 rules and as many paths take minutes.
  if (!/[*:]/.test(pattern))
    return withoutTrailingSlash(pattern) === withoutTrailingSlash(path) ? new Map() : undefined;
  const values = new Map<string, string>();
  const parts = withoutTrailingSlash(pattern).split('/');
  const given = withoutTrailingSlash(path).split('/');
  for (const [index, part] of parts.entries()) {
    if (part === '*' || (part.endsWith('*') && index === parts.length - 1)) {
      const [start, rest] = [part.slice(0, -1), given.slice(index).join('/')];
      return rest.startsWith(start) ? values.set('splat', rest.slice(start.length)) : undefined;
    }
    const segment = given[index];
    if (segment !== undefined && part.startsWith(':')) values.set(part.slice(1), segment);
    else if (part !== segment) return undefined;
  }
  return given.length === parts.length ? values : undefined;
}
