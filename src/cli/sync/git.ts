// Sources by git. There is never a work tree: objects are fetched into a bare store and read one by one, so there are no hooks,
// filters, submodules or links that could do anything. Arguments are checked in plan.ts before they come here.
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { exists, isFolder } from '../../model/content/list-files.js';
import { Commit } from './commit.js';
import { callGit, environment, GitError, networkSettings, safeDirectories } from './git-process.js';
import { newestTag } from './newest-tag.js';
import { setAside } from './store.js';

/** Messages of a server about a commit that it does not have: these are not retried. */
const refused = /not our ref|unadvertised object|no such remote ref|couldn't find remote ref/i;

/** True where a commit does not exist on the server. */
export function isGone(error: unknown): boolean {
  return error instanceof GitError && (refused.test(error.message) || error.message.includes('no longer exists'));
}

export interface ResolvedRef {
  readonly commit: string;
  /** The branch that the ref is; null where it is a tag or a commit. */
  readonly branch: string | null;
  /** The tag that a pattern means. */
  readonly tag?: string | undefined;
}

export interface GitOptions {
  readonly cwd: string;
  /** Folder of the bare repositories. */
  readonly storeDir: string;
  /** All addresses that will be fetched from. */
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
}

export class Git {
  readonly #env: NodeJS.ProcessEnv;
  readonly #configFile: string;
  readonly #storeDir: string;
  readonly #signal: AbortSignal;

  private constructor(env: NodeJS.ProcessEnv, configFile: string, storeDir: string, signal: AbortSignal) {
    this.#env = env;
    this.#configFile = configFile;
    this.#storeDir = storeDir;
    this.#signal = signal;
  }

  /** Looks for git and reads what of the user's settings it needs. Throws a `GitError` where git cannot be used. */
  static async open({ cwd, storeDir, addresses, signal }: GitOptions): Promise<Git> {
    const version = await callGit(['version'], { cwd, env: process.env, signal }).catch(() => {
      throw new GitError('the program `git` is not installed');
    });
    const [major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version.toString())?.slice(1).map(Number) ?? [];
    if (major < 2 || (major === 2 && minor < 34)) throw new GitError(`git ${major}.${minor} is too old`);
    const ask = async (args: readonly string[], dir: string) =>
      (await callGit(args, { cwd: dir, env: process.env, signal }).catch(() => '')).toString();
    const own = networkSettings(await ask(['config', '--list', '-z'], cwd));
    // Of the user and the machine: from the root of the disk, because git takes these from no repository.
    const safe = safeDirectories(await ask(['config', '--get-all', '-z', 'safe.directory'], parse(cwd).root));
    const configFile = join(storeDir, 'safe-directories');
    rmSync(configFile, { force: true });
    await mkdir(storeDir, { recursive: true });
    await writeFile(configFile, safe, { flag: 'wx' });
    return new Git(environment(own, addresses, configFile), configFile, storeDir, signal);
  }

