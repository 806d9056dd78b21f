// A body whose holes are filled with what the addresses in it mean in the site.
import type { Diagnostic } from '../../../model/diagnostics/diagnostic.js';
import type { Words } from '../../../model/labels/words.js';
import type { Href, SourcePath } from '../../../model/path.js';
import type { Body } from '../../body/body-types.js';
import { type CutHole, escapeAttribute, escapeText, fillFragment } from '../../body/fragment.js';
import type { OutputFile } from '../../output-file.js';
import type { Anchor } from './anchors.js';
import { type ContentAsset, ownAsset } from './assets.js';
import { withoutDeadLinks } from './dead-links.js';
import type { LinkedSite, LinkingDoc } from './linked-site.js';
import { resolveHole } from './links.js';

interface FilledBody {
  readonly markup: string;
  /** Images that the body itself brings. */
  readonly files: readonly OutputFile[];
  readonly assets: readonly ContentAsset[];
  readonly anchors: readonly Anchor[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Problems of one page for which similar names are looked for: it may hold a million broken links. */
const mostHints = 100;

export interface FillContext {
  readonly site: LinkedSite;
  /** The last version of everything. */
  readonly hub: LinkedSite;
  /** The asset that a content file becomes, by its source path. */
  readonly assetOf: (source: SourcePath) => ContentAsset;
  /** False where nobody reads the diagnostics. */
  readonly hints?: boolean;
}

/** The body of a doc with its holes filled. Diagnostics: DG601, DG603–DG606, DG706, DG301, DG305. */
export function fillHoles(doc: LinkingDoc, body: Body, { site, hub, assetOf, hints = true }: FillContext): FilledBody {
  const { words } = site;
  const diagnostics: Diagnostic[] = [];
  const anchors: Anchor[] = [];
  const assets = new Set<ContentAsset>();
  let isEachAlive = true;
  const diagrams = body.diagrams.map(({ svg }) => ownAsset('diagram.svg', Buffer.from(svg), site.config.basePath));
  const fill = (hole: CutHole): string => {
    if (hole.kind === 'diagram') return imageMarkup(hole, diagrams[Number(hole.url)]?.href, { size: undefined, words });
    const {
      target,
      anchor,
      diagnostics: found,
    } = resolveHole(hole, doc, { site, hub, hints: hints && diagnostics.length < mostHints });
    diagnostics.push(...found);
    if (anchor) anchors.push(anchor);
    const named = target.kind === 'file' ? assetOf(target.source) : undefined;
    if (named) assets.add(named);
    if (named?.problem) diagnostics.push(named.problem(hole.place));
    const isOutside = target.kind === 'outside';
    const href = target.kind === 'page' || isOutside ? target.href : named?.asset?.href;
    if (hole.kind === 'link') {
      const rel = isOutside ? ' rel="noopener noreferrer"' : '';
      if (href === undefined) isEachAlive = false;
      return href === undefined ? '' : ` href="${escapeAttribute(href)}"${rel}`;
    }
    if (hole.kind === 'media') return href === undefined ? '' : ` src="${escapeAttribute(href)}"`;
    const attributes = `${hole.attributes}${isOutside ? ' referrerpolicy="no-referrer"' : ''}`;
    return imageMarkup({ ...hole, attributes }, href, { size: named?.asset?.size, words });
  };
  const filled = fillFragment(body.html, fill);
  const markup = isEachAlive ? filled : withoutDeadLinks(filled);
  return { markup, files: diagrams.map(({ file }) => file), assets: [...assets], anchors, diagnostics };
}

function imageMarkup(
  hole: { readonly attributes: string; readonly alt: string },
  href: Href | undefined,
  { size, words }: { readonly size: { width: number; height: number } | undefined; readonly words: Words },
): string {
  if (href === undefined)
    return `<span class="missing-image">${escapeText(hole.alt === '' ? words.text('missingImage') : hole.alt)}</span>`;
  const sized =
    size && !/ (?:width|height)=/.test(hole.attributes) ? ` width="${size.width}" height="${size.height}"` : '';
  return `<img src="${escapeAttribute(href)}"${hole.attributes}${sized}>`;
}
