// Resolves URLs by the rules of the author's generator if docgen's own rules find nothing, and adjusts diagnostics for URLs that a program resolves.
import { posix } from 'node:path';
import { memoize } from 'lodash-es';
import { namedPaths } from '../../../model/content/parse/named-paths.js';
import type { PlacedProject } from '../../../model/content/projects.js';
import { asInfo, type Diagnostic, problem } from '../../../model/diagnostics/diagnostic.js';
import { generatorOf } from '../../../model/generators/generators.js';
import type { Site } from '../../../model/site/site.js';
import { firstFound, withUnsharedKey } from '../../../model/types/group.js';
import {
  ancestorsOf,
  decodeAddress,
  resolvePath,
  type SourcePath,
  toPermalink,
  toSourcePath,
  withoutIndex,
  withoutTrailingSlash,
} from '../../../model/types/path.js';
import { plainAddress } from '../../../model/types/project-paths.js';
import type { Slot } from '../../body/print/fragment.js';
import type { Address, LinkingDoc } from './original-address.js';

/** Returns the URL path of a path from the content root, as lookups of pages use it. */
export const sitePathOf = (path: string, { config: { basePath, routeBase } }: Site): string =>
  withoutTrailingSlash(toPermalink(basePath, routeBase, withoutIndex(path)));

/** Returns a page of the project by Hugo's rules: by a path in any case, or by a unique name of a file or folder. */
export function pageOfName(path: string, candidates: readonly SourcePath[], from: LinkingDoc, site: Site) {
  const { source } = from;
  const project = site.rules.get(source)?.project;
  const placed = project && generatorOf(project).hasBareNames && site.projects.find((one) => one.project === project);
  if (!placed) return undefined;
  // In Hugo, the page of a bundle resolves paths from the folder above its own.
  const above = /(?:^|\/)index(?:\.[\w-]+)?\.md$/.test(source) ? [posix.join(source, '../..', path)] : [];
  const names = path.includes('/') ? [...candidates, ...above].map((one) => `/${nameOf(one)}`) : [nameOf(path)];
  const found = firstFound(names, (name) => sourcesByName(placed).get(name));
  const doc = found && site.docBySource.get(found);
  return doc && site.pageByPermalink.get(withoutTrailingSlash(doc.permalink));
}

const nameOf = (path: string) => path.replace(/(?:(?:^|\/)_?index)?\.md$|\/$/, '').toLowerCase();

/** Docs of a project by their paths with a leading slash, and by unique names. */
const sourcesByName = memoize(({ sources }: PlacedProject) => {
  const paths = [...sources.values()].map((source) => [`/${nameOf(source)}`, source] as const);
  const names = withUnsharedKey([...sources.values()], (source) => posix.basename(nameOf(source)));
  return new Map([...paths, ...names]);
});
sourcesByName.cache = new WeakMap();

/** Converts ids of other generators: `fn:1` of footnotes to `fn-1`, and `_top` of Starlight to the page's title. */
export function ownFragment(fragment: string, { source }: LinkingDoc, site: Site): string {
  const { generator } = site.rules.get(source)?.project ?? {};
  if (generator === 'starlight' && fragment === '_top') return 'top';
  return generator ? fragment.replace(/^(fn|fnref):/, '$1-') : fragment;
}

/** Removes the base path of the doc's project from a URL. Authors of Astro sites write it in links. */
export function withoutBase(address: Address, { source }: LinkingDoc, site: Site): Address {
  const base = site.rules.get(source)?.project?.settings.base;
  if (typeof base !== 'string' || address.path === '') return address;
  const root = posix.join('/', base, '/');
  return `${address.path}/`.startsWith(root)
    ? { ...address, path: address.path.slice(root.length - 1) || '/' }
    : address;
}

/**
 * Returns the file for a path relative to the page's URL. Generators other than Docusaurus don't resolve such paths. In Jekyll, the file can be in a collection.
 * Hugo publishes files in folders with lower-case names.
 */
