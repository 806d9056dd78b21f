// Rules for a built folder: links, anchors, redirects, pages, sizes. Only files with violations are read again, to find lines and columns.
import { type Diagnostic, maxShownIds, nearest, pointsOf, problem } from '../../model/diagnostics/diagnostic.js';
import { groupBy } from '../../model/types/group.js';
import { decodeAddress, withoutTrailingSlash } from '../../model/types/path.js';
import { addressOf, applyRules, bareAddress, type RedirectRule, type SiteData, type Target } from './addresses.js';
import {
  type BuiltFolder,
  type BuiltPage,
  type BuiltSite,
  type BuiltStyle,
  isPage,
  type SiteFile,
  textOf,
} from './site.js';

export interface Violation {
  readonly diagnostic: Diagnostic;
  /** File of the violation. Undefined for the site as a whole. */
  readonly file: string | undefined;
  /** Offset in UTF-16 units from 0. */
  readonly at: number | undefined;
}

export const fault = (diagnostic: Diagnostic, file?: string, at?: number): Violation => ({ diagnostic, file, at });

/** Maximum number of pages for which a broken link in the layout is reported, because the layout is on every page. */
const maxRepeated = 5;

/** Converts violations to diagnostics with lines and columns. `shown` is the folder in messages. */
export function placed(dir: string, shown: string, faults: readonly Violation[]): Diagnostic[] {
  return [...groupBy(faults, ({ file }) => file)].flatMap(([file, ofFile]) => {
    if (file === undefined) return ofFile.map(({ diagnostic }) => diagnostic);
    const pointAt = pointsOf(ofFile.some(({ at }) => at !== undefined) ? textOf(dir, file) : '');
    const path = shown === '' ? file : `${shown}/${file}`;
    return ofFile.map(({ diagnostic, at }) => ({
      ...diagnostic,
      place: { file: path, ...(at !== undefined && { start: pointAt(at) }) },
    }));
  });
}

/** Merges a problem of many pages into its first occurrence, with the number of pages. */
export function mergeRepeated(faults: readonly Diagnostic[]): Diagnostic[] {
  const groups = groupBy(faults, ({ code, message, known }) => `${code} ${known} ${message}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const others = new Set(group.map(({ place }) => place?.file)).size - 1;
    if (!first?.place || others < maxRepeated || !first.message.includes('`')) return group;
    return [{ ...first, message: `${first.message}, here and on ${others.toLocaleString('en-US')} other pages` }];
  });
}

interface CheckOptions {
  /** Maximum size of a page, in units of 1,000 bytes. */
  readonly pageKb: number | undefined;
  /** Maximum size of the site, in units of 1,000,000 bytes. */
  readonly totalMb: number | undefined;
  /** Whether scripts, forms and event handlers are violations. */
  readonly isPlain: boolean;
}

export function faultsOf(folder: BuiltFolder, built: BuiltSite, options: CheckOptions): Violation[] {
  const { pages, styles, linked } = built;
  const { files, unread, site, redirects, resolve } = folder;
  const near = openNear(site);
  const targets = [
    ...pages.map(({ refresh }) => refresh?.target),
    ...redirects.rules.map(({ to }) => resolve(to, 'index.html')),
  ];
  const redirected = targets.flatMap((target) => (target?.kind === 'file' ? target.path : []));
  const reached = new Set([...linked, ...redirected]);
  return [
    ...unread.map(({ path, reason }) => fault(problem.unreadFile({ reason }), path)),
    ...brokenLinks([...pages, ...styles], near),
    ...brokenAnchors(pages),
    ...redirectFaults(pages, folder, near),
    ...pages.flatMap((page) => pageFaults(page, reached.has(page.path), options.isPlain)),
    ...sizeFaults(files, options),
  ];
}

const broken = { link: problem.builtLinkBroken, image: problem.builtImageBroken, file: problem.builtFileBroken };

function brokenLinks(readers: readonly BuiltStyle[], near: Near): Violation[] {
  return readers.flatMap(({ path, refs }) =>
    refs.flatMap(({ kind, url, offset, target }) =>
      target.kind === 'missing' ? fault(broken[kind]({ url, near: near(target.path) }), path, offset) : [],
    ),
  );
}

