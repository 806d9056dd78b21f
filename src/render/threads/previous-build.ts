// What the last build made, so that a page which would come out the same is not made again. A page is a function of its own body and of
// the site without any bodies (titles, tree, addresses, config, images); where neither changed, its files stay. Ids of other pages,
// which links ask for, are compared when the few bodies that did change are rendered.
import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import type { Doc } from '../../model/docs/doc.js';
import type { Page } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import { sha256 } from '../hash.js';
import { manifestName } from '../output/out-folder.js';
import type { FrameFiles } from '../pages/document.js';
import { diagnosticShape, list, map, number, parseAs, record, text, tuple } from './shape.js';
import type { Store } from './store.js';

/** A file as it was when it was published: path in the out folder, bytes, time of its last change. */
type FileStamp = readonly [path: string, size: number, mtime: number];

export interface KeptPage {
  /** Of the body's whole input; '' for a page that has none. */
  readonly key: string;
  readonly ids: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** The page, its copy as Markdown, the assets that it names. */
  readonly files: readonly FileStamp[];
}

/** What is told of a page that was made. */
export type MadePage = Omit<KeptPage, 'files' | 'key'> & { readonly paths: readonly string[] };

interface State {
  readonly site: string;
  readonly pages: Readonly<Record<string, KeptPage>>;
}

/** A path that stays in the out folder. */
const isInside = (value: unknown) =>
  typeof value === 'string' && !/^$|[\0\\]/.test(value) && !value.split('/').some((part) => /^\.{0,2}$/.test(part));

const stateShape = record({
  site: text,
  pages: map(
    record({
      key: text,
      ids: list(text),
      diagnostics: list(diagnosticShape),
      files: list(tuple(isInside, number, number)),
    }),
  ),
});

export interface KeeperInput {
  readonly store: Store;
  readonly site: Site;
  readonly frame: FrameFiles;
  /** Names the code that composes. */
  readonly buildId: string;
  /** Key of a doc's body. */
  readonly keyOf: (doc: Doc) => string;
}

/** Under this name stand the files that belong to no page. */
const sharedPath = '';
/** A larger state costs more than it saves. */
const mostPages = 20_000;

export class Keeper {
  readonly #store: Store;
  readonly #name: string;
  readonly #out: string;
  readonly #site: string;
  readonly #keyOf: (doc: Doc) => string;
  readonly #keys = new Map<string, string>();
  readonly #former: State | undefined;
  readonly #found = new Map<string, KeptPage | undefined>();
  readonly #made = new Map<string, { key: string; made: MadePage }>();

  private constructor(input: KeeperInput, former: State | undefined, keys: { name: string; site: string }) {
    this.#store = input.store;
    this.#out = input.site.config.out;
    this.#keyOf = input.keyOf;
    this.#name = keys.name;
    this.#site = keys.site;
    this.#former = former;
  }

  /** Reads what is known of the out folder; undefined where keeping track would be no use or not safe. */
  static async open(input: KeeperInput): Promise<Keeper | undefined> {
    const { config, pages } = input.site;
    // Templates and components of a maintainer may import whatever they like.
    if (config.templates !== '' || config.components !== '' || pages.length > mostPages) return undefined;
    const name = sha256(`site ${config.out}`);
    const site = siteKey(input);
    const json = await input.store.get(name);
    const former = json === undefined ? undefined : parseAs<State>(json, stateShape);
    return new Keeper(input, former?.site === site ? former : undefined, { name, site });
  }

  /** What the last build made of a page, if this one would make the same of it and it is still there. */
  former(page: Page | undefined): KeptPage | undefined {
    const path = page?.outputPath ?? sharedPath;
    if (!this.#found.has(path)) this.#found.set(path, this.#look(path, page));
    return this.#found.get(path);
  }

  #look(pagePath: string, page: Page | undefined): KeptPage | undefined {
    const kept = this.#former?.pages[pagePath];
    if (!kept || kept.key !== this.#key(page)) return undefined;
    const isThere = ([path, size, mtime]: FileStamp) => {
      const stats = lstatSync(join(this.#out, path), { throwIfNoEntry: false });
      return stats?.isFile() && stats.size === size && stats.mtimeMs === mtime;
    };
    return kept.files.every(isThere) ? kept : undefined;
  }

  /** The diagnostics of the last build where this one would make just the same, and all of it is still there. */
  formerSite(pages: readonly Page[]): readonly Diagnostic[] | undefined {
    const former = [undefined, ...pages].map((page) => this.former(page));
    if (!former.every((page) => page !== undefined)) return undefined;
    return existsSync(join(this.#out, manifestName)) ? former.flatMap(({ diagnostics }) => diagnostics) : undefined;
  }

  /** Ids that a page had, whether or not it changed. */
  formerIds(page: Page): readonly string[] | undefined {
    return this.#former?.pages[page.outputPath]?.ids;
  }

  /** Lets a page stay as it is. */
  keep(page: Page, { ids, diagnostics, files }: KeptPage) {
    const paths = files.map(([path]) => path);
    this.note(page, { ids, diagnostics, paths });
    return { pages: 1, files: [], kept: paths, diagnostics };
  }

  note(page: Page | undefined, made: MadePage): void {
    this.#made.set(page?.outputPath ?? sharedPath, { key: this.#key(page), made });
  }

  /** Writes down what the published site consists of. */
  async save(): Promise<void> {
    const stamp = (path: string): FileStamp[] => {
      const stats = lstatSync(join(this.#out, path), { throwIfNoEntry: false });
      return stats ? [[path, stats.size, stats.mtimeMs]] : [];
    };
    const entries = [...this.#made].map(
      ([
        path,
        {
          key,
          made: { paths, ...made },
        },
      ]) => {
        return [path, { key, ...made, files: paths.flatMap(stamp) }] as const;
      },
    );
    const state: State = { site: this.#site, pages: Object.fromEntries(entries) };
    await this.#store.put(this.#name, JSON.stringify(state));
  }

  #key(page: Page | undefined): string {
    if (page?.kind !== 'doc') return '';
    const key = this.#keys.get(page.doc.id) ?? this.#keyOf(page.doc);
    this.#keys.set(page.doc.id, key);
    return key;
  }
}

/** Names everything that pages depend on beside their bodies. */
function siteKey({ site, frame, buildId }: KeeperInput): string {
  const { config, docs, sidebars, pages, files, hiddenSources, provenance, gathered } = site;
  const parts = [
    buildId,
    config,
    frame,
    [...docs.values()].map(({ body: _, bodyLine: __, keyLines: ___, ...doc }) => doc),
    [...sidebars.byName],
    [...sidebars.origins.values()],
    pages.map(({ kind, permalink, outputPath, title }) => [kind, permalink, outputPath, title]),
    [...files].map(([path, file]) => {
      const stats = lstatSync(file, { throwIfNoEntry: false });
      return [path, stats?.size, stats?.mtimeMs];
    }),
    [...hiddenSources],
    [...provenance.keys()], // what they say is in `gathered`
    [...gathered],
  ];
  return sha256(JSON.stringify(parts));
}
