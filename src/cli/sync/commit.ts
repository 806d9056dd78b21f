// A commit in a store: its files, their contents and dates. Missing objects are fetched.
import { entriesOf, fetchOptions, GitError, type RunGit } from './git-process.js';
import { lastChanges } from './last-changes.js';
import { sourceLimits, type TreeEntry } from './select.js';

/** Each content that a server lacks costs one request. */
const maxRefused = 1000;

export class Commit {
  constructor(
    readonly hash: string,
    private readonly url: string,
    private readonly run: RunGit,
  ) {}

  /** Stops after the limit: a few folders that contain each other can have billions of paths. */
  async tree(): Promise<TreeEntry[]> {
    const args = ['ls-tree', '-r', '-z', '--full-tree', this.hash];
    const lines = entriesOf(await this.run(args, undefined, sourceLimits.paths + 1));
    return lines.flatMap((line) => {
      const [, mode, object, path] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
      return mode !== undefined && object !== undefined && path !== undefined ? [{ mode, object, path }] : [];
    });
  }

  /** Returns undefined if the path doesn't exist. '' is the root. */
  async hashOf(path: string): Promise<string | undefined> {
    const object = path === '' ? `${this.hash}^{tree}` : `${this.hash}:${path}`;
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', object];
    return this.run(args).then(
      (hash) => hash.toString().trim(),
      () => undefined,
    );
  }

  /** Returns the day of the last change of each file, in UTC. `below` are folders that contain all of them. Requires the history. */
  async changes(files: readonly string[], below: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return lastChanges(this.run, this.hash, files, below);
  }

  /** Fetches missing contents at once. Returns those that the server doesn't have. */
  async #fetchObjects(objects: readonly string[]): Promise<ReadonlySet<string>> {
    const listed = await this.run(['rev-list', '--objects', '--no-object-names', '--missing=print', this.hash, '-1']);
    const wanted = new Set(objects.map((object) => `?${object}`));
    const lines = listed.toString().split('\n');
    const missing = new Set(lines.filter((line) => wanted.has(line)).map((line) => line.slice(1)));
    const refused = new Set<string>();
    const fetch = ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', ...fetchOptions, '--stdin', '--', this.url];
    while (missing.size > 0) {
      try {
        await this.run(fetch, `${[...missing].join('\n')}\n`);
        break;
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        // A server reports the first object that it doesn't have.
        const reported = (error.said.match(/\b[0-9a-f]{40,64}\b/g) ?? []).filter((object) => missing.delete(object));
        for (const object of reported) refused.add(object);
        if (reported.length === 0 || refused.size > maxRefused) throw error;
      }
    }
    return refused;
  }

  /** Fetches contents and returns their sizes in bytes, without those that the server doesn't have. */
  async fetchSizes(objects: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const refused = await this.#fetchObjects(objects);
    const present = objects.filter((object) => !refused.has(object)); // git fails if it is asked for another one
    const text = (await this.run(['cat-file', '--batch-check'], `${present.join('\n')}\n`)).toString();
    return new Map(
      [...text.matchAll(/^([0-9a-f]+) blob (\d+)$/gm)].map(([, object = '', size]) => [object, Number(size)]),
    );
  }

  async read(objects: readonly string[]): Promise<Buffer[]> {
    if (objects.length === 0) return [];
    const output = await this.run(['cat-file', '--batch'], `${objects.join('\n')}\n`);
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
