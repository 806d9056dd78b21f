// Checks redirects (`meta refresh` and `_redirects`): broken ones, loops and chains.
import { problem } from '../../../model/diagnostics/diagnostic.js';
import { withoutTrailingSlash } from '../../../model/types/path.js';
import { addressOf, bareAddress, type Resolver, type SiteData, type Target } from '../addresses.js';
import { fault, type Violation } from '../faults.js';
import { applyRules, type RedirectRule } from '../redirect-rules.js';
import type { BuiltFolder, PageFacts } from '../site.js';
import type { Near } from './links.js';

interface Step {
  readonly from: string;
  readonly to: string;
  readonly target: Target;
  /** A file, or a path with a slash before it. `/x.html` can redirect to `/x/`, which is another file. */
  readonly next: string | undefined;
  readonly file: string;
  readonly at: number;
}

/** As many as a browser follows. */
const maxSteps = 20;

export function redirectFaults(
  pages: readonly PageFacts[],
  { site, resolve, redirects }: BuiltFolder,
  near: Near,
): Violation[] {
  const stepsOfPages = new Map(pages.flatMap((page) => stepOfPage(page, site)));
  const isReal = new Set(pages.filter(({ refresh }) => !refresh).map(({ path }) => path));
  const stepAfter = ({ next = '' }: Step): Step | undefined => {
    if (!next.startsWith('/')) return stepsOfPages.get(next);
    const rule = applyRules(redirects.rules, next);
    return rule && stepOfRule({ ...rule, from: next }, resolve);
  };
  const loops = new Set<string>();
  const starts = redirects.rules
    .filter((rule) => isStart(rule, resolve, isReal))
    .map((rule) => stepOfRule(rule, resolve));
  return [
    ...[...stepsOfPages.values(), ...starts].flatMap((start) => {
      const { to, target, file, at } = start;
      if (target.kind !== 'missing') return faultOfWay(start, stepAfter, loops);
      return fault(problem.redirectToNowhere({ to, near: near(target.path) }), file, at);
    }),
    ...redirects.invalid.map(({ text, offset }) => fault(problem.redirectRuleInvalid({ text }), '_redirects', offset)),
  ];
}

/** Each loop is reported once. */
function faultOfWay(start: Step, stepAfter: (step: Step) => Step | undefined, loops: Set<string>): Violation[] {
  const way = [start.from];
  const served = [start.file === '_redirects' ? withoutTrailingSlash(start.from) : start.file];
  for (let step: Step | undefined = start; step && way.length <= maxSteps; step = stepAfter(step)) {
    const next = withoutTrailingSlash(step.next ?? '');
    const first = next === '' ? -1 : served.indexOf(next);
    way.push(step.to);
    served.push(next);
    if (first === -1) continue;
    const key = way.slice(first, -1).map(bareAddress).sort().join('\n');
    if (loops.has(key)) return [];
    loops.add(key);
    return [fault(problem.builtRedirectLoop({ chain: chainText(way) }), start.file, start.at)];
  }
  if (way.length <= 2) return [];
  const values = { chain: chainText(way), end: way.at(-1) ?? '' };
  return [fault(problem.builtRedirectChain(values), start.file, start.at)];
}

const chainText = (way: readonly string[]) => way.map((url) => `\`${url}\``).join(' → ');

function stepOfPage({ path, refresh }: PageFacts, { base }: SiteData): [string, Step][] {
  if (!refresh) return [];
  const { target, url, offset } = refresh;
  const to = target.kind === 'file' ? addressOf(target.path, base) : url;
  return [[path, { from: addressOf(path, base), to, target, next: nextOf(target), file: path, at: offset }]];
}

/** Whether a chain can start at a rule: it has no pattern, and no page takes precedence. */
function isStart(
  { from, to, status, isForced }: RedirectRule,
  resolve: Resolver,
  isReal: ReadonlySet<string>,
): boolean {
  if ([from, to].some((address) => /[*:]/.test(address.replace(/^https?:/, '')))) return false;
  const shadow = resolve(from, 'index.html');
  const isShadowed = !isForced && shadow.kind === 'file' && isReal.has(shadow.path);
  return status < 400 && from.startsWith('/') && !isShadowed;
}

function stepOfRule({ from, to, offset, status }: RedirectRule, resolve: Resolver): Step {
  const target = resolve(to, 'index.html');
  const next = status < 300 ? undefined : nextOf(target); // a rewrite: the reader gets that file at once
  return { from, to, target, next, file: '_redirects', at: offset };
}

const nextOf = (target: Target) => (target.kind === 'file' || target.kind === 'redirected' ? target.path : undefined);
