// What the links of docs depend on, as the build knew it that made the site: while no page is added, moved or renamed, a doc's links can be
// resolved without a model of the hub.
import { posix } from 'node:path';
import type { Config } from '../../model/config.js';
import type { StaticFile } from '../../model/content/named-files.js';
import { rootsOf } from '../../model/content/named-files.js';
import { wordsOf } from '../../model/labels/words.js';
import { nearestAmong } from '../../model/lookups.js';
import { filesIn, type SeenHub } from '../../model/mounts/see-hub.js';
import { isSitePath, type SourcePath, toSourcePath, withoutTrailingSlash } from '../../model/path.js';
import type { DocRoute } from '../../model/routes.js';
import { externalTest, type Site } from '../../model/site.js';
import { sha256 } from '../hash.js';
import type { LinkedPage, LinkedSite, LinkingDoc } from '../pages/links/linked-site.js';
import type { RecordsPlace } from '../threads/previous-build.js';
import { flag, list, number, parseAs, record, text, tuple } from '../threads/shape.js';

/** The page of a doc, as far as its links and its body depend on it. */
export interface KnownPage extends LinkedPage, Pick<DocRoute, 'title' | 'outputPath'> {
  readonly doc: LinkingDoc;
  /** See `Doc.shown`. */
  readonly titleLevel: number;
}

export interface KnownSite {
  readonly site: LinkedSite & Pick<Site, 'statics'>;
  readonly pageOf: (source: SourcePath) => KnownPage | undefined;
}

interface Kept {
  readonly pages: readonly (readonly [
    kind: LinkedPage['kind'],
    permalink: string,
    outputPath: string,
    doc?: KeptDoc,
  ])[];
  readonly sources: readonly (readonly [source: string, permalink: string])[];
  /** Addresses from which redirects lead to a page: its number among the pages. */
  readonly old: readonly (readonly [address: string, page: number])[];
  readonly hidden: readonly string[];
  readonly files: readonly string[];
  readonly statics: readonly (readonly [source: string, path: string, isOwned: boolean])[];
}

type KeptDoc = readonly [source: string, id: string, title: string, titleLevel: number];

/** An address in the site: from the root of its host, and of no other. */
const address = (value: unknown) => typeof value === 'string' && /^\/(?![/\\])/.test(value);
const pageShape = tuple(text, address, isSitePath);
const docPageShape = tuple(text, address, isSitePath, tuple(text, text, text, number));
const keptShape = record({
  pages: list((value) => pageShape(value) || docPageShape(value)),
  sources: list(tuple(text, address)),
  old: list(tuple(text, number)),
  hidden: list(text),
  files: list(text),
  statics: list(tuple(text, text, flag)),
});

/** True where something is known of the site of an out folder. */
export function hasLinks({ store, out }: Pick<RecordsPlace, 'store' | 'out'>): boolean {
  return store.has(nameOf(out));
}

/** Keeps what is known of a site. */
export function saveLinks(site: Site, { store, out, siteKey }: RecordsPlace): void {
  const numbers = new Map(site.pages.map(({ outputPath }, index) => [outputPath, index]));
  const kept: Kept = {
    pages: site.pages.map((page) => {
      const { kind, permalink, outputPath } = page;
      if (page.kind !== 'doc') return [kind, permalink, outputPath];
      const { source, id, shown } = page.doc;
      return [kind, permalink, outputPath, [source, id, page.title, shown.titleLevel]];
    }),
    sources: [...site.docBySource].map(([source, { permalink }]) => [source, permalink]),
    old: [...site.pageByOldAddress].flatMap(([address, page]) => {
      const number = numbers.get(page.outputPath);
      return number === undefined ? [] : [[address, number] as const];
    }),
    hidden: [...site.hiddenSources],
    files: [...site.files.keys()],
    statics: [...site.statics.values()].map(({ source, path, isOwned }) => [source, path, isOwned]),
  };
  store.put(nameOf(out), `${siteKey}\n${JSON.stringify(kept)}`);
}

/** What is known of a site without gathered sections or versions, of which nothing but bodies changed. */
export function readLinks(
  { store, out, siteKey }: RecordsPlace,
  { config, seen }: { readonly config: Config; readonly seen: SeenHub },
): KnownSite | undefined {
  const entry = store.get(nameOf(out)) ?? '';
  const kept = entry.startsWith(`${siteKey}\n`) ? parseAs<Kept>(entry.slice(siteKey.length + 1), keptShape) : undefined;
  if (!kept) return undefined;
  const onDisk = filesIn(seen);
  const files = new Map<SourcePath, string>();
  for (const path of kept.files.map((path) => toSourcePath(path))) {
    const file = onDisk.get(path);
    if (file === undefined) return undefined;
    files.set(path, file);
  }
  const pages = kept.pages.map(toPage);
  const sources = kept.sources.map(([source, permalink]) => [source, { permalink }] as [SourcePath, LinkingDoc]);
  const statics = kept.statics.map(([path, target, isOwned]): [string, StaticFile] => {
    const source = toSourcePath(path);
    return [target, { source, file: files.get(source) ?? '', path: target, isOwned }];
  });
  return {
    site: {
      config,
      words: wordsOf(config),
      docBySource: new Map(sources),
      pageByPermalink: new Map(pages.map((page) => [withoutTrailingSlash(page.permalink), page])),
      pageByOldAddress: new Map(kept.old.flatMap(([address, page]) => (pages[page] ? [[address, pages[page]]] : []))),
      pageInVersions: new Map(),
      hiddenSources: new Set(kept.hidden.map((path) => toSourcePath(path))),
      files,
      statics: new Map(statics),
      roots: rootsOf(seen.folders),
      isExternal: externalTest(config),
      nearestDoc: nearestAmong(sources.map(([source]) => source)),
      nearestFile: nearestAmong([...files.keys()].filter((path) => !path.startsWith('/'))),
      gathered: new Map(),
      provenance: new Map(),
      sourceByOrigin: new Map(),
      repositoryEntry: () => undefined,
    },
    pageOf: (source) => pages.find((page): page is KnownPage => page.doc?.source === source),
  };
}

function toPage([kind, permalink, outputPath, doc]: Kept['pages'][number]): LinkedPage | KnownPage {
  const page = { kind, permalink, outputPath } as LinkedPage;
  if (!doc) return page;
  const [path, id, title, titleLevel] = doc;
  const source = toSourcePath(path);
  const own: LinkingDoc = { id, source, sourceDirName: posix.dirname(source), permalink: page.permalink };
  return { ...page, title, titleLevel, doc: own };
}

const nameOf = (out: string) => sha256(`links of ${out}`);
