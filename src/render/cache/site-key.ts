import type { Hub } from '../../model/site/hub.js';
import type { Site } from '../../model/site/site.js';
import { sha256 } from '../base/hash.js';
import type { FrameFiles } from '../pages/page-context.js';

interface SiteKeyInput {
  readonly site: Site;
  readonly frame: FrameFiles;
  readonly buildId: string;
  readonly templatesKey: string;
}

/** Returns the hash of everything that pages depend on except their bodies, for all versions, because the pages of a version link to the others. */
export function hubKey({ sites }: Hub, rest: Omit<SiteKeyInput, 'site'>): string {
  return sha256(
    sites.map((of) => [of.section, of.filePrefix, siteKey({ ...rest, site: of.site })].join('\n')).join('\n'),
  );
}

/** Fields of a doc that only affect its body. JSON omits undefined values. */
const ofBody = { body: undefined, bodyHash: undefined, named: undefined, bodyLine: undefined, keyLines: undefined };

/** Returns the hash of everything that pages depend on, except their bodies and the content of referenced files. */
export function siteKey({ site, frame, buildId, templatesKey }: SiteKeyInput): string {
  const { config, docs, sidebars, pages, files, statics, roots, hiddenSources, provenance, synced } = site;
  const parts = [
    buildId,
    templatesKey,
    { ...config, check: undefined, diagnostics: undefined }, // settings of `docgen check`; severities are applied when all pages are made
    frame,
    [...docs.values()].map((doc) => ({ ...doc, ...ofBody })),
    [...sidebars.byName],
    [...sidebars.origins.values()],
    [...sidebars.folded.values()],
    pages.map(({ kind, permalink, outputPath, title }) => [kind, permalink, outputPath, title]),
    [...files.keys()],
    [...statics.values()].map(({ source, path, isOwned }) => [source, path, isOwned]),
    roots,
    [...hiddenSources],
    [...provenance.keys()], // the values are in `synced`
    [...synced],
  ];
  return sha256(JSON.stringify(parts));
}
