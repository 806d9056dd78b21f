// A commit in a store: its files, their contents and days. What is missing is fetched.
import { entriesOf } from './git-output.js';
import { GitError } from './git-process.js';
import { lastChanges } from './last-changes.js';
import { sourceLimits, type TreeEntry } from './select.js';

/** Most contents that a server may lack before the source fails: each takes one call of the server. */
const mostRefused = 1000;

/** Runs git in the store; `mostEntries` as in `CallOptions`. */
type Run = (args: readonly string[], input?: string, mostEntries?: number) => Promise<Buffer>;

/** A commit in the store. */
export class Commit {
  readonly hash: string;
  readonly #url: string;
  readonly #run: Run;

  constructor(hash: string, url: string, run: Run) {
    this.hash = hash;
    this.#url = url;
    this.#run = run;
  }

  /** Every file, sorted by path; at least one more than the limit if there are more: a few folders that contain each other can make billions. */
  async tree(): Promise<TreeEntry[]> {
    const args = ['ls-tree', '-r', '-z', '--full-tree', this.hash];
    const lines = entriesOf(await this.#run(args, undefined, sourceLimits.paths + 1));
    return lines.flatMap((line) => {
      const [, mode, object, path] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
      return mode !== undefined && object !== undefined && path !== undefined ? [{ mode, object, path }] : [];
    });
  }

  /** Hash of the folder or file at a path; '' is all of it. Undefined where there is nothing. */
  async hashOf(path: string): Promise<string | undefined> {
    const args = [
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      path === '' ? `${this.hash}^{tree}` : `${this.hash}:${path}`,
    ];
    return this.#run(args).then(
      (found) => found.toString().trim(),
      () => undefined,
    );
  }

  /** Day of the last change of each file, in UTC; `below` are folders that have them all. For a commit with its history. */
  async changes(files: readonly string[], below: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return lastChanges({ commit: this.hash, files, below, run: this.#run });
  }

  /** Brings the contents that are missing into the store, all at once; gives those that the server does not have. */
  async fetchObjects(objects: readonly string[]): Promise<ReadonlySet<string>> {
    const wanted = new Set(objects);
    const listed = (
      await this.#run(['rev-list', '--objects', '--no-object-names', '--missing=print', this.hash, '-1'])
    ).toString();
    const missing = new Set(
      listed.split('\n').flatMap((line) => (line.startsWith('?') && wanted.has(line.slice(1)) ? [line.slice(1)] : [])),
    );
    const refused = new Set<string>();
    while (missing.size > 0) {
      const error = await this.#fetchMissing(missing);
      if (error === undefined) break;
      // A server names the first that it does not have.
      const named = (error.said.match(/\b[0-9a-f]{40,64}\b/g) ?? []).filter((object) => missing.delete(object));
      for (const object of named) refused.add(object);
      if (named.length === 0 || refused.size > mostRefused) throw error;
    }
    return refused;
  }

  async #fetchMissing(objects: ReadonlySet<string>): Promise<GitError | undefined> {
    const options = [
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--filter=blob:none',
      '--quiet',
      '--stdin',
    ];
    return this.#run(
      ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', ...options, '--', this.#url],
      `${[...objects].join('\n')}\n`,
    ).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof GitError) return error;
        throw error;
      },
    );
  }

  /** Sizes in bytes. */
  async sizes(objects: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const text = (await this.#run(['cat-file', '--batch-check'], `${objects.join('\n')}\n`)).toString();
    return new Map(
      text.split('\n').flatMap((line) => {
        const [, object, size] = /^([0-9a-f]+) blob (\d+)$/.exec(line) ?? [];
        return object === undefined ? [] : [[object, Number(size)] as const];
      }),
    );
  }

  /** Contents, in the order of the objects. */
  async read(objects: readonly string[]): Promise<Buffer[]> {
    if (objects.length === 0) return [];
    const output = await this.#run(['cat-file', '--batch'], `${objects.join('\n')}\n`);
    let offset = 0;
    return objects.map((object) => {
      const end = output.indexOf(10, offset);
      const size = Number(/ blob (\d+)$/.exec(output.toString('latin1', offset, end))?.[1] ?? Number.NaN);
      if (Number.isNaN(size)) throw new GitError(`object ${object.slice(0, 10)} is missing`);
      offset = end + 1 + size + 1;
      return output.subarray(end + 1, end + 1 + size);
    });
  }
}
