// `docgen inspect`: prints data of the site without building it, or problems in synced files.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupBy, pick, pickBy, sortBy, sumBy, uniqBy } from 'lodash-es';
import { removeFolder } from '../disk/files.js';
import { scanSites } from '../disk/scan-sites.js';
import { siteDiagnostics } from '../disk/snapshots.js';
import { loadConfig } from '../model/config/config.js';
import { isSynced } from '../model/config/schema/content.js';
import { fileAddress, originText, projectName } from '../model/content/exports.js';
import { readHub } from '../model/content/read-hub.js';
import { catalog, type Diagnostic, hasError } from '../model/diagnostics/diagnostic.js';
import type { Tag } from '../model/docs/tags.js';
import type { SidebarItem } from '../model/sidebar/sidebar.js';
import { buildSite, type Site } from '../model/site/site.js';
import { applySeverities, isAboutSync } from '../model/strict/severities.js';
import { toPermalink, toSourcePath, withoutTrailingSlash } from '../model/types/path.js';
import { exitCode, fail, type Options, printDiagnostics, reportOptions, type Subject } from './options.js';
import { counted, locate, placeDiagnostics, type ReportOptions, visible } from './report.js';
import { openUpstream } from './upstream.js';

export async function inspectCommand(subject: Subject, options: Options, signal: AbortSignal): Promise<number> {
  if (subject === 'upstream') return inspectUpstream(options, signal);
  const config = await loadConfig(process.cwd(), options);
  if (!config.value) return fail(config.diagnostics, options);
  const { versions, all } = await scanSites(config.value, { onlyMain: subject !== 'versions' });
  const { main } = versions.value;
  const sites: Site[] = [];
  const diagnostics: Diagnostic[] = [...config.diagnostics, ...versions.diagnostics];
  for (const { version: own, mounts, scan } of all) {
    const version = own.config;
    // Only `routes` contains the titles that readers see.
    const reader = subject === 'routes' ? await (await import('../build.js')).openFactsReader(version) : undefined;
    const content = await readHub(scan, new Map(), { readFacts: reader?.readFacts });
    await reader?.close();
    const site = buildSite(content.value, version);
    diagnostics.push(...siteDiagnostics(version, mounts, { content, site }));
    sites.push(site.value);
  }
  const judged = applySeverities(diagnostics, { config: main, strict: false, isWhole: false });
  printDiagnostics(judged.diagnostics, options, main.content);
  if (hasError(diagnostics)) return exitCode.cannotRun;
  const view = views[subject === 'versions' ? 'version' : subject];
  const data = subject === 'versions' ? sites.map(versionData) : sites.map(view.data)[0];
  const text = sites.map((site) => [...view.lines(site).map(visible), ''].join('\n')).join('\n');
  process.stdout.write(options.json ? `${JSON.stringify(data, null, 2)}\n` : text);
  return exitCode.built;
}

export function versionData(site: Site) {
  const docs = [...site.docs.values()];
  const { basePath, routeBase, tagsBasePath } = site.config;
  const data = (tag: Tag) => ({ ...tag, description: tag.description ?? null });
  return {
    version: site.version(),
    path: routeBase === '' ? basePath : withoutTrailingSlash(toPermalink(basePath, routeBase)),
    tagsPath: toPermalink(basePath, routeBase, tagsBasePath),
    permalinks: Object.fromEntries(docs.map(({ id, permalink }) => [id, permalink])),
    nav: Object.fromEntries(
      docs.map((doc) => {
        const { previous, next } = site.docNeighbours(doc);
        return [doc.id, [previous?.permalink ?? null, next?.permalink ?? null]];
      }),
    ),
    tags: Object.fromEntries(docs.map(({ id, tags }) => [id, tags.map(data)])),
    tagPages: site.tags.map(({ tag, docs, unlisted }) => ({
      ...data(tag),
      docIds: docs.map(({ id }) => id),
      unlisted,
    })),
  };
}

interface View {
  readonly data: (site: Site) => unknown;
  readonly lines: (site: Site) => readonly string[];
}

const shownOfDoc = [
  ...(['id', 'title', 'description', 'slug', 'permalink', 'source'] as const),
  ...(['sidebarPosition', 'unlisted', 'draft'] as const),
];

