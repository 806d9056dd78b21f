// A site in which nothing changed but the bodies of some docs: all else of it is what the previous build made, so that neither is a model
// built nor is a page planned, and the pages of those docs are the previous ones with other bodies. Whatever is not known for certain is
// built the way of every build.
import { join } from 'node:path';
import { type EditedDoc, type EditedHub, editedDocs } from '../../model/mounts/edited-docs.js';
import { noRepositories } from '../../model/mounts/repository-files.js';
import { isAssetPath } from '../../model/path.js';
import { bytesAt } from '../../model/regular-file.js';
import type { BodyInput } from '../body/body-types.js';
import type { SitePart } from '../compose-parts.js';
import { manifestName } from '../output/in-place.js';
import type { Look } from '../output/out-folder.js';
import type { OutFolder } from '../output/output.js';
import { markdownCopyPath } from '../pages/markdown-copy.js';
import { partFiles } from '../pages/parts.js';
import { filesOf, type Plan, staleFiles } from '../plan.js';
import type { Setting } from '../setting.js';
import { type Foundation, isUnchanged, type Standing } from '../standing.js';
import { bodyInputs } from '../threads/body-inputs.js';
import { cachedBody } from '../threads/cache.js';
import { type KnownLines, openKnown } from '../threads/known-files.js';
import { openRecords, type PartRecord, type PartRecords, type RecordLines } from '../threads/previous-build.js';
import type { Renderer } from '../threads/renderer.js';
import type { Store } from '../threads/store.js';
import type { EditedPage } from './compose-edit.js';
import { type KnownPage, type KnownSite, readLinks } from './known-links.js';

export interface Edit extends EditedHub {
  readonly lines: KnownLines;
}

/** The docs that were edited since the build that made the site; undefined where more than their own pages may depend on what changed. */
export function findEdit(
  { all, config, store, input, beside, setting }: Foundation,
  kept: Standing | undefined,
  renderer: Renderer,
): Edit | undefined {
  const [only, ...others] = all;
  if (!kept || !setting || !only || others.length > 0 || config.relative) return undefined;
  // What the links of gathered docs mean is in their export, and what a maintainer's template makes of a body nobody knows.
  const isOwn =
    only.seen.mounts.every(({ mount }) => mount.layer === 'content') && partFiles(config.templates).size === 0;
  if (!isOwn || beside() !== kept.beside) return undefined;
  if (input !== kept.input) renderer.warmUp('some'); // a doc has another stamp, and likely another body
  const lines = openKnown({ store, out: config.out, buildId: setting.buildId });
  const edited = lines && editedDocs(only.seen, lines);
  if (!edited || !kept.unsettled.every((file) => edited.known.has(file[0]) || isUnchanged(file))) return undefined;
  const taken = new Set(kept.included);
  const isAlone = edited.docs.every(({ file: { path, parsed } }) => {
    const { includes, imports } = parsed.named;
    return includes.length === 0 && imports.length === 0 && !taken.has(path);
  });
  return isAlone ? { ...edited, lines } : undefined;
}

interface EditPlace {
  readonly foundation: Foundation;
  readonly kept: Standing;
  readonly renderer: Renderer;
  readonly folder: OutFolder;
}

/** What is to be done for an edit; undefined where the site does not stand as the kept build made it. Composing throws a `FrameChanged`. */
export async function planEdit(
  edit: Edit,
  { foundation, kept, renderer, folder }: EditPlace,
): Promise<Plan | undefined> {
  const { config, all, store, setting } = foundation;
  const [only] = all;
  if (!only || !store || !setting) return undefined;
  const place = { store, out: config.out, siteKey: kept.siteKey };
  const site = edit.docs.length > 0 ? readLinks(place, { config, seen: only.seen }) : undefined;
  const pages = editedDocPages(edit.docs, { site, setting });
  for (const { body } of pages ?? []) renderer.begin(body); // while the site is looked at
  const { stamp, looks } = folder.look();
  const previous = stamp === kept.site ? openRecords(place) : undefined;
  const edited = pages && previous && editedPages(pages, { previous, looks, store, out: config.out });
  if (!edited) return undefined;
  const formerly = new Map([...edited.keys()].map((name) => [name, previous.get(name) as PartRecord]));
  const touched = new Set(filesOf(formerly));
  const parts = [...edited].map(
    ([name, { input }]): SitePart => ({ name, of: only.version, copy: undefined, input, inputs: [], paths: [] }),
  );
  const untouched = new Map(looks);
  for (const path of touched) untouched.delete(path);
  const paths = () => [...looks.keys()].filter((path) => path !== manifestName && !isAssetPath(path));
  return {
    diagnostics: [],
    moved: [],
    parts,
    reused: new Map(),
    inputs: new Map(parts.flatMap((part) => (part.input ? [[part, part.input.read()]] : []))),
    untouched,
    change: edited.size === 0 ? 'none' : 'few',
    pages: kept.pages,
    all: previous.all,
    said: (made) => (isSaid(made, formerly) ? kept.diagnostics.slice(kept.ofSite) : undefined),
    published: (made) => {
      const left = new Set(filesOf(made));
      const isDropped = [...touched].some((path) => !left.has(path));
      const removed = isDropped ? staleFiles(formerly, previous.all(made)) : [];
      const others = () => [...looks.keys()].filter((path) => path !== manifestName && !removed.includes(path));
      return { paths, others, removed };
    },
    inputOf: () => undefined,
    render: renderer.render,
    finish: (file) => file,
    composer: async () => (await import('./compose-edit.js')).composerOf(edited, site),
    isRepeatable: (made) => [...edited].every(([name, { input }]) => made.get(name)?.key === input.key),
    siteKey: kept.siteKey,
    included: kept.included,
    save: previous.save,
  };
}

