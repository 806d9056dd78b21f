// Resolves the path of a link to files of the hub: from the doc, from the content root, and by the rules of the project's own site.
import { posix } from 'node:path';
import { uniq } from 'lodash-es';
import type { Site } from '../../../model/site/site.js';
import { ancestorsOf, below, type SourcePath, toSourcePath, within } from '../../../model/types/path.js';
import type { LinkingDoc } from './original-address.js';

/** Returns the source paths that a path in a doc can refer to, best match first. */
export function sourceCandidates(path: string, doc: LinkingDoc, site: Site): SourcePath[] {
  const fromFile = posix.join(doc.sourceDirName, path);
  const fromRoot = posix.normalize(path).replace(/^\/+/, '');
  // Docusaurus also looks for `file.md` in the content folder, but not for `./file.md`.
  const folders = /^[^./].*\.mdx?$/i.test(path)
    ? site.config.content.filter(({ prefix }) => within(doc.source, prefix))
    : [];
  const inFolders = folders.map(({ prefix }) => posix.join(prefix, path));
  const readings = path.startsWith('/')
    ? [fromRoot, ...inOwnSection(fromRoot, doc, site)]
    : [fromFile, fromRoot, ...inFolders, ...fromSection(path, doc, site)];
  return readings
    .filter((reading) => reading !== '..' && !reading.startsWith('../'))
    .map((reading) => toSourcePath(reading));
}

/** Returns the possible folders of `/`: that of a synced or mounted section, which is a separate site for its author, or the content root. */
export function frontsOf({ source }: LinkingDoc, { synced, config }: Site): SourcePath[] {
  const isSection = (dir: string) => synced.has(dir) || config.content.some(({ prefix }) => prefix === dir);
  return [toSourcePath(ancestorsOf(source).find(isSection) ?? '')];
}

/** Resolves a path with a leading slash as on the project's own site: in `project/app/x.md`, `/auth/usage` can be `project/auth/usage`. A leading `docs/` is optional. Alone, it is only the section itself. */
function inOwnSection(path: string, doc: LinkingDoc, site: Site): string[] {
  const rest = path.replace(/^docs\//, '');
  const sections = ancestorsOf(doc.source).reverse();
  if (rest === '') return [...sections.map((section) => `${section}/${path}`), ...frontsOf(doc, site).filter(Boolean)];
  return sections.flatMap((section) => uniq([path, rest]).map((reading) => `${section}/${reading}`));
}

/**
 * Resolves a relative path from the root of the doc's section. A URL path that leaves the section can lead back, as on the project's own site: `../../docs/a` is
 * `/docs/a` there. The path of a file can't.
 */
function fromSection(path: string, doc: LinkingDoc, site: Site): string[] {
  const [section = ''] = frontsOf(doc, site);
  if (!path.startsWith('.')) return [posix.join(section, path)];
  if (section === '' || /\.mdx?$/i.test(path)) return [];
  const rest = /^(?:\.\.\/)+(.+)$/s.exec(posix.join(below(doc.sourceDirName, section), path))?.[1];
  return rest ? inOwnSection(rest, doc, site) : [];
}
