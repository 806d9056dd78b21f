// Which static files have a place in the site: their paths are claimed behind those of the pages, and of docgen's own files.
import type { Config } from '../config/config.js';
import type { StaticFile } from '../content/named-files.js';
import { type Checked, type Diagnostic, firstOf, problem } from '../diagnostics/diagnostic.js';
import { firstFound, groupBy } from '../types/group.js';
import { ancestorsOf, caseFold, segmentFault } from '../types/path.js';
import extensions from './publishable.json' with { type: 'json' };
import { fileTest, type Page } from './routes.js';

/** Longest path in bytes; with the out folder before it, every file system takes it. */
const maxPathBytes = 800;

const maxShownNames = 3;

/** Files of docgen that the owner's static files replace. Static files also replace those of redirects. */
const replaceable: ReadonlySet<string> = new Set(['robots.txt', '_headers']);

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
  const places = new Set<string>();
  const unsafe: StaticFile[] = [];
  for (const file of statics) {
    const { path, source, isOwned } = file;
    const shown = `${file.shownFolder}/${path}`;
    if (places.has(shown)) continue; // its folder is in another one
    places.add(shown);
    if (!isPublishable(file)) {
      if (!file.isAssets) unsafe.push(file); // Hugo publishes assets only as templates name them
      continue;
    }
    const key = caseFold(path);
    const above = ancestorsOf(key);
    const place = { file: shown };
    const clash =
      taken.get(key) ??
      firstFound(above, (folder) => taken.get(folder)) ??
      (isFile(key) && !(isOwned && replaceable.has(path)) ? `the site's own \`${path}\`` : undefined) ??
      (folders.has(key) ? `the folder of a page, \`${path}/\`` : undefined) ??
      (above.some(isFile) ? 'the file of a page' : undefined);
    if (clash !== undefined) {
      diagnostics.push(problem.staticTaken({ path, other: clash, isReplaceable: replaceable.has(path) }, place));
      continue;
    }
    published.set(path, file);
    taken.set(key, `\`${source.slice(1)}\``);
    for (const folder of above) folders.add(folder);
  }
  for (const [folder, files] of groupBy(unsafe, ({ shownFolder }) => shownFolder)) {
    const names = files.map(({ path }) => path);
    diagnostics.push(problem.staticNotPublished(firstOf(names, maxShownNames), { file: folder }));
  }
  return { value: published, diagnostics };
}

function isPublishable({ path, isOwned }: StaticFile): boolean {
  if (Buffer.byteLength(path) > maxPathBytes) return false;
  if (!isOwned) return isPlainName(path);
  return path.split('/').every((name) => !['escapes', 'too-long'].includes(segmentFault(name) ?? ''));
}

// Which files of the content may be published, by the name they are published under. Pure.

/** Extensions of files that no browser runs and no server executes; nothing else is published. */
export const publishable: ReadonlySet<string> = new Set(Object.values(extensions).flatMap((list) => list.split(' ')));

/** Returns the extension of a file in lower case, with its dot, or undefined if a file of this name must not be published. */
export function publishedExtension(name: string): string | undefined {
  const extension = /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return publishable.has(extension) ? `.${extension}` : undefined;
}

/** Files that hosts and local servers read as their configuration where they are at the root of a site; docgen's own for nginx too. */
const hostFile =
  /^(?:vercel|now|firebase|serve|package|staticwebapp\.config|_?routes|static|edgeone|wrangler)\.jsonc?$|^(?:netlify|wrangler|fly)\.toml$|^(?:_config|render|amplify|app|customHttp)\.ya?ml$|^(?:redirects\.)?nginx\.conf$/i;

/** Whether a file in a static folder that is not in the config may be published under its own name. */
function isPlainName(path: string): boolean {
  const names = path.split('/');
  const isSound = names.every((name) => segmentFault(name) === undefined && !name.startsWith('.'));
  return isSound && !hostFile.test(path) && publishedExtension(names.at(-1) ?? '') !== undefined;
}
