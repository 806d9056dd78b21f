import type { Site } from '../../model/site.js';
import type { Hub } from '../../model/versions/hub.js';
import { sha256 } from '../hash.js';
import type { FrameFiles } from '../pages/document.js';

export interface SiteKeyInput {
  readonly site: Site;
  readonly frame: FrameFiles;
  /** Names docgen's own code. */
  readonly buildId: string;
  /** Names the code of the maintainer's templates. */
  readonly templatesKey: string;
}

/** Names everything that pages of any version depend on beside their bodies: each leads to the others. */
export function hubKey({ sites }: Hub, rest: Omit<SiteKeyInput, 'site'>): string {
  return sha256(
    sites.map((of) => [of.section, of.filePrefix, siteKey({ ...rest, site: of.site })].join('\n')).join('\n'),
  );
}

/** What of a doc belongs to its body; JSON leaves it out. */
const ofBody = { body: undefined, bodyHash: undefined, named: undefined, bodyLine: undefined, keyLines: undefined };

/** Names everything that pages depend on beside their bodies and the content of the files that they name. */
export function siteKey({ site, frame, buildId, templatesKey }: SiteKeyInput): string {
  const { config, docs, sidebars, pages, treeLinks, files, statics, roots, hiddenSources, provenance, gathered } = site;
  const parts = [
    buildId,
    templatesKey,
    { ...config, check: undefined, diagnostics: undefined }, // of another command; weighed when all pages are made
    frame,
    [...docs.values()].map((doc) => ({ ...doc, ...ofBody })),
    [...sidebars.byName],
    [...sidebars.origins.values()],
    [...sidebars.folded.values()],
    pages.map(({ kind, permalink, outputPath, title }) => [kind, permalink, outputPath, title]),
    treeLinks,
    [...files.keys()],
    [...statics.values()].map(({ source, path, isOwned }) => [source, path, isOwned]),
    roots,
    [...hiddenSources],
    [...provenance.keys()], // what they say is in `gathered`
    [...gathered],
  ];
  return sha256(JSON.stringify(parts));
}