/** True where parts say of themselves, and want and are for others, what they did. */
function isSaid(made: PartRecords, formerly: PartRecords): boolean {
  const said = (record: PartRecord | undefined) => JSON.stringify([record?.ids, record?.anchors, record?.diagnostics]);
  return [...made].every(([name, record]) => said(record) === said(formerly.get(name)));
}

interface EditedDocPage {
  readonly page: EditedPage['page'];
  /** What its body is rendered from: by its name, as it was read, and the key of what it was before. */
  readonly input: EditedPage['input'];
  readonly body: BodyInput;
  readonly formerKey: string;
}

/** Undefined where one of them has no page. */
function editedDocPages(
  docs: readonly EditedDoc[],
  { site, setting }: { readonly site: KnownSite | undefined; readonly setting: Setting },
): readonly EditedDocPage[] | undefined {
  const pages: EditedDocPage[] = [];
  for (const doc of docs) {
    const page = site?.pageOf(doc.file.path);
    if (!site || !page) return undefined;
    const { now, former } = inputsOf(doc, page, { site, setting });
    const body = now.read();
    if (body.source !== page.doc.source) return undefined; // its places would be those of a version's file
    const { frontMatter } = doc.file.parsed;
    const written = { ...page, doc: { ...page.doc, frontMatter, body: doc.file.body } };
    pages.push({ page: written, input: now, body, formerKey: former.key });
  }
  return pages;
}

interface FormerSite {
  readonly previous: RecordLines;
  readonly looks: ReadonlyMap<string, Look>;
  readonly store: Store;
  /** Absolute path of the out folder. */
  readonly out: string;
}

/** Bytes of a page that is read again, at most. */
const largestPage = 64 * 1024 * 1024;

/** By output path; undefined where one of them is not there as the previous build made it. */
function editedPages(
  pages: readonly EditedDocPage[],
  { previous, looks, store, out }: FormerSite,
): ReadonlyMap<string, EditedPage> | undefined {
  const edited = new Map<string, EditedPage>();
  for (const { page, input, formerKey } of pages) {
    const record = previous.get(page.outputPath);
    const isThere = [page.outputPath, markdownCopyPath(page)].every((path) => looks.has(path));
    if (!record || !isThere || formerKey !== record.key) return undefined;
    const body = cachedBody(store, record.key);
    const html = body && bytesAt(join(out, page.outputPath), largestPage);
    if (!html) return undefined;
    edited.set(page.outputPath, { page, input, former: { html, body } });
  }
  return edited;
}

/** What the body of a doc is rendered from, and what it was rendered from before. */
function inputsOf(
  { file, headingIds, formerHash }: EditedDoc,
  { doc: { source }, titleLevel }: KnownPage,
  { site: { site }, setting }: { readonly site: KnownSite; readonly setting: Setting },
) {
  const { bodyLine, bodyHash, named } = file.parsed;
  const doc = { source, bodyLine, bodyHash, named, body: file.body, shown: { titleLevel } };
  const none = { get: () => undefined };
  const { roots, config, gathered } = site;
  const rest = {
    roots,
    config,
    gathered,
    includable: none,
    showable: none,
    repositoryFiles: noRepositories,
    headingIds: new Map([[source, headingIds]]),
  };
  const inputOf = bodyInputs(rest, site, setting);
  return { now: inputOf(doc), former: inputOf({ ...doc, bodyHash: formerHash }) };
}
