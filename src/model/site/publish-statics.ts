// Decides which static files are published. Paths of pages and of docgen's own files have precedence.
import type { Config } from '../config/config.js';
import type { StaticFile } from '../content/read-hub.js';
import { type Checked, type Diagnostic, firstOf, problem } from '../diagnostics/diagnostic.js';
import { firstFound, groupBy } from '../types/group.js';
import { ancestorsOf, caseFold, segmentFault } from '../types/path.js';
import extensions from './publishable.json' with { type: 'json' };
import { fileTest, type Page } from './routes.js';

/** Maximum path, in bytes. Together with the output folder, every file system accepts it. */
const maxPathBytes = 800;

const maxShownNames = 3;

/** docgen's files that static files of the site can replace. Static files also replace the redirect files of hosts. */
const replaceable: ReadonlySet<string> = new Set(['robots.txt', '_headers']);

/** Returns the static files to publish, by path. Diagnostics: DG508, DG509. */
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
    if (places.has(shown)) continue; // the folder is in another one that was listed
    places.add(shown);
    if (!isPublishable(file)) {
      if (!file.isAssets) unsafe.push(file); // Hugo publishes assets only if a template references them
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

/** Whether a file may be published. Fonts of a theme are not, because its stylesheets are not. */
function isPublishable({ path, isOwned, isAssets }: StaticFile): boolean {
  if (Buffer.byteLength(path) > maxPathBytes || (isAssets && isFont(path))) return false;
  if (!isOwned) return isPlainName(path);
  return path.split('/').every((name) => !['escapes', 'too-long'].includes(segmentFault(name) ?? ''));
}

/** Extensions that can be published: files that no browser runs and no server executes. */
export const publishable: ReadonlySet<string> = new Set(Object.values(extensions).flatMap((list) => list.split(' ')));

/** Returns the extension of a file in lower case, with its dot, or undefined if a file of this name must not be published. */
export function publishedExtension(name: string): string | undefined {
  const extension = /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return publishable.has(extension) ? `.${extension}` : undefined;
}

const fonts: ReadonlySet<string> = new Set(extensions.fonts.split(' ').map((name) => `.${name}`));

export const isFont = (path: string): boolean => fonts.has(publishedExtension(path) ?? '');

/** Matches configuration files that hosts and local servers read from the root of a site, and docgen's own file for nginx. */
const hostFile =
  /^(?:vercel|now|firebase|serve|package|staticwebapp\.config|_?routes|static|edgeone|wrangler)\.jsonc?$|^(?:netlify|wrangler|fly)\.toml$|^(?:_config|render|amplify|app|customHttp)\.ya?ml$|^(?:redirects\.)?nginx\.conf$/i;

/** Whether a file in a static folder that is not in the config may be published under its own name. */
function isPlainName(path: string): boolean {
  const names = path.split('/');
  const isSound = names.every((name) => segmentFault(name) === undefined && !name.startsWith('.'));
  return isSound && !hostFile.test(path) && publishedExtension(names.at(-1) ?? '') !== undefined;
}