function brokenAnchors(pages: readonly BuiltPage[]): Violation[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap(({ path, refs }) =>
    refs.flatMap(({ offset, target }) => {
      const page = target.kind === 'file' ? byPath.get(target.path) : undefined;
      if (target.kind !== 'file' || !page || page.refresh) return [];
      const anchor = target.fragment.split(':~:')[0] ?? ''; // `:~:` starts a text fragment
      if (isThere(anchor, page)) return [];
      const ids = [...page.ids].slice(0, maxShownIds);
      const values = { anchor, page: page.path, near: nearest(anchor, page.ids), ids };
      return fault(problem.builtAnchorBroken(values), path, offset);
    }),
  );
}

function isThere(id: string, { hasScript, ids }: BuiltPage): boolean {
  const decoded = decodeAddress(id);
  if (id === '' || ids.has(id) || ids.has(decoded) || decoded.toLowerCase() === 'top') return true;
  return hasScript && /^[/!?]/.test(id); // a path for a script
}

const maxSearched = 500;

/** Returns the most similar file to a missing one, or undefined. */
type Near = (path: string) => string | undefined;

function openNear({ files, base }: SiteData): Near {
  const folded = (path: string) => bareAddress(path.normalize('NFC').toLowerCase());
  const lastOf = (path: string) => folded(path).split('/').at(-1) ?? '';
  const byFolded = new Map(files.map((file) => [folded(file), file]));
  const byName = groupBy(files, lastOf);
  const answers = new Map<string, string | undefined>();
  return (path) => {
    if (answers.has(path) || answers.size >= maxSearched) return answers.get(path);
    const [named, ...others] = byName.get(lastOf(path)) ?? [];
    const file = byFolded.get(folded(path)) ?? (others.length === 0 ? named : undefined) ?? nearest(path, files);
    const answer = file === undefined ? undefined : addressOf(file, base);
    answers.set(path, answer);
    return answer;
  };
}

/** A redirect: a page with `meta refresh`, or a rule of `_redirects`. */
interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly target: Target;
  /** Path of a file, or a URL path that starts with a slash, because `/x.html` can redirect to `/x/`, which is a different file. */
  readonly served: string;
  /** Target in the same format. Undefined if it is external. */
  readonly next: string | undefined;
  readonly file: string;
  readonly offset: number;
}

/** Maximum number of redirects in a chain, as in browsers. */
const maxSteps = 20;

/** Reports redirects without a target, chains, and each loop once. */
function redirectFaults(pages: readonly BuiltPage[], folder: BuiltFolder, near: Near): Violation[] {
  const { site, resolve, redirects } = folder;
  const nextOf = (target: Target) =>
    target.kind === 'file' || target.kind === 'redirected' ? withoutTrailingSlash(target.path) : undefined;
  const ofPages = new Map(
    pages.flatMap(({ path, refresh }): [string, Redirect][] => {
      if (!refresh) return [];
      const { target, url, offset } = refresh;
      const to = target.kind === 'file' ? addressOf(target.path, site.base) : url;
      const from = addressOf(path, site.base);
      return [[path, { from, to, target, served: path, next: nextOf(target), file: path, offset }]];
    }),
  );
  const ofRule = ({ from, to, offset, status }: RedirectRule): Redirect => {
    const target = resolve(to, 'index.html');
    const next = status < 300 ? undefined : nextOf(target); // a rewrite, which serves its target directly
    return { from, to, target, served: withoutTrailingSlash(from), next, file: '_redirects', offset };
  };
  const following = ({ target, next = '' }: Redirect): Redirect | undefined => {
    if (next === '' || target.kind !== 'redirected') return ofPages.get(next);
    const rule = applyRules(redirects.rules, target.path);
    return rule && ofRule({ ...rule, from: target.path });
  };
  /** Whether a chain starts at a rule: it has no pattern, and no page has precedence. */
  const isStart = ({ from, to, status, isForced }: RedirectRule): boolean => {
    if ([from, to].some((address) => /[*:]/.test(address.replace(/^https?:/, '')))) return false;
    const shadow = resolve(from, 'index.html');
    const isShadowed = !isForced && shadow.kind === 'file' && isPage(shadow.path) && !ofPages.has(shadow.path);
    return status < 400 && from.startsWith('/') && !isShadowed;
  };
  const loops = new Set<string>();
  const starts = [...ofPages.values(), ...redirects.rules.filter(isStart).map(ofRule)];
  return [
    ...starts.flatMap((start) => {
      const { to, target, file, offset } = start;
      if (target.kind === 'missing')
        return fault(problem.redirectToNowhere({ to, near: near(target.path) }), file, offset);
      const { chain, loop } = followed(start, following);
      const text = chain.map((url) => `\`${url}\``).join(' → ');
      const key = loop.map(bareAddress).sort().join('\n');
      if (loops.has(key) || (loop.length === 0 && chain.length <= 2)) return [];
      if (loop.length === 0)
        return fault(problem.builtRedirectChain({ chain: text, end: chain.at(-1) ?? '' }), file, offset);
      loops.add(key);
      return fault(problem.builtRedirectLoop({ chain: text }), file, offset);
    }),
    ...redirects.invalid.map(({ text, offset }) => fault(problem.redirectRuleInvalid({ text }), '_redirects', offset)),
  ];
}

