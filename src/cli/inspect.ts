import { settleExports } from '../disk/exports.js';
import { loadConfig } from '../model/config.js';
import { readHub } from '../model/content/named-files.js';
import { hasError } from '../model/diagnostics/diagnostic.js';
import { originText } from '../model/docs/provenance.js';
import { toSourcePath } from '../model/path.js';
import type { SidebarItem } from '../model/sidebar/sidebar.js';
import { buildSite, type Site } from '../model/site.js';
import { exitCode } from './exit.js';
import { type CommonOptions, printDiagnostics } from './options.js';
import { visible } from './report.js';

export const subjects = ['version', 'docs', 'sidebar', 'routes', 'sources'] as const;
export type Subject = (typeof subjects)[number];

export interface InspectCommandOptions extends CommonOptions {
  readonly json?: boolean;
}

/** `docgen inspect`: prints records of the site to stdout, builds nothing. Returns the exit code. */
export async function inspectCommand(subject: Subject, options: InspectCommandOptions): Promise<number> {
  const config = await loadConfig(process.cwd(), options);
  if (!config.value) {
    printDiagnostics(config.diagnostics, options);
    return exitCode.cannotRun;
  }
  const mounts = await settleExports(config.value);
  const content = await readHub(mounts.value, config.value);
  const site = buildSite(content.value, config.value);
  const diagnostics = [...config.diagnostics, ...mounts.diagnostics, ...content.diagnostics, ...site.diagnostics];
  printDiagnostics(diagnostics, options, config.value.content);
  if (hasError(diagnostics)) return exitCode.cannotRun;
  const text = options.json ? `${JSON.stringify(asData(subject, site.value), null, 2)}\n` : asText(subject, site.value);
  process.stdout.write(text);
  return exitCode.built;
}

/** The record's `version` with what Docusaurus computes beside it: permalinks, and previous and next of each doc. */
export function asData(subject: Subject, site: Site): unknown {
  const docs = [...site.docs.values()];
  const pageOf = new Map(site.pages.flatMap((page) => (page.kind === 'doc' ? [[page.doc.id, page] as const] : [])));
  switch (subject) {
    case 'version':
      return {
        version: site.version,
        permalinks: Object.fromEntries(docs.map(({ id, permalink }) => [id, permalink])),
        nav: Object.fromEntries(
          docs.map((doc) => {
            const { previous, next } = site.docNeighbours(doc);
            return [doc.id, [previous?.permalink ?? null, next?.permalink ?? null]];
          }),
        ),
      };
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
      return [...site.gathered].flatMap(([section, { sources }]) =>
        sources.map(({ tree: _, ...source }) => ({
          section,
          ...source,
          // Files that the content replaces do not count.
          files: Object.fromEntries(
            Object.entries(source.files).filter(([path]) => site.provenance.has(toSourcePath(`${section}/${path}`))),
          ),
        })),
      );
    default:
      return subject satisfies never;
  }
}

function asText(subject: Subject, site: Site): string {
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

/** `path  repository@commit:path`, and the sections that are not synced. */
function sourceLines({ provenance, gathered, config }: Site): string[] {
  const files = [...provenance].map(([file, origin]) => `${file}  ${originText(origin)}`);
  const missing = new Set(config.sources.map(({ section }) => section).filter((section) => !gathered.has(section)));
  return [...files, ...[...missing].map((section) => `${section}/  not synced`)];
}
