// `_redirects` as Netlify and Cloudflare read it: `from to [status]`, one rule a line. Pure.

export interface RedirectRule {
  /** A path of the host; `:name` stands for one segment, `*` at the end for the rest. */
  readonly from: string;
  readonly to: string;
  readonly status: number;
  /** It wins over a file. */
  readonly isForced: boolean;
  readonly line: number;
  /** Of `to`, from 1. */
  readonly column: number;
}

/** Rules that are read; hosts take 2,000 at most. */
const mostRules = 10_000;
const mostLength = 4000;

export interface ReadRules {
  readonly rules: readonly RedirectRule[];
  /** Lines that are no rule. */
  readonly invalid: readonly { readonly line: number; readonly text: string }[];
}

export function readRules(text: string): ReadRules {
  const rules: RedirectRule[] = [];
  const invalid: { line: number; text: string }[] = [];
  for (const [index, whole] of text.split(/\r\n?|\n/).entries()) {
    if (rules.length + invalid.length >= mostRules) break;
    const line = whole.slice(0, mostLength).replace(/(?:^|\s)#.*$/s, '');
    if (line.trim() === '') continue;
    const rule = toRule(line, index + 1);
    if (rule) rules.push(rule);
    else invalid.push({ line: index + 1, text: line.trim().slice(0, 200) });
  }
  return { rules, invalid };
}

const isAddress = (text: string) => text.startsWith('/') || /^https?:\/\//i.test(text);

function toRule(line: string, number: number): RedirectRule | undefined {
  const words = [...line.matchAll(/\S+/g)];
  const [from] = words;
  const to = words.slice(1).find(([word]) => isAddress(word)); // values of a query may stand between
  if (!from || !to || !isAddress(from[0])) return undefined;
  const after = words[words.indexOf(to) + 1]?.[0];
  const status = /^(\d{3})(!?)$/.exec(after ?? '');
  if (after !== undefined && !status && !after.includes('=')) return undefined;
  return {
    from: from[0],
    to: to[0],
    status: Number(status?.[1] ?? 301),
    isForced: status?.[2] === '!',
    line: number,
    column: to.index + 1,
  };
}

/** The rule that a host applies to a path, and where it leads. */
export function applyRules(
  rules: readonly RedirectRule[],
  path: string,
): { readonly rule: RedirectRule; readonly to: string } | undefined {
  for (const rule of rules) {
    const values = match(rule.from, path);
    if (values) return { rule, to: fill(rule.to, values) };
  }
  return undefined;
}

const withoutSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/** What the names of a pattern stand for, or undefined where it does not match. */
function match(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  if (!/[*:]/.test(pattern)) return withoutSlash(pattern) === withoutSlash(path) ? new Map() : undefined;
  const values = new Map<string, string>();
  const wanted = withoutSlash(pattern).split('/');
  const given = withoutSlash(path).split('/');
  for (const [index, part] of wanted.entries()) {
    if (part === '*') return values.set('splat', given.slice(index).join('/'));
    const segment = given[index];
    if (segment === undefined) return undefined;
    if (part.endsWith('*') && index === wanted.length - 1) {
      if (!segment.startsWith(part.slice(0, -1))) return undefined;
      return values.set('splat', [segment.slice(part.length - 1), ...given.slice(index + 1)].join('/'));
    }
    if (part.startsWith(':')) values.set(part.slice(1), segment);
    else if (part !== segment) return undefined;
  }
  return given.length === wanted.length ? values : undefined;
}

function fill(to: string, values: ReadonlyMap<string, string>): string {
  return to.replace(/:(\w+)/g, (whole, name: string) => values.get(name) ?? whole);
}
