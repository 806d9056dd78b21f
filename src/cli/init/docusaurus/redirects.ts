// Converts the redirects of Docusaurus's plugin. Its rules run over the URLs of the docs, once.
import type { UserRedirect } from '../../../model/config/schema/redirects.js';
import { isRecord } from '../../../model/input/plain-data.js';
import { list, type NotTaken, type Plugin } from './site.js';

/** Maximum number of redirects that are written into a config. */
const maxRedirects = 2000;

const ruleNames = ['fromExtensions', 'toExtensions', 'createRedirects'];

export const isRedirects = ({ name }: Plugin): boolean => name === 'client-redirects';

/** Whether the URLs of the docs are needed. */
export const hasRules = (plugins: readonly Plugin[]): boolean =>
  plugins.some(({ options }) => ruleNames.some((name) => options[name] !== undefined));

/** Without `routes`, the URLs of the docs below the base path, no rule is applied. */
export function readRedirects(
  plugins: readonly Plugin[],
  routes: readonly string[] | undefined,
  notTaken: NotTaken,
): UserRedirect[] {
  const byFrom = new Map<string, UserRedirect>();
  const add = (key: string, { from, to }: UserRedirect) => {
    if (!isPath(from) || !(isPath(to) || /^https?:\/\/[^\s]+$/i.test(to)))
      notTaken.add(key, `the redirect from ${from} to ${to}`);
    else if (!byFrom.has(from)) byFrom.set(from, { from, to });
  };
  for (const { optionsKey, options } of plugins) {
    for (const [index, { from, to }] of list(options['redirects']).filter(isRecord).entries())
      for (const one of [from].flat()) add(`${optionsKey}.redirects.${index}`, { from: String(one), to: String(to) });
    for (const name of ruleNames.filter((rule) => options[rule] !== undefined)) {
      const redirects = routes && applyRule(name, options[name], routes);
      if (!redirects) notTaken.add(`${optionsKey}.${name}`, `redirects by the rule ${name}`);
      for (const redirect of redirects ?? []) add(`${optionsKey}.${name}`, redirect);
    }
    notTaken.addKeys('redirects', options, `${optionsKey}.`);
  }
  const excess = byFrom.size - maxRedirects;
  if (excess > 0) notTaken.add('plugins', `${excess} of ${byFrom.size} redirects: too many for a config`);
  return [...byFrom.values()].slice(0, maxRedirects);
}

const isPath = (text: string) => /^\/(?!\/)[^\s\\]*$/.test(text) && text.length <= 2000 && !/^[^?#]*\*/.test(text);

/** Returns undefined if the rule is not one, or throws. */
function applyRule(name: string, rule: unknown, routes: readonly string[]): readonly UserRedirect[] | undefined {
  if (name !== 'createRedirects') {
    const isEndings = Array.isArray(rule) && rule.every((ending) => typeof ending === 'string');
    if (!isEndings) return undefined;
    return routes.flatMap((route) => rule.flatMap((ending: string) => withEnding(name, ending, route)));
  }
  if (typeof rule !== 'function') return undefined;
  try {
    return routes.flatMap((to) => {
      const froms: unknown[] = [rule(to)].flat();
      return froms.filter((from) => typeof from === 'string').map((from) => ({ from, to }));
    });
  } catch {
    return undefined;
  }
}

function withEnding(name: string, ending: string, route: string): UserRedirect[] {
  const bare = route.length > 1 ? route.replace(/\/$/, '') : route;
  const dotted = `.${ending.replace(/^\./, '')}`;
  if (name === 'toExtensions') return bare.endsWith(dotted) ? [{ from: bare.slice(0, -dotted.length), to: bare }] : [];
  return bare === '/' || bare.endsWith(dotted) ? [] : [{ from: `${bare}${dotted}`, to: route }];
}
