// Redirects of Docusaurus's plugin as those of docgen. Its rules are run over the addresses of the docs, once.
import { isRecord } from '../../../model/plain-data.js';
import type { UserRedirect } from '../../../model/user-config.js';
import type { Plugin } from './plugins.js';
import type { NotTaken } from './site.js';

/** Redirects that are written into a config, at most. */
const most = 2000;

export const isRedirects = ({ name }: Plugin) => name === 'client-redirects';

/** Whether the addresses of the docs are needed. */
export function hasRules(plugins: readonly Plugin[]): boolean {
  return plugins.some(({ options }) => ruleNames.some((name) => options[name] !== undefined));
}

const ruleNames = ['fromExtensions', 'toExtensions', 'createRedirects'];

interface Found {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** `routes`: addresses of the docs below the base path; undefined where nobody knows them. */
export function readRedirects(
  plugins: readonly Plugin[],
  routes: readonly string[] | undefined,
): { readonly redirects: readonly UserRedirect[]; readonly notTaken: readonly NotTaken[] } {
  const notTaken: NotTaken[] = [];
  const found: Found[] = [];
  for (const { optionsKey, options } of plugins) {
    found.push(...listed(options['redirects'], `${optionsKey}.redirects`));
    for (const name of ruleNames.filter((one) => options[one] !== undefined)) {
      const key = `${optionsKey}.${name}`;
      const made = routes === undefined ? undefined : byRule(name, options[name], routes);
      if (made) found.push(...made.map((one) => ({ key, ...one })));
      else notTaken.push({ key, what: `redirects by the rule ${name}` });
    }
    const others = Object.keys(options).filter((name) => !['id', 'redirects', ...ruleNames].includes(name));
    notTaken.push(...others.map((name) => ({ key: `${optionsKey}.${name}`, what: `redirects by the rule ${name}` })));
  }
  const byFrom = new Map<string, UserRedirect>();
  for (const { key, from, to } of found) {
    const what = `the redirect from ${from} to ${to}`;
    if (!isPath(from) || !(isPath(to) || /^https?:\/\/[^\s]+$/i.test(to))) notTaken.push({ key, what });
    else if (!byFrom.has(from)) byFrom.set(from, { from, to });
  }
  const redirects = [...byFrom.values()];
  if (redirects.length > most)
    notTaken.push({
      key: 'plugins',
      what: `${redirects.length - most} of ${redirects.length} redirects: too many for a config`,
    });
  return { redirects: redirects.slice(0, most), notTaken };
}

const isPath = (text: string) => /^\/(?!\/)[^\s\\]*$/.test(text) && text.length <= 2000 && !/^[^?#]*\*/.test(text);

function listed(redirects: unknown, key: string): Found[] {
  const list = Array.isArray(redirects) ? redirects.filter(isRecord) : [];
  return list.flatMap(({ from, to }, index) =>
    (Array.isArray(from) ? from : [from]).map((one) => ({ key: `${key}.${index}`, from: String(one), to: String(to) })),
  );
}

type Pair = Omit<Found, 'key'>;

/** Undefined where the rule is none, or throws. */
function byRule(name: string, rule: unknown, routes: readonly string[]): readonly Pair[] | undefined {
  if (name !== 'createRedirects') {
    if (!Array.isArray(rule) || !rule.every((one) => typeof one === 'string')) return undefined;
    return routes.flatMap((route) => rule.flatMap((ending: string) => withEnding(name, ending, route)));
  }
  if (typeof rule !== 'function') return undefined;
  try {
    return routes.flatMap((route) => {
      const made: unknown = rule(route);
      const froms: readonly unknown[] = Array.isArray(made) ? made : [made];
      return froms.flatMap((from) => (typeof from === 'string' ? [{ from, to: route }] : []));
    });
  } catch {
    return undefined;
  }
}

function withEnding(name: string, ending: string, route: string): readonly Pair[] {
  const bare = route.length > 1 ? route.replace(/\/$/, '') : route;
  const dotted = `.${ending.replace(/^\./, '')}`;
  if (name === 'toExtensions') return bare.endsWith(dotted) ? [{ from: bare.slice(0, -dotted.length), to: bare }] : [];
  return bare === '/' || bare.endsWith(dotted) ? [] : [{ from: `${bare}${dotted}`, to: route }];
}
