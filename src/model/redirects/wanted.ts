// The redirects that pages and the config ask for: `redirect_from` as Jekyll has it, `aliases` as Hugo has them, `redirects` of the config.
import { posix } from 'node:path';
import type { Config } from '../config.js';
import type { Checked, Diagnostic, Place } from '../diagnostics/diagnostic.js';
import { redirectsTooMany, redirectUnusable } from '../diagnostics/redirects.js';
import { type Doc, placeOfKey } from '../docs/doc.js';
import { parseUrl, withoutTrailingSlash } from '../path.js';
import type { DocRoute, Page } from '../routes.js';
import { readPath, type SitePath } from './address.js';
import type { RedirectStatus } from './schema.js';

/** Where a redirect leads: a page, an address of the site, or one of another host. */
export type Target =
  | { readonly page: DocRoute }
  | { readonly path: string; readonly suffix: string }
  | { readonly url: string };

export interface Wanted {
  readonly from: SitePath;
  /** `from` stands for all that is below it; `to` may take the rest along. */
  readonly isPrefix: boolean;
  readonly takesRest: boolean;
  readonly target: Target;
  readonly status: RedirectStatus;
  readonly place: Place | undefined;
}

/** Redirects of one page, and of all. */
const most = { ofPage: 100, ofPages: 10_000 };

interface Input {
  readonly config: Pick<Config, 'redirects' | 'basePath' | 'routeBase' | 'file'>;
  readonly pages: readonly Page[];
  /** The section of a gathered page, which may take no address outside it. */
  readonly sectionOf: (doc: Doc) => string | undefined;
}

/** All redirects that are asked for, those of the config first. Diagnostics: DG511, DG516. */
export function wantedRedirects({ config, pages, sectionOf }: Input): Checked<readonly Wanted[]> {
  const diagnostics: Diagnostic[] = [];
  const wanted = config.redirects.flatMap((redirect, index) => {
    const read = ofConfig(redirect, config.file);
    if (!('fault' in read)) return [read];
    const { key, value, reason } = read.fault;
    diagnostics.push(redirectUnusable({ key: `redirects.${index}.${key}`, value, reason }, placeOfConfig(config.file)));
    return [];
  });
  let left = most.ofPages;
  let beyond = 0;
  for (const page of pages) {
    if (page.kind !== 'doc') continue;
    const found = ofPage(page, { config, section: sectionOf(page.doc) });
    diagnostics.push(...found.diagnostics);
    beyond += Math.max(0, found.value.length - left);
    wanted.push(...found.value.slice(0, left));
    left = Math.max(0, left - found.value.length);
  }
  if (beyond > 0)
    diagnostics.push(redirectsTooMany({ count: most.ofPages + beyond, limit: most.ofPages, of: 'are named by pages' }));
  return { value: wanted, diagnostics };
}

/** The config file as the place of a problem among those of the content; undefined where there is no file. */
export function placeOfConfig(file: string | undefined): Place | undefined {
  return file === undefined ? undefined : { file: file.startsWith('docgen.config') ? file : `/${file}` };
}

type Fault = { readonly fault: { readonly key: 'from' | 'to'; readonly value: string; readonly reason: string } };

function ofConfig({ from, to, status }: Config['redirects'][number], file: string | undefined): Wanted | Fault {
  const isPrefix = from.endsWith('/*');
  const read = readPath(isPrefix ? from.slice(0, -1) : from, '');
  if ('fault' in read) return { fault: { key: 'from', value: from, reason: read.fault } };
  const takesRest = isPrefix && to.endsWith('/*');
  const target = targetOf(takesRest ? to.slice(0, -1) : to);
  if ('fault' in target) return { fault: { key: 'to', value: to, reason: target.fault } };
  return { from: read.path, isPrefix, takesRest, target, status, place: placeOfConfig(file) };
}

function targetOf(to: string): Target | { readonly fault: string } {
  if (/^https?:/i.test(to)) {
    const url = /[\p{Cc}\s]/u.test(to) ? undefined : parseUrl(to);
    if (url?.username !== '' || url.password !== '') return { fault: 'is no address of a site' };
    return { url: url.href };
  }
  const [, path = '', suffix = ''] = /^([^?#]*)([\s\S]*)$/.exec(to) ?? [];
  const read = readPath(path, '');
  if ('fault' in read) return read;
  if (/[\p{Cc}\s"<>\\^`{|}$]/u.test(suffix)) return { fault: 'has a character that no query or fragment has' };
  return { path: read.path, suffix };
}

function ofPage(
  page: DocRoute,
  { config, section }: { readonly config: Input['config']; readonly section: string | undefined },
): Checked<readonly Wanted[]> {
  const { doc } = page;
  const { redirect_from: jekyll, aliases: hugo } = doc.frontMatter;
  const written = [
    ...(jekyll ?? []).map((from) => ({ key: 'redirect_from' as const, from, folder: '' })),
    // Beside the page, as a browser reads them there.
    ...(hugo ?? []).map((from) => ({ key: 'aliases' as const, from, folder: folderOf(page, config) })),
  ];
  const diagnostics: Diagnostic[] = [];
  if (written.length > most.ofPage)
    diagnostics.push(
      redirectsTooMany(
        { count: written.length, limit: most.ofPage, of: 'are named by this page' },
        placeOfKey(doc, written[most.ofPage]?.key ?? ''),
      ),
    );
  const wanted = written.slice(0, most.ofPage).flatMap(({ key, from, folder }): Wanted[] => {
    const read = readPath(from, folder);
    const place = placeOfKey(doc, key);
    const path =
      'fault' in read ? undefined : inSection(read.path, { section, config, isBeside: !isAbsolute(from, key) });
    if (path === undefined) {
      const reason = 'fault' in read ? read.fault : 'leaves the section of the page';
      diagnostics.push(redirectUnusable({ key, value: from, reason }, place));
      return [];
    }
    return [{ from: path, isPrefix: false, takesRest: false, target: { page }, status: 301, place }];
  });
  return { value: wanted, diagnostics };
}

const isAbsolute = (from: string, key: 'redirect_from' | 'aliases') =>
  key === 'redirect_from' || from.trim().startsWith('/');

/** The folder of a page's address, from the root of the site. */
function folderOf({ permalink }: DocRoute, { basePath }: Pick<Config, 'basePath'>): SitePath {
  const folder = posix.dirname(withoutTrailingSlash(permalink).slice(basePath.length));
  return folder === '.' ? '' : folder;
}

/** A gathered page was written for a site of its own: from its root is from its section. It gets no other address. */
function inSection(
  path: SitePath,
  {
    section,
    config: { routeBase },
    isBeside,
  }: { readonly section: string | undefined; readonly config: Input['config']; readonly isBeside: boolean },
): SitePath | undefined {
  if (section === undefined) return path;
  const root = posix.join(routeBase, section);
  const within = isBeside || path.startsWith(`${root}/`) ? path : posix.join(root, path);
  return within.startsWith(`${root}/`) ? within : undefined;
}