/** Returns the redirects up to the end or the first repetition, and those of the loop. */
function followed(start: Redirect, following: (redirect: Redirect) => Redirect | undefined) {
  const chain = [start.from];
  const served = [start.served];
  for (let step: Redirect | undefined = start; step && chain.length <= maxSteps; step = following(step)) {
    const { to, next = '' } = step;
    const first = next === '' ? -1 : served.indexOf(next);
    chain.push(to);
    served.push(next);
    if (first >= 0) return { chain, loop: chain.slice(first, -1) };
  }
  return { chain, loop: [] };
}

const isOfHost = (path: string) => /(?:^|\/)(?:404|500|50x|offline)(?:\/index)?\.html?$/i.test(path);

const isMissing = (text = '') => text.trim() === '';

function pageFaults(page: BuiltPage, isReached: boolean, isPlain: boolean): Violation[] {
  const { path, headOffset, htmlOffset } = page;
  const isRead = page.isDocument && !page.refresh;
  const isSearched = isRead && !page.isNoIndex && !isOfHost(path);
  const isOrphan = isSearched && !isReached && !/^index\.html?$/i.test(path);
  return [
    ...(isRead && isMissing(page.title) ? [fault(problem.titleMissing({}), path, headOffset)] : []),
    ...(isRead && isMissing(page.lang) ? [fault(problem.langMissing({}), path, htmlOffset)] : []),
    ...(isSearched && isMissing(page.description) ? [fault(problem.descriptionMissing({}), path, headOffset)] : []),
    ...(isOrphan ? [fault(problem.orphanPage({ page: path }), path)] : []),
    ...page.problems.flatMap(({ kind, text, offset }) => {
      if (kind === 'id') return fault(problem.duplicateId({ id: text }), path, offset);
      if (kind === 'alt') return fault(problem.altMissing({}), path, offset);
      return isPlain ? fault(problem.activeMarkup({ what: text }), path, offset) : [];
    }),
  ];
}

/** Size at which a warning starts, in units of 1,000,000 bytes. GitHub Pages accepts 1,000. */
const nearLimitOfPages = 900;

function sizeFaults(files: readonly SiteFile[], { pageKb = Infinity, totalMb = nearLimitOfPages }: CheckOptions) {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const large = files.filter(({ path, bytes }) => isPage(path) && bytes > pageKb * 1000);
  return [
    ...(total > totalMb * 1e6 ? [fault(problem.siteTooLarge({ mb: Math.ceil(total / 1e6), limit: totalMb }))] : []),
    ...large.map(({ path, bytes }) =>
      fault(problem.pageTooLarge({ kb: Math.ceil(bytes / 1000), limit: pageKb }), path),
    ),
  ];
}
