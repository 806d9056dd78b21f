import { settleSnapshots, siteDiagnostics } from '../disk/snapshots.js';
import { loadConfig } from '../model/config/config.js';
import { isSynced } from '../model/config/schema/content.js';
import { originText } from '../model/content/exports.js';
import { readHub } from '../model/content/named-files.js';
import { scanHub } from '../model/content/scan-hub.js';
import { type Diagnostic, hasError } from '../model/diagnostics/diagnostic.js';
import type { Tag } from '../model/docs/tags.js';
import type { SidebarItem } from '../model/sidebar/sidebar.js';
import { buildSite, type Site } from '../model/site/site.js';
import { applySeverities } from '../model/strict/baseline.js';
import { toPermalink, toSourcePath, withoutTrailingSlash } from '../model/types/path.js';
import { readVersions } from '../model/versions/read-versions.js';
import { type CommonOptions, exitCode, fail, printDiagnostics, type Subject } from './options.js';
import { visible } from './report.js';

export interface InspectCommandOptions extends CommonOptions {
  readonly json?: boolean;
}

type Recorded = Exclude<Subject, 'versions' | 'upstream'>;

/** `docgen inspect`: prints data of the site without building it. */
export async function inspectCommand(subject: Recorded | 'versions', options: InspectCommandOptions): Promise<number> {
  const config = await loadConfig(process.cwd(), options);
  if (!config.value) return fail(config.diagnostics, options);
  const versions = readVersions(config.value);
  const { main, all } = versions.value;
  const wanted = subject === 'versions' ? all.map((version) => version.config) : [main];
  const sites: Site[] = [];
  const diagnostics: Diagnostic[] = [...config.diagnostics, ...versions.diagnostics];
  for (const version of wanted) {
    const mounts = await settleSnapshots(version);
    // Only `routes` contains the titles that readers see.
    const reader = subject === 'routes' ? await (await import('../build.js')).openFactsReader(version) : undefined;
    const content = await readHub(await scanHub(mounts.value, version), new Map(), { readFacts: reader?.readFacts });
    await reader?.close();
    const site = buildSite(content.value, version);
    diagnostics.push(...siteDiagnostics(version, mounts, { content, site }));
    sites.push(site.value);
  }
  const judged = applySeverities(diagnostics, { config: main, strict: false, isWhole: false });
  printDiagnostics(judged.diagnostics, options, main.content);
  if (hasError(diagnostics)) return exitCode.cannotRun;
  process.stdout.write(options.json ? `${JSON.stringify(dataOf(subject, sites), null, 2)}\n` : textOf(subject, sites));
  return exitCode.built;
}

const dataOf = (subject: Recorded | 'versions', sites: readonly Site[]) =>
  subject === 'versions' ? sites.map(versionData) : sites.map((site) => asData(subject, site))[0];

const textOf = (subject: Recorded | 'versions', sites: readonly Site[]) =>
  sites.map((site) => asText(subject === 'versions' ? 'version' : subject, site)).join('\n');

export function versionData(site: Site) {
  const docs = [...site.docs.values()];
  const { basePath, routeBase, tagsBasePath } = site.config;
  const data = (tag: Tag) => ({ ...tag, description: tag.description ?? null });
  return {
    version: site.version,
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

export function asData(subject: Recorded, site: Site): unknown {
  const docs = [...site.docs.values()];
  const pageOf = new Map(site.pages.flatMap((page) => (page.kind === 'doc' ? [[page.doc.id, page] as const] : [])));
  switch (subject) {
    case 'version': {
      const { version, permalinks, nav } = versionData(site);
      return { version, permalinks, nav };
    }
    case 'docs':
      return docs.map(({ id, title, description, slug, permalink, source, sidebarPosition, unlisted, draft }) => ({
        ...{ id, title, description, slug, permalink, source, sidebarPosition, unlisted, draft },
        output: pageOf.get(id)?.outputPath ?? null,
      }));
    case 'sidebar':
      return site.version.docsSidebars;
    case 'routes':
      return site.pages.map(({ kind, permalink, outputPath, title }) => ({ kind, permalink, outputPath, title }));
    case 'sources':
      return [...site.synced].flatMap(([section, { sources }]) =>
        sources.map(({ tree: _, ...source }) => ({
          section,
          ...source,
          // Without files that the content overrides.
          files: Object.fromEntries(
            Object.entries(source.files).filter(([path]) => site.provenance.has(toSourcePath(`${section}/${path}`))),
          ),
        })),
      );
    default:
      return subject satisfies never;
  }
}

function asText(subject: Recorded, site: Site): string {
  const lines = (rows: readonly string[]) => rows.map((row) => `${visible(row)}\n`).join('');
  switch (subject) {
    case 'version': {
      const { docs, docsSidebars, ...fields } = site.version;
      const counts = [`docs: ${Object.keys(docs).length}`, `sidebars: ${Object.keys(docsSidebars).join(', ')}`];
      return lines([...Object.entries(fields).map(([key, value]) => `${key}: ${value}`), ...counts]);
    }
    case 'docs':
      return lines([...site.docs.values()].map(({ id, permalink, title }) => `${id}  ${permalink}  ${title}`));
    case 'sidebar':
      return Object.entries(site.version.docsSidebars)
        .map(([name, items]) => lines([name, ...outline(items, '  ')]))
        .join('');
    case 'routes':
      return lines(site.pages.map(({ kind, permalink, outputPath }) => `${permalink}  ${kind}  ${outputPath}`));
    case 'sources':
      return lines(sourceLines(site));
    default:
      return subject satisfies never;
  }
}

function outline(items: readonly SidebarItem[], indent: string): string[] {
  return items.flatMap((item) => {
    if (item.type === 'html') return [`${indent}(html)`];
    const line = `${indent}${item.label}${item.href === undefined ? '' : `  ${item.href}`}`;
    if (item.type === 'link') return [item.unlisted ? `${line}  (unlisted)` : line];
    return [line, ...outline(item.items, `${indent}  `)];
  });
}

function sourceLines({ provenance, synced, config }: Site): string[] {
  const files = [...provenance].map(([file, origin]) => `${file}  ${originText(origin)}`);
  const sections = config.content.filter(isSynced).map(({ prefix }) => prefix);
  const missing = sections.filter((section) => !synced.has(section));
  return [...files, ...missing.map((section) => `${section}/  not synced`)];
}
