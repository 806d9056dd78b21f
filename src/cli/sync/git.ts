// Fetches into bare stores. Without a work tree, hooks, filters, submodules and links have no effect. plan.ts checks arguments.
import { basename, join } from 'node:path';
import fs from 'fs-extra';
import { globbySync } from 'globby';
import { maxBy } from 'lodash-es';
import { renameEntry } from '../../disk/files.js';
import { exists, isFolder } from '../../model/content/list-files.js';
import { sha256 } from '../../model/input/hash.js';
import { Commit } from './commit.js';
import { callGit, environment, fetchOptions, GitError, readSettings, safeDirectories } from './git-process.js';

/** Matches errors for a commit that the server doesn't have. They are not retried. */
const refused = /not our ref|unadvertised object|no such remote ref|couldn't find remote ref/i;

export function isGone(error: unknown): boolean {
  return error instanceof GitError && (refused.test(error.message) || error.message.includes('no longer exists'));
}

interface ResolvedRef {
  readonly commit: string;
  /** Branch of the ref. Null for a tag or a commit. */
  readonly branch: string | null;
  /** Tag that a pattern resolved to. */
  readonly tag?: string | undefined;
}

export class Git {
  readonly #renewed = new Set<string>();

  private constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly configFile: string,
    private readonly storeDir: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Opens the stores. `addresses` are all URLs to fetch from. @throws GitError if Git can't be used */
  static async open(storeDir: string, addresses: readonly string[], signal: AbortSignal): Promise<Git> {
    const cwd = process.cwd();
    const version = await callGit(['version'], { cwd, env: process.env, signal }).catch(() => {
      throw new GitError('the program `git` is not installed');
    });
    const [major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version.toString())?.slice(1).map(Number) ?? [];
    if (major < 2 || (major === 2 && minor < 34)) throw new GitError(`git ${major}.${minor} is too old`);
    const list = ['config', '--list', '--show-scope', '-z'];
    const listed = await callGit(list, { cwd, env: process.env, signal }).catch(() => '');
    const { network, safe } = readSettings(listed.toString());
    const configFile = join(storeDir, 'safe-directories');
    clearStores(storeDir);
    await fs.outputFile(configFile, safeDirectories(safe), { flag: 'wx' });
    return new Git(environment(network, addresses, configFile), configFile, storeDir, signal);
  }

  close(): void {
    fs.removeSync(this.configFile);
  }

  /** Resolves a ref to a commit. Undefined if it doesn't exist. A full hash is not looked up. */
  async resolve(url: string, ref: string): Promise<ResolvedRef | undefined> {
    if (/^[0-9a-f]{40,64}\^?$/.test(ref)) return this.#resolveCommit(url, ref);
    const [branchRef, tagRef] = [ref === 'HEAD' ? ref : `refs/heads/${ref}`, `refs/tags/${ref}`];
    const isPattern = ref.includes('*'); // Git itself matches patterns
    const { main, commits } = await this.#listRemote(url, [...(isPattern ? [] : [branchRef]), tagRef, `${tagRef}^{}`]);
    const tags = [...commits.keys()].flatMap((name) => /^refs\/tags\/(.+)$/.exec(name)?.[1] ?? []);
    const tag = isPattern ? newestTag(tags) : undefined;
    const [ofBranch, ofTag] = [commits.get(branchRef), commits.get(`refs/tags/${tag ?? ref}`)];
    if (ofBranch !== undefined) return { commit: ofBranch, branch: ref === 'HEAD' ? main : ref };
    return ofTag === undefined ? undefined : { commit: ofTag, branch: null, ...(tag !== undefined && { tag }) };
  }

  async refs(url: string) {
    const { main, commits } = await this.#listRemote(url);
    const names = [...commits.keys()].flatMap((name) => /^refs\/(?:heads|tags)\/(.+)$/.exec(name)?.[1] ?? []);
    return { main, names };
  }

