// Redirects: pages that lead on (`meta refresh`), and rules of `_redirects`. To nowhere, in circles, by way of others.
import {
  redirectChain,
  redirectLoop,
  redirectRuleInvalid,
  redirectToNowhere,
} from '../../../model/diagnostics/check.js';
import { addressOf, type Resolver, type SiteData } from '../addresses.js';
import type { Fault } from '../faults.js';
import type { PageFacts } from '../read-batch.js';
import { applyRules, type ReadRules, type RedirectRule } from '../redirect-rules.js';
import { openNear } from './near.js';

/** Where a redirect leads at once. */
interface Step {
  readonly from: string;
  readonly to: string;
  /** The page or path that it leads to. */
  readonly next:
    | { readonly kind: 'page'; readonly path: string }
    | { readonly kind: 'path'; readonly path: string }
    | 'elsewhere'
    | 'nowhere';
  readonly path: string;
  readonly fault: Omit<Fault, 'make'>;
}

/** Redirects that a browser follows. */
const mostSteps = 20;

export function redirectFaults(
  pages: readonly PageFacts[],
  { rules, invalid }: ReadRules,
  site: SiteData,
  resolver: Resolver,
): Fault[] {
  const stepsOfPages = new Map(
    pages.flatMap((page) => (page.refresh ? [[page.path, stepOfPage(page, site)] as const] : [])),
  );
  const isReal = new Set(pages.filter(({ refresh }) => !refresh).map(({ path }) => path));
  const stepAt = (next: Step['next']): Step | undefined => {
    if (typeof next === 'string') return undefined;
    if (next.kind === 'page') return stepsOfPages.get(next.path);
    const applied = applyRules(site.rules, next.path);
    return applied && stepOfRule(applied.rule, applied.to, next.path, resolver);
  };
  const near = openNear(site.files, site.base);
  const loops = new Set<string>();
  const starts = [...stepsOfPages.values(), ...rules.flatMap((rule) => startOf(rule, resolver, isReal) ?? [])];
  return [
    ...starts.flatMap((start) => faultOf(start, stepAt, loops, near)),
    ...invalid.map(({ line, text }): Fault => {
      const at = { line, column: 1 };
      return { file: '_redirects', at, make: (place) => redirectRuleInvalid({ text }, place) };
    }),
  ];
}

function faultOf(
  start: Step,
  stepAt: (next: Step['next']) => Step | undefined,
  loops: Set<string>,
  near: (path: string) => string | undefined,
): Fault[] {
  if (start.next === 'nowhere') {
    const data = { to: start.to, near: near(start.path) };
    return [{ ...start.fault, make: (place) => redirectToNowhere(data, place) }];
  }
  const way = [start.from];
  const served = [start.fault.file === '_redirects' ? withoutSlash(start.from) : start.fault.file];
  for (let step: Step | undefined = start; step && way.length <= mostSteps; step = stepAt(step.next)) {
    const place = servedAt(step.next);
    const first = served.indexOf(place);
    way.push(step.to);
    served.push(place);
    if (first === -1) continue;
    const key = way.slice(first, -1).map(bare).sort().join('\n');
    if (loops.has(key)) return [];
    loops.add(key);
    return [{ ...start.fault, make: (at) => redirectLoop({ way }, at) }];
  }
  if (way.length <= 2) return [];
  return [{ ...start.fault, make: (place) => redirectChain({ way }, place) }];
}

const bare = (address: string) => address.replace(/(?:\/index)?\.html?$|\/$/, '');
const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1');
/**
 * The file that a host serves, or the path that a rule answers. Addresses that look alike may be two places: `/x.html` can be a page that
 * redirects to `/x/`, which is `x/index.html`.
 */
const servedAt = (next: Step['next']) =>
  typeof next === 'string' ? next : next.kind === 'page' ? next.path : withoutSlash(next.path);

function stepOfPage(page: PageFacts, { base }: SiteData): Step {
  const from = addressOf(page.path, base);
  const { target, url, offset } = page.refresh as NonNullable<PageFacts['refresh']>;
  const fault = { file: page.path, at: offset };
  switch (target.kind) {
    case 'file':
      return {
        from,
        to: addressOf(target.path, base),
        next: { kind: 'page', path: target.path },
        path: target.path,
        fault,
      };
    case 'redirected':
      return { from, to: url, next: { kind: 'path', path: url }, path: url, fault };
    case 'missing':
      return { from, to: url, next: 'nowhere', path: target.path, fault };
    default:
      return { from, to: url, next: 'elsewhere', path: url, fault };
  }
}

/** The first step of a rule whose addresses are not patterns; a page that stands at its address wins over it. */
function startOf(rule: RedirectRule, resolver: Resolver, isReal: ReadonlySet<string>): Step | undefined {
  if (/[*:]/.test(rule.from.replace(/^https?:/, '')) || /[*:]/.test(rule.to.replace(/^https?:/, ''))) return undefined;
  if (rule.status >= 400 || !rule.from.startsWith('/')) return undefined;
  const shadow = resolver.resolve(rule.from, 'index.html');
  if (!rule.isForced && shadow.kind === 'file' && isReal.has(shadow.path)) return undefined;
  return stepOfRule(rule, rule.to, rule.from, resolver);
}

function stepOfRule(rule: RedirectRule, to: string, from: string, resolver: Resolver): Step {
  const fault = { file: '_redirects', at: { line: rule.line, column: rule.column } };
  const target = resolver.resolve(to, 'index.html');
  const isRewrite = rule.status < 300; // the reader gets that file at once
  switch (target.kind) {
    case 'file':
      return {
        from,
        to,
        next: isRewrite ? 'elsewhere' : { kind: 'page', path: target.path },
        path: target.path,
        fault,
      };
    case 'redirected':
      return {
        from,
        to,
        next: isRewrite ? 'elsewhere' : { kind: 'path', path: to.replace(/[?#].*$/s, '') },
        path: to,
        fault,
      };
    case 'missing':
      return { from, to, next: 'nowhere', path: target.path, fault };
    default:
      return { from, to, next: 'elsewhere', path: to, fault };
  }
}