/** Subjects with their data for `--json`, and their lines of text, which are untrusted. */
export const views: Readonly<Record<Exclude<Subject, 'versions' | 'upstream'>, View>> = {
  version: {
    data: (site) => pick(versionData(site), ['version', 'permalinks', 'nav']),
    lines({ version }) {
      const { docs, docsSidebars, ...fields } = version();
      const counts = [`docs: ${Object.keys(docs).length}`, `sidebars: ${Object.keys(docsSidebars).join(', ')}`];
      return [...Object.entries(fields).map(([key, value]) => `${key}: ${value}`), ...counts];
    },
  },
  docs: {
    data({ docs, pages }) {
      const outputs = new Map(pages.flatMap((page) => (page.kind === 'doc' ? [[page.doc.id, page.outputPath]] : [])));
      return [...docs.values()].map((doc) => ({ ...pick(doc, shownOfDoc), output: outputs.get(doc.id) ?? null }));
    },
    lines: ({ docs }) => [...docs.values()].map(({ id, permalink, title }) => `${id}  ${permalink}  ${title}`),
  },
  sidebar: {
    data: ({ version }) => version().docsSidebars,
    lines: ({ version }) =>
      Object.entries(version().docsSidebars).flatMap(([name, items]) => [name, ...outline(items, '  ')]),
  },
  routes: {
    data: ({ pages }) => pages.map((page) => pick(page, ['kind', 'permalink', 'outputPath', 'title'])),
    lines: ({ pages }) => pages.map(({ kind, permalink, outputPath }) => `${permalink}  ${kind}  ${outputPath}`),
  },
  sources: {
    data: ({ synced, provenance }) =>
      [...synced].flatMap(([section, { sources }]) => {
        // Whether a file is used, because another folder doesn't override it.
        const isUsed = (_: string, path: string) => provenance.has(toSourcePath(`${section}/${path}`));
        return sources.map(({ tree, ...source }) => ({ section, ...source, files: pickBy(source.files, isUsed) }));
      }),
    lines({ provenance, synced, config }) {
      const files = [...provenance].map(([file, origin]) => `${file}  ${originText(origin)}`);
      const sections = config.content.filter(isSynced).map(({ prefix }) => prefix);
      const missing = sections.filter((section) => !synced.has(section));
      return [...files, ...missing.map((section) => `${section}/  not synced`)];
    },
  },
};

function outline(items: readonly SidebarItem[], indent: string): string[] {
  return items.flatMap((item) => {
    if (item.type === 'html') return [`${indent}(html)`];
    const line = `${indent}${item.label}${item.href === undefined ? '' : `  ${item.href}`}`;
    if (item.type === 'link') return [item.unlisted ? `${line}  (unlisted)` : line];
    return [line, ...outline(item.items, `${indent}  `)];
  });
}

/**
 * Prints problems in synced files by repository, to report them to each project, including known ones and those lowered to `info`. Builds into a
 * temporary folder to find problems of bodies and links.
 */
async function inspectUpstream(options: Options, signal: AbortSignal): Promise<number> {
  const loaded = await loadConfig(process.cwd(), options);
  if (!loaded.value) return fail(loaded.diagnostics, options);
  const out = mkdtempSync(join(tmpdir(), 'docgen-inspect-'));
  try {
    const { build } = await import('../build.js');
    const report = await build({ ...loaded.value, out }, { strict: false, signal });
    if (!report.isComplete) return fail(report.diagnostics, options, report.content);
    // Sections that are not synced have no problems to list, so they are reported.
    printDiagnostics(report.diagnostics.filter(isAboutSync), options);
    const found = report.diagnostics.filter(({ code, severity }) => severity !== 'info' || faultCodes.has(code));
    const repositories = byRepository(found, reportOptions(options, report.content));
    const data = repositories.map(({ source, faults }) => ({ repository: source.repo, commit: source.commit, faults }));
    const markdown = repositories.map(asMarkdown).join('\n');
    process.stdout.write(options.json ? `${JSON.stringify(data, null, 2)}\n` : markdown);
    const count = sumBy(repositories, 'faults.length');
    if (options.format !== 'json') process.stderr.write(`${counted(count, 'problem')} in synced files\n`);
    return exitCode.built;
  } finally {
    removeFolder(out);
  }
}

const faultCodes = new Set(catalog.flatMap(({ code, severity }) => (severity === 'info' ? [] : [code])));

/** Groups diagnostics by repository. A file in several sections or versions appears once, by its path in the repository. */
function byRepository(found: readonly Diagnostic[], options: ReportOptions) {
  const upstreamOf = openUpstream(options.cwd);
  const located = placeDiagnostics(found, options).flatMap(({ diagnostic, upstream }) => {
    if (!upstream) return [];
    const { code, severity, message, place } = diagnostic;
    const { repository, commit, path, url } = upstream.data;
    const own = message.replace(/`([^`]+)`/g, (written, name: string) => {
      const named = upstreamOf(locate(name, options))?.data;
      return named?.repository === repository && named.commit === commit ? `\`${named.path}\`` : written;
    });
    const fault = { code, severity, message: own, path, ...place?.start, url };
    return [{ key: `${repository} ${commit}`, source: upstream.origin.source, fault }];
  });
  const unique = uniqBy(located, ({ key, fault }) => JSON.stringify([key, fault]));
  const sorted = sortBy(unique, [
    'key',
    'fault.path',
    ({ fault }) => fault.line ?? 0,
    ({ fault }) => fault.column ?? 0,
  ]);
  return Object.values(groupBy(sorted, 'key')).flatMap((group) => {
    const faults = group.map(({ fault }) => fault);
    return group.slice(0, 1).map(({ source }) => ({ source, faults }));
  });
}

function asMarkdown({ source, faults }: ReturnType<typeof byRepository>[number]): string {
  const commit = linked(source.commit.slice(0, 10), fileAddress(source, '', 'tree'));
  const lines = faults.map(({ path, line, url, code, message }) => {
    const place = line === undefined ? path : `${path}:${line}`;
    return `- ${linked(place, url)}: ${inCode(message)} (${code})\n`;
  });
  return `## ${inCode(projectName(source))}\n\n${counted(faults.length, 'fault')} at commit ${commit}:\n\n${lines.join('')}`;
}

const linked = (text: string, address: string | undefined) =>
  address === undefined ? inCode(text) : `[${inCode(text)}](<${address}>)`;

/** Formats untrusted text as Markdown code, so that it has no links, mentions or markup, even if it contains backticks. */
function inCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${visible(text)}${space}${fence}`;
}
