// Reads files of a commit in a store, their contents and dates. Fetches missing objects.
import { once } from 'lodash-es';
import { entriesOf, fetchOptions, GitError, type RunGit } from './git-process.js';

/** Limits per source. */
export const sourceLimits = {
  paths: 1_000_000,
  files: 20_000,
  fileBytes: 50 * 1024 * 1024,
  bytes: 500 * 1024 * 1024,
};

export interface TreeEntry {
  /** Mode of the entry. `120000` is a symbolic link, `160000` a submodule. */
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

/** Maximum number of objects that a server may refuse, because each costs one request. */
const maxRefused = 1000;

export class Commit {
  /** Entries of the tree, by path. */
  readonly entries = once(() => new Map(this.tree.map((entry) => [entry.path, entry])));

  private constructor(
    readonly hash: string,
    /** All entries. Their number is limited, because a few nested folders can have billions of paths. */
    readonly tree: readonly TreeEntry[],
    /** Objects that are missing in the store. */
    private readonly missing: Set<string>,
    private readonly url: string,
    private readonly run: RunGit,
  ) {}

  /** Opens a commit. @throws GitError if the store lacks the commit or one of its trees */
  static async open(hash: string, url: string, run: RunGit): Promise<Commit> {
    const list = ['rev-list', '--objects', '--no-object-names', '--missing=print', '-1', `${hash}^{commit}`];
    const [first, ...objects] = (await run(list)).toString().split('\n');
    if (first !== hash) throw new GitError('not a commit'); // the hash of a tag
    const missing = new Set(objects.flatMap((line) => (line.startsWith('?') ? line.slice(1) : [])));
    const lines = entriesOf(await run(['ls-tree', '-r', '-z', '--full-tree', hash], undefined, sourceLimits.paths + 1));
    const tree = lines.flatMap((line) => {
      const [, mode, object, path] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
      return mode !== undefined && object !== undefined && path !== undefined ? [{ mode, object, path }] : [];
    });
    return new Commit(hash, tree, missing, url, run);
  }

  /** Returns the hash of a path. Undefined if it doesn't exist. '' is the root. */
  async hashOf(path: string): Promise<string | undefined> {
    const object = path === '' ? `${this.hash}^{tree}` : `${this.hash}:${path}`;
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', object];
    return this.run(args).then(
      (hash) => hash.toString().trim(),
      () => undefined,
    );
  }

  /**
   * Returns the day of the last change (such as `2026-01-31`, UTC) by path, like `git log -1 -- FILE`, of files below `below` whose commit has a valid time.
   * At a merge, Git follows the first parent with the same file. A commit that differs from all its parents is the last change.
   */
  async changes(files: readonly string[], below: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const isShallow = (await this.run(['rev-parse', '--is-shallow-repository'])).toString().trim() === 'true';
    const commits = await this.#history(below);
    const days = new Map<string, string>();
    /** Files whose history is followed through a commit, by commit. */
    const open = new Map([[this.hash, new Set(files)]]);
    for (const { hash, time, parents, changed } of commits) {
      const followed = open.get(hash);
      open.delete(hash);
      if (!followed) continue;
      const [fromFirst = [], ...others] = changed;
      const fromOthers = others.map((paths) => new Set(paths));
      for (const path of fromFirst) {
        if (!followed.delete(path)) continue;
        const same = fromOthers.findIndex((paths) => !paths.has(path));
        const day = isShallow && parents.length === 0 ? undefined : dayOf(time);
        if (same !== -1) addOpenFiles(open, parents[same + 1], new Set([path]));
        else if (day !== undefined) days.set(path, day);
      }
      addOpenFiles(open, parents[0], followed);
    }
    return days;
  }

  /** Returns the commits before this one, newest first, each with the paths that differ from the first parent, and for a merge from each other parent. */
  async #history(below: readonly string[]) {
    const listed = await this.run(['rev-list', '--topo-order', '--no-commit-header', '--format=%H %ct %P', this.hash]);
    const lines = listed.toString().trim().split('\n');
    const commits = lines.map((line) => {
      const [hash = '', time = '', ...parents] = line.split(' ');
      return { hash, time, parents: parents.filter((parent) => parent !== '') };
    });
    const firsts = commits.map(({ hash, parents }) => [hash, ...parents.slice(0, 1)].join(' '));
    const merges = commits.flatMap(({ hash, parents: [first = '', ...others] }) =>
      others.map((other) => `${hash} ${first} ${other}`),
    );
    const fromFirst = (await changesOf(firsts, below, this.run)).values();
    const fromOthers = (await changesOf(merges, below, this.run)).values();
    return commits.map((commit) => {
      const ofOthers = commit.parents.slice(1).map(() => fromOthers.next().value ?? []);
      return { ...commit, changed: [fromFirst.next().value ?? [], ...ofOthers] };
    });
  }

