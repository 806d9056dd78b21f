// Provenance of gathered pages: the record that `docgen sync` writes into each export, and the addresses derived from it.
import * as z from 'zod/mini';
import { sourcePathSchema } from '../config-file/source.js';
import { headingIdRules, routeRules } from '../mounts/generator.js';
import { encodePart, toSourcePath } from '../path.js';
import { secretIn, shownAddress } from './address.js';

/** Name of the record in the folder of an export; a dot file, so it is not content. */
export const gatheredName = '.docgen-source.json';

const licenseSchema = z.strictObject({ name: z.string(), path: z._default(z.nullable(z.string()), null) });

const withoutSecrets = (repo: string) => (secretIn(repo) === undefined ? repo : shownAddress(repo));

const gatheredSourceSchema = z.strictObject({
  /** As the config names it. Sync refuses addresses with credentials; records may be older than that. */
  repo: z.pipe(z.string(), z.transform(withoutSecrets)),
  ref: z.string(),
  /** The tag, where `ref` is a pattern. */
  tag: z.optional(z.string()),
  /** Branch that can be edited; null where the ref is a tag or a commit. */
  branch: z.nullable(z.string()),
  commit: z.string().check(z.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)),
  /** Day of the commit: in records of docgen 0.1.0, not used. */
  date: z.optional(z.string()),
  license: z.nullable(licenseSchema),
  /** As the config has them. */
  paths: z.optional(z.array(sourcePathSchema)),
  homepage: z._default(z.nullable(z.string()), null),
  /** Without a slash at its end, as `linkBase`. */
  editUrl: z._default(z.nullable(z.string()), null),
  linkBase: z._default(z.nullable(z.string()), null),
  headingIds: z._default(z.nullable(z.enum(headingIdRules)), null),
  routes: z._default(z.nullable(z.enum(routeRules)), null),
  /** Path in the section → path in the repository. */
  files: z.record(z.string(), z.string()),
  /** Path in the section → day of its last change, where the history is known. */
  changed: z._default(z.record(z.string(), z.string()), {}),
  /** Paths of the config that give no page. */
  pageless: z._default(z.array(z.string()), []),
  /** Paths in the section of Markdown files that are no pages, and that no text of the source includes. */
  unused: z._default(z.array(z.string()), []),
  /** Every file of the repository at the commit. */
  tree: z.array(z.string()),
  /** Path in the repository of a file that gathered texts include from outside their folders → its text, or why that is not here. */
  included: z._default(
    z.record(z.string(), z.union([z.strictObject({ text: z.string() }), z.strictObject({ fault: z.string() })])),
    {},
  ),
});

const gatheredSchema = z.strictObject({
  version: z.literal(1),
  sources: z.array(gatheredSourceSchema),
  /** Path in the section → SHA-256 of the file; a record that docgen 0.1.0 wrote has none. */
  hashes: z.optional(z.record(z.string(), z.string())),
});

/** A repository, as far as it was gathered into a section. */
export type GatheredSource = z.output<typeof gatheredSourceSchema>;
/** The record of a section. */
export type Gathered = z.output<typeof gatheredSchema>;

/** Provenance of a gathered file. */
export interface Provenance {
  readonly section: string;
  readonly source: GatheredSource;
  /** Path in the repository. */
  readonly path: string;
  /** Day of its last change, `2026-01-31`; undefined where the history was not fetched. */
  readonly lastChange: string | undefined;
}

/** Parses the record of an export; undefined where it is damaged. */
export function parseGathered(text: string): Gathered | undefined {
  try {
    return z.safeParse(gatheredSchema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Address of a repository on the web, without a slash at its end; undefined for one that is on a disk. */
export function webAddress(repo: string): string | undefined {
  const scp = /^(?:[\w.-]+@)?([\w.-]+):(?!\/)(.+)$/.exec(repo);
  const url =
    scp && !/^[a-z]:[\\/]/i.test(repo)
      ? `https://${scp[1]}/${scp[2]}`
      : repo.replace(/^ssh:\/\/(?:[^@/]*@)?/, 'https://');
  return /^https:\/\//.test(url) ? url.replace(/\/+$/, '').replace(/\.git$/, '') : undefined;
}

/** `owner/name`, or what comes nearest to it. */
export function projectName({ repo, homepage }: Pick<GatheredSource, 'repo'> & Partial<GatheredSource>): string {
  const address = repo === '.' ? (homepage ?? repo) : repo; // the hub's own repository has no name of its own
  return address
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:\\]/)
    .filter(Boolean)
    .slice(-2)
    .join('/');
}

/** `owner/name@commit:path`, as messages name a gathered file. */
export function originText({ source, path }: Provenance): string {
  return `${projectName(source)}@${source.commit.slice(0, 10)}:${path}`;
}

const encoded = (path: string) => path.split('/').map(encodePart).join('/');

/** The page of a file (`blob`), a folder (`tree`) or the bytes of a file (`raw`) at the commit. */
export function fileAddress(source: GatheredSource, path: string, kind: 'blob' | 'tree' | 'raw'): string | undefined {
  const base = webAddress(source.repo);
  return (
    base && `${base}${/\bgitlab\b/.test(base) ? '/-' : ''}/${kind}/${source.commit}/${encoded(path)}`.replace(/\/$/, '')
  );
}

/** The page of a file, or of a line of it: of Markdown as its author wrote it, since lines of a rendered page have no address. */
export function lineAddress({ source, path }: Provenance, line?: number): string | undefined {
  const page = fileAddress(source, path, 'blob');
  return page === undefined || line === undefined ? page : `${page}?plain=1#L${line}`;
}

/** Address at which a reader can edit a file: below `editUrl` of the config, else on the branch that was gathered. */
export function editAddress({ source, path }: Provenance): string | undefined {
  if (source.editUrl !== null && source.editUrl !== '') return `${source.editUrl}/${encoded(path)}`;
  const base = webAddress(source.repo);
  if (!base || source.branch === null) return undefined;
  return `${base}${/\bgitlab\b/.test(base) ? '/-' : ''}/edit/${encoded(source.branch)}/${encoded(path)}`;
}

/**
 * The source path of a file that pages include from elsewhere in its repository. The commit names all that is in it, so that two files of
 * this path have the same text.
 */
export const includedSource = (source: GatheredSource, path: string) =>
  toSourcePath(`/${projectName(source)}@${source.commit}:${path}`);

/** The file that such a path names, in any commit; other paths as they are. */
export const withoutCommit = (file: string) => file.replace(/^(\/.+?)@(?:[0-9a-f]{40}|[0-9a-f]{64}):/, '$1:');

/** Finds the file of a repository that a path names, with or without the slash at its start. */
export function includedFrom(records: readonly Gathered[], file: string): Provenance | undefined {
  const path = file.replace(/^\/?/, '/');
  for (const { sources } of records)
    for (const source of sources) {
      const start = includedSource(source, '');
      const inRepository = path.slice(start.length);
      if (path.startsWith(start) && Object.hasOwn(source.included, inRepository))
        return { section: '', source, path: inRepository, lastChange: undefined };
    }
  return undefined;
}
