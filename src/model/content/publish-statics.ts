// Which static files have a place in the site: their paths are claimed behind those of the pages, and of docgen's own files.
import type { Config } from '../config.js';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import { staticNotPublished, staticTaken } from '../diagnostics/routes.js';
import { groupBy } from '../group.js';
import { caseFold, segmentFault } from '../path.js';
import { ancestorsOf, fileTest, type Page } from '../routes.js';
import type { StaticFile } from './named-files.js';
import { isPlainName } from './published-names.js';

/** Longest path in bytes; with the out folder before it, every file system takes it. */
const longestPath = 800;

/** Names that are shown of files that are left out. */
const mostShown = 3;

/** The static files that are published, by path. Diagnostics: DG508, DG509. */
export function publishStatics(
  statics: readonly StaticFile[],
  pages: readonly Page[],
  config: Pick<Config, 'routeBase'>,
): Checked<ReadonlyMap<string, StaticFile>> {
  const published = new Map<string, StaticFile>();
  if (statics.length === 0) return { value: published, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const isFile = fileTest(pages, config);
  const folders = new Set(pages.flatMap(({ outputPath }) => ancestorsOf(outputPath)).map(caseFold));
  const taken = new Map<string, string>();
  const unsafe: StaticFile[] = [];
  for (const file of statics) {
    const { path, source } = file;
    if (!isPublishable(file)) {
      unsafe.push(file);
      continue;
    }
    const key = caseFold(path);
    const above = ancestorsOf(key);
    const place = { file: source };
    const clash =
      taken.get(key) ??
      above.map((folder) => taken.get(folder)).find((other) => other !== undefined) ??
      (isFile(key) ? `the site's own \`${path}\`` : undefined) ??
      (folders.has(key) ? `the folder of a page, \`${path}/\`` : undefined) ??
      (above.some(isFile) ? 'the file of a page' : undefined);
    if (clash !== undefined) {
      diagnostics.push(staticTaken({ path, other: clash }, place));
      continue;
    }
    published.set(path, file);
    taken.set(key, `\`${source.slice(1)}\``);
    for (const folder of above) folders.add(folder);
  }
  for (const [folder, files] of groupBy(unsafe, folderOf)) {
    const names = files.slice(0, mostShown).map(({ path }) => path);
    diagnostics.push(staticNotPublished({ count: files.length, names }, { file: folder }));
  }
  return { value: published, diagnostics };
}

const folderOf = ({ source, path }: StaticFile) => source.slice(0, source.length - path.length - 1);

function isPublishable({ path, isOwned }: StaticFile): boolean {
  if (Buffer.byteLength(path) > longestPath) return false;
  if (!isOwned) return isPlainName(path);
  return path.split('/').every((name) => !['escapes', 'too-long'].includes(segmentFault(name) ?? ''));
}