export function fileAtUrl(
  path: string,
  candidates: readonly SourcePath[],
  { source, permalink }: LinkingDoc,
  site: Site,
): SourcePath | undefined {
  const project = site.rules.get(source)?.project;
  if (!project) return undefined;
  const url = path.startsWith('/') ? '' : decodeAddress(resolvePath(path, permalink) ?? '');
  const root = toPermalink(site.config.basePath, site.config.routeBase, '/');
  const file = url.startsWith(root) ? url.slice(root.length) : '';
  const paths = [toSourcePath(file), toSourcePath(`_${file}`), ...namedPaths(`/${file}`, source, site.roots)];
  const found = paths.find((one) => site.files.has(one));
  if (found !== undefined || !generatorOf(project).hasBareNames) return found;
  const inBundle = firstFound(candidates, (one) => fileOfBundle(one, site));
  if (inBundle !== undefined) return inBundle;
  const known = filesInAnyCase(site.files);
  const named = firstFound(candidates, (one) => known.get(one.toLowerCase()));
  if (named !== undefined || !path.endsWith('.*')) return named;
  // A template finds a file by the start of its name, or by a part of it, as Docsy's `imgproc`.
  const [, isPart, name = ''] = /^(\*?)(.*)\.\*$/.exec(path.toLowerCase()) ?? [];
  const start = posix.join(posix.dirname(source), isPart ? '.' : name).toLowerCase();
  return [...known].find(([one]) => one.startsWith(start) && (!isPart || posix.basename(one).includes(name)))?.[1];
}

/** Returns the file of a page bundle. Hugo publishes the bundle's files below the URL of the page. */
function fileOfBundle(path: string, site: Site): SourcePath | undefined {
  return firstFound(ancestorsOf(path), (folder) => {
    const page = site.pageByPermalink.get(sitePathOf(folder, site));
    if (page?.kind !== 'doc' || !/(?:^|\/)index\.[^/]+$/.test(page.doc.source)) return undefined;
    const file = toSourcePath(posix.join(page.doc.sourceDirName, path.slice(folder.length)));
    return site.files.has(file) ? file : undefined;
  });
}

const filesInAnyCase = memoize(
  (files: Site['files']) => new Map([...files.keys()].map((path) => [path.toLowerCase(), path])),
);
filesInAnyCase.cache = new WeakMap();

/** Returns the diagnostic for a link that only a template or program of the site can resolve, such as a glossary term. */
export function linkOfProgram({ url, place }: Slot, path: string, { source }: LinkingDoc, site: Site) {
  const { settings, variables } = site.rules.get(source)?.project ?? {};
  const isOfProgram = variables?.hasPrograms === true && !/\/|\.(?:md|html)$/.test(path);
  if (!isOfProgram && (settings?.hasLinkHook !== true || /[/.]/.test(path))) return undefined;
  const [generator, program] = isOfProgram
    ? ['mdBook (preprocessor)', 'a preprocessor of the book']
    : ['Hugo (link render hook)', '`render-link.html` of the site'];
  return asInfo(
    problem.foreignSyntax({ syntax: `[…](${url.slice(0, 40)})`, generator, isContainer: true }, place),
    `write the path of a page: only ${program} knows what the link means, and docgen does not run it`,
  );
}

/** Returns the project's file, other than Markdown, from which the page at a path is generated. */
export function unreadPage(path: string, { source }: LinkingDoc, site: Site): string | undefined {
  if (!path.startsWith('/')) return undefined;
  const unread = site.rules.get(source)?.unread?.() ?? {};
  const address = plainAddress(path);
  return Object.hasOwn(unread, address) ? unread[address] : undefined;
}

/** Whether only a hook of MkDocs or generated documentation can create an id: it has characters that ids of headings don't. */
export function isMadeByHook(fragment: string, { source }: LinkingDoc, site: Site): boolean {
  const { generator, variables } = site.rules.get(source)?.project ?? {};
  const hasPrograms = [variables?.hasValues, variables?.hasHooks, variables?.hasReferences].includes(true);
  return generator === 'mkdocs' && hasPrograms && /[^\w-]/.test(fragment);
}

/** Whether docgen itself generates the file at a path. */
export const isOwnFile = (path: string, { url }: Site['config']): boolean =>
  /^\/(?:llms|robots)\.txt$/.test(path) || (path === '/sitemap.xml' && url !== '');

/** Returns the possible files of a path without an extension. */
export function sourcesOf(path: SourcePath): readonly SourcePath[] {
  const stem = withoutTrailingSlash(path);
  return [path, ...['.md', '.mdx', '/index.md', '/_index.md'].map((ending) => toSourcePath(stem + ending))];
}

/** Lowers a diagnostic to `info` if a URL points outside a folder of `--with`, because the repository might contain the file. */
export function asInfoOutside(
  diagnostic: Diagnostic,
  path: string,
  { slot, doc, site }: { readonly slot: Slot; readonly doc: LinkingDoc; readonly site: Site },
): Diagnostic {
  const mount = site.config.content.find((one) => one.layer === 'local' && doc.source.startsWith(`${one.prefix}/`));
  const isOutside = path.startsWith('/')
    ? slot.kind !== 'link'
    : !`${posix.join(doc.sourceDirName, path)}/`.startsWith(`${mount?.prefix}/`);
  if (!mount || !isOutside) return diagnostic;
  return asInfo(diagnostic, 'the path is outside the folder of `--with`: a synced page would link to the repository');
}