  /** Removes what only this process needs. */
  close(): void {
    rmSync(this.#configFile, { force: true });
  }

  /** The commit that a ref is now; undefined where there is none. A full hash is not looked up. */
  async resolve(url: string, ref: string): Promise<ResolvedRef | undefined> {
    if (/^[0-9a-f]{40,64}\^?$/.test(ref)) return this.#resolveCommit(url, ref);
    if (ref.includes('*')) return this.#resolvePattern(url, ref);
    const names = ref === 'HEAD' ? ['HEAD'] : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`];
    const text = (await this.#run(['ls-remote', '--symref', '--quiet', '--', url, ...names])).toString();
    const found = new Map(text.split('\n').map((line) => line.split('\t').reverse() as [string, string]));
    const head = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)?.[1] ?? null;
    const hash = /^[0-9a-f]+\tHEAD$/m.exec(text)?.[0].split('\t')[0];
    if (ref === 'HEAD') return hash === undefined ? undefined : { commit: hash, branch: head };
    const branch = found.get(`refs/heads/${ref}`);
    if (branch !== undefined) return { commit: branch, branch: ref };
    const tag = found.get(`refs/tags/${ref}^{}`) ?? found.get(`refs/tags/${ref}`);
    return tag === undefined ? undefined : { commit: tag, branch: null };
  }

  /** The newest tag of a pattern such as `v2.*`. */
  async #resolvePattern(url: string, pattern: string): Promise<ResolvedRef | undefined> {
    const text = (await this.#run(['ls-remote', '--quiet', '--tags', '--', url])).toString();
    const commits = new Map<string, string>();
    for (const line of text.split('\n')) {
      const [commit = '', name = ''] = line.split('\trefs/tags/');
      // The commit behind an annotated tag comes after the tag itself.
      if (name !== '') commits.set(name.replace(/\^\{\}$/, ''), commit);
    }
    const tag = newestTag(commits.keys(), pattern);
    const commit = tag === undefined ? undefined : commits.get(tag);
    return commit === undefined ? undefined : { commit, branch: null, tag };
  }

  /** The branches and tags of a repository, and its main branch. */
  async refs(url: string): Promise<{ readonly main: string | null; readonly names: readonly string[] }> {
    const text = (await this.#run(['ls-remote', '--symref', '--quiet', '--', url])).toString();
    const main = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)?.[1] ?? null;
    const names = [...text.matchAll(/\trefs\/(?:heads|tags)\/([^\n^]+)$/gm)].map(([, name = '']) => name);
    return { main, names };
  }

  /** `<commit>`, or `<commit>^`: its parent. */
  async #resolveCommit(url: string, ref: string): Promise<ResolvedRef> {
    const commit = ref.replace('^', '');
    if (!ref.endsWith('^')) return { commit, branch: null };
    const store = await this.#store(url, commit);
    const parent = () => this.#run(['-C', store, 'rev-parse', '--verify', '--quiet', '--end-of-options', ref]);
    let found = await parent().catch(() => undefined);
    if (!found) {
      await this.#fetch(store, url, `${commit}:refs/docgen/${commit}`, ['--depth', '2']);
      found = await parent().catch(() => undefined);
    }
    if (!found) throw new GitError(`the parent of ${commit.slice(0, 10)} no longer exists`);
    return { commit: found.toString().trim(), branch: null };
  }

  /** Brings a commit and its trees into the store, unless they are there; with `history`, its ancestors too, into a store of its own. */
  async fetchCommit(url: string, { commit, branch }: ResolvedRef, { history = false } = {}): Promise<Commit> {
    const store = await this.#store(url, commit, history);
    if (!(await this.#has(store, commit))) {
      const depth = history ? ['--update-shallow'] : ['--depth', '1'];
      const target = `refs/docgen/${commit}`;
      await this.#fetch(store, url, `+${commit}:${target}`, depth).catch(async (error: unknown) => {
        // A server that gives no commit by its hash may give it as the tip of its branch.
        if (branch === null) throw error;
        await this.#fetch(store, url, `+refs/heads/${branch}:${target}`, depth).catch(() => {
          throw error;
        });
      });
      if (!(await this.#has(store, commit))) throw new GitError(`commit ${commit.slice(0, 10)} no longer exists`);
    }
    return new Commit(commit, url, (args, ...more) => this.#run(['-C', store, ...args], ...more));
  }

  /** True where the hash is that of a commit, and all its trees are there. */
  async #has(store: string, commit: string): Promise<boolean> {
    try {
      const type = await this.#run(['-C', store, 'cat-file', '-t', commit]);
      // Lists each tree once, also if it is at many paths.
      await this.#run(['-C', store, 'rev-list', '--objects', '--no-object-names', '--filter=blob:none', '-1', commit]);
      return type.toString().trim() === 'commit';
    } catch {
      return false;
    }
  }

  async #fetch(store: string, url: string, refspec: string, depth: readonly string[]): Promise<void> {
    const common = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--filter=blob:none'];
    await this.#run(['-C', store, 'fetch', ...common, ...depth, '--', url, refspec]);
  }

  /** Retries work on a repository once, in a new store: the network may have recovered, or the store may have been damaged. */
  async twice<T>(url: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (this.#signal.aborted || !(error instanceof GitError) || refused.test(error.message)) throw error;
    }
    const kinds = ['sha1', 'sha256'].flatMap((format) => [format, `${format} history`]);
    const previous = setAside(kinds.map((kind) => this.#storePath(url, kind)));
    try {
      const result = await work();
      previous.drop();
      return result;
    } catch (error) {
      previous.putBack();
      throw error;
    }
  }

  #storePath(url: string, kind: string): string {
    const name = createHash('sha256').update(`${url} ${kind}`).digest('hex').slice(0, 20);
    return join(this.#storeDir, `${name}.git`);
  }

  /** The bare repository of an address; created where it does not exist. */
  async #store(url: string, commit: string, history = false): Promise<string> {
    const format = commit.length === 64 ? 'sha256' : 'sha1';
    const store = this.#storePath(url, history ? `${format} history` : format);
    if (exists(store) && !isFolder(store)) throw new GitError(`\`.docgen/store/${basename(store)}\` is not a folder`);
    if (!existsSync(join(store, 'HEAD'))) {
      await this.#run(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, store]);
    }
    return store;
  }

  #run(args: readonly string[], input?: string, mostEntries?: number): Promise<Buffer> {
    const options = { cwd: process.cwd(), env: this.#env, signal: this.#signal, mostEntries };
    return callGit(args, input === undefined ? options : { ...options, input });
  }
}