  /** Lists refs of a repository. Includes the main branch if HEAD is listed. */
  async #listRemote(url: string, names: readonly string[] = []) {
    const text = (await this.#run(['ls-remote', '--symref', '--quiet', '--', url, ...names])).toString();
    const main = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)?.[1] ?? null;
    const lines = [...text.matchAll(/^([0-9a-f]+)\t(.+)$/gm)];
    // `name^{}`, the commit of an annotated tag, follows the tag itself.
    const commits = new Map(lines.map(([, commit = '', name = '']) => [name.replace(/\^\{\}$/, ''), commit]));
    return { main, commits };
  }

  async #resolveCommit(url: string, ref: string): Promise<ResolvedRef> {
    const commit = ref.replace('^', '');
    if (!ref.endsWith('^')) return { commit, branch: null };
    const { store } = await this.#store(url, commit);
    const readParent = () =>
      this.#run(['-C', store, 'rev-parse', '--verify', '--quiet', '--end-of-options', ref]).catch(() => undefined);
    let parent = await readParent();
    if (!parent) {
      await this.#fetch(store, url, `${commit}:refs/docgen/${commit}`, ['--depth', '2']);
      parent = await readParent();
    }
    if (!parent) throw new GitError(`the parent of ${commit.slice(0, 10)} no longer exists`);
    return { commit: parent.toString().trim(), branch: null };
  }

  /** Fetches a commit and its trees, unless the store has them. `history`: also its ancestors, in a separate store. */
  async fetchCommit(url: string, { commit, branch }: ResolvedRef, { history = false } = {}): Promise<Commit> {
    const { store, isNew } = await this.#store(url, commit, history);
    const open = () => Commit.open(commit, url, (args, ...more) => this.#run(['-C', store, ...args], ...more));
    const stored = isNew ? undefined : await open().catch(() => undefined);
    if (stored) return stored;
    const depth = history ? ['--update-shallow'] : ['--depth', '1'];
    const target = `refs/docgen/${commit}`;
    await this.#fetch(store, url, `+${commit}:${target}`, depth).catch(async (error: unknown) => {
      // Servers might refuse a hash, but not the tip of its branch.
      if (branch === null) throw error;
      await this.#fetch(store, url, `+refs/heads/${branch}:${target}`, depth).catch(() => {
        throw error;
      });
    });
    return open().catch(() => {
      throw new GitError(`commit ${commit.slice(0, 10)} no longer exists`);
    });
  }

  async #fetch(store: string, url: string, refspec: string, depth: readonly string[]): Promise<void> {
    await this.#run(['-C', store, 'fetch', ...fetchOptions, ...depth, '--', url, refspec]);
  }

  /** Runs some work, and retries it in a new store after network errors and for damaged stores. */
  async twice<T>(url: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (this.signal.aborted || !(error instanceof GitError) || refused.test(error.message)) throw error;
    }
    const kinds = ['sha1', 'sha256'].flatMap((format) => [format, `${format} history`]);
    const stores = kinds.map((kind) => this.#storePath(url, kind));
    this.#renewed.add(url);
    try {
      const result = await work();
      for (const store of stores.filter((path) => exists(`${path}.new`))) {
        fs.removeSync(store); // might be a symbolic link
        renameEntry(`${store}.new`, store);
      }
      return result;
    } finally {
      this.#renewed.delete(url);
      for (const store of stores) fs.removeSync(`${store}.new`);
    }
  }

  #storePath(url: string, kind: string): string {
    const name = sha256(`${url} ${kind}`).slice(0, 20);
    return join(this.storeDir, `${name}.git`);
  }

  async #store(url: string, commit: string, history = false) {
    const format = commit.length === 64 ? 'sha256' : 'sha1';
    const path = this.#storePath(url, history ? `${format} history` : format);
    const store = this.#renewed.has(url) ? `${path}.new` : path;
    if (exists(store) && !isFolder(store)) throw new GitError(`\`.docgen/store/${basename(store)}\` is not a folder`);
    const isNew = !fs.existsSync(join(store, 'HEAD'));
    if (isNew) await this.#run(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, store]);
    return { store, isNew };
  }

  #run(args: readonly string[], input?: string, maxEntries?: number): Promise<Buffer> {
    return callGit(args, { cwd: process.cwd(), env: this.env, signal: this.signal }, input, maxEntries);
  }
}

/** Files that a killed Git or retry can leave: locks, incomplete packs and objects, new stores. */
const leftovers = ['**/*.{lock,new}', '**/{shallow_,tmp-,tmp_,.tmp-,.tmp_,incoming-}*', 'safe-directories'];

function clearStores(dir: string): void {
  const options = { cwd: dir, absolute: true, dot: true, onlyFiles: false, followSymbolicLinks: false } as const;
  for (const path of globbySync(leftovers, options)) fs.removeSync(path);
}

const maxDigits = 60;

const beforeRelease =
  /(?:^|[^a-z])(?:alpha|beta|rc|pre(?:view|release)?|dev|next|canary|nightly|snapshot|m)\.?-?\d*(?:$|[^a-z])/i;

/** Returns the newest tag. Release candidates are only used if there is no release. */
function newestTag(tags: readonly string[]): string | undefined {
  const released = tags.filter((tag) => !beforeRelease.test(tag));
  return maxBy(released.length > 0 ? released : tags, sortKey);
}

/** Returns a sort key in which numbers are compared by value, so that `v2.10.0` comes after `v2.9.3`. */
function sortKey(tag: string): string {
  return tag.replace(/\d+/g, (digits) => `\0${digits.replace(/^0+(?=\d)/, '').padStart(maxDigits, '0')}`);
}