  /** Fetches contents. Returns sizes by object, without objects that the server lacks. */
  async fetchSizes(entries: readonly TreeEntry[]): Promise<ReadonlyMap<string, number>> {
    if (entries.length === 0) return new Map();
    const wanted = new Set(entries.map(({ object }) => object).filter((object) => this.missing.has(object)));
    const refused = await this.#fetchObjects(wanted);
    for (const object of wanted) this.missing.delete(object);
    const present = entries.filter(({ object }) => !refused.has(object)); // Git fails if an object is missing
    const text = (await this.run(['cat-file', '--batch-check'], linesOf(present))).toString();
    return new Map(
      [...text.matchAll(/^([0-9a-f]+) blob (\d+)$/gm)].map(([, object = '', size]) => [object, Number(size)]),
    );
  }

  /** Fetches objects in one request. Removes those that the server lacks from the set, and returns them. */
  async #fetchObjects(missing: Set<string>): Promise<ReadonlySet<string>> {
    const refused = new Set<string>();
    const fetch = ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', ...fetchOptions, '--stdin', '--', this.url];
    while (missing.size > 0) {
      try {
        await this.run(fetch, `${[...missing].join('\n')}\n`);
        break;
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        // A server only reports the first object that it lacks.
        const reported = (error.output.match(/\b[0-9a-f]{40,64}\b/g) ?? []).filter((object) => missing.delete(object));
        for (const object of reported) refused.add(object);
        if (reported.length === 0 || refused.size > maxRefused) throw error;
      }
    }
    return refused;
  }

  /** Fetches and reads files within the limits, in order. The result has the content by path, or the reason why it is missing: `excess` for those over `bytes`. */
  async readWithin(
    entries: readonly TreeEntry[],
    { bytes, fileBytes, excess }: Readonly<Record<'bytes' | 'fileBytes', number> & { excess: string }>,
  ): Promise<ReadonlyMap<string, Buffer | string>> {
    const sizes = await this.fetchSizes(entries);
    const refused = new Map<string, string>();
    let left = bytes;
    for (const { object, path } of entries) {
      const size = sizes.get(object) ?? 0;
      if (size <= Math.min(left, fileBytes)) left -= size;
      else refused.set(path, size > fileBytes ? `it is over ${fileBytes / 1024 / 1024} MB` : excess);
    }
    const accepted = entries.filter(({ path }) => !refused.has(path));
    return new Map([...refused, ...(await this.read(accepted, sizes))]);
  }

  /** Reads files. The result has the content by path, or the reason why it is missing. `sizes` are those of `fetchSizes`. */
  async read(
    entries: readonly TreeEntry[],
    sizes: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, Buffer | string>> {
    const present = entries.filter(({ object }) => sizes.has(object));
    const output = present.length === 0 ? Buffer.alloc(0) : await this.run(['cat-file', '--batch'], linesOf(present));
    let offset = 0;
    const contents = new Map<string, Buffer | string>(
      entries.map(({ path }) => [path, 'the server does not have its content']),
    );
    for (const { object, path } of present) {
      const start = output.indexOf('\n', offset) + 1;
      const [, size] = / blob (\d+)$/.exec(output.toString('latin1', offset, start - 1)) ?? [];
      if (size === undefined) throw new GitError(`object ${object.slice(0, 10)} is missing`);
      const bytes = output.subarray(start, start + Number(size));
      contents.set(path, isPointer(bytes) ? 'it is a Git LFS pointer, not the file' : bytes);
      offset = start + Number(size) + 1;
    }
    return contents;
  }
}

const linesOf = (entries: readonly TreeEntry[]) => entries.map(({ object }) => `${object}\n`).join('');

const isPointer = (bytes: Buffer) =>
  bytes.length < 1024 && bytes.toString('latin1').startsWith('version https://git-lfs.github.com/spec/');

function addOpenFiles(open: Map<string, Set<string>>, commit: string | undefined, paths: Set<string>): void {
  const there = commit === undefined ? undefined : open.get(commit);
  if (there) for (const path of paths) there.add(path);
  else if (commit !== undefined && paths.size > 0) open.set(commit, paths);
}

/** Returns changed paths, by a line with a commit and those that it is compared with. */
async function changesOf(
  lines: readonly string[],
  below: readonly string[],
  run: RunGit,
): Promise<readonly string[][]> {
  if (lines.length === 0) return [];
  const options = ['--stdin', '--always', '--root', '-r', '-c', '--raw', '-z', '--no-renames'];
  const paths = below.includes('') ? [] : ['--', ...below];
  const output = await run(['--literal-pathspecs', 'diff-tree', ...options, ...paths], `${lines.join('\n')}\n`);
  const changes: string[][] = [];
  let isPath = false;
  for (const entry of entriesOf(output)) {
    // A line that starts with a colon has modes and hashes, and a path follows. Otherwise, it is a commit.
    if (isPath) changes.at(-1)?.push(entry);
    else if (!entry.startsWith(':')) changes.push([]);
    isPath = !isPath && entry.startsWith(':');
  }
  return changes;
}

/** Converts a time to a day. Undefined if it is missing, or after the year 9999. */
function dayOf(seconds: string): string | undefined {
  const time = Number(seconds) * 1000;
  return seconds !== '' && time < Date.UTC(10_000) ? new Date(time).toISOString().slice(0, 10) : undefined;
}
