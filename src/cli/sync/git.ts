// The only caller of git. It never has a work tree: objects are fetched into a bare store and read one by one, so there are no hooks,
// filters, submodules or links that could do anything. Arguments are checked in plan.ts before they come here.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { shownText } from '../../model/docs/address.js';
import { Commit, GitError } from './commit.js';
import { setAside } from './store.js';

/** What a server says of a commit that it does not have: asking again is no use. */
const refused = /not our ref|unadvertised object|no such remote ref|couldn't find remote ref/i;

/** True where a commit is not to be had. */
export function isGone(error: unknown): boolean {
  return error instanceof GitError && (refused.test(error.message) || error.message.includes('is not there any more'));
}

export interface Resolved {
  readonly commit: string;
  /** The branch that the ref is; null where it is a tag or a commit. */
  readonly branch: string | null;
}

/** Longest time of one call of git, in milliseconds. */
const deadline = 15 * 60_000;
/** Most bytes that git may print. */
const mostOutput = 1024 * 1024 * 1024;

/** Settings of the user's own that fetching depends on: where mirrors are, how to get through a proxy, who one is. */
const taken = /^(?:url\..+\.insteadof|https?\..+|credential\..+|core\.sshcommand|ssh\..+)$/;

const settings: readonly (readonly [string, string])[] = [
  ['core.hooksPath', devNull],
  ['core.symlinks', 'false'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', devNull],
  ['filter.lfs.process', ''],
  ['filter.lfs.required', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['fetch.writeCommitGraph', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.version', '2'],
  ['protocol.allow', 'never'],
  ['transfer.bundleURI', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '30'],
];

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
  readonly #storeDir: string;
  readonly #signal: AbortSignal;

  private constructor(env: NodeJS.ProcessEnv, storeDir: string, signal: AbortSignal) {
    this.#env = env;
    this.#storeDir = storeDir;
    this.#signal = signal;
  }

  /** Looks for git and reads what of the user's settings it needs. Throws a `GitError` where git cannot be used. */
  static async open({ cwd, storeDir, addresses, signal }: GitOptions): Promise<Git> {
    const version = await call(['version'], { cwd, env: process.env, signal }).catch(() => {
      throw new GitError('the program `git` is not there');
    });
    const [major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version.toString())?.slice(1).map(Number) ?? [];
    if (major < 2 || (major === 2 && minor < 34)) throw new GitError(`git ${major}.${minor} is too old`);
    const listed = await call(['config', '--list', '-z'], { cwd, env: process.env, signal }).catch(() =>
      Buffer.alloc(0),
    );
    const own = listed
      .toString()
      .split('\0')
      .flatMap((entry) => {
        const [, key = '', value = ''] = /^([^\n]*)\n([\s\S]*)$/.exec(entry) ?? [];
        return taken.test(key.toLowerCase()) ? [[key, value] as const] : [];
      });
    return new Git(environment(own, addresses), storeDir, signal);
  }

  /** The commit that a ref is now; undefined where there is none. A full hash is not looked up. */
  async resolve(url: string, ref: string): Promise<Resolved | undefined> {
    if (/^[0-9a-f]{40,64}\^?$/.test(ref)) return this.#resolveCommit(url, ref);
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

  /** `<commit>`, or `<commit>^`: the one before it. */
  async #resolveCommit(url: string, ref: string): Promise<Resolved> {
    const commit = ref.replace('^', '');
    if (!ref.endsWith('^')) return { commit, branch: null };
    const store = await this.#store(url, commit);
    const parent = () => this.#run(['-C', store, 'rev-parse', '--verify', '--quiet', '--end-of-options', ref]);
    const known = await parent().catch(() => undefined);
    if (!known) await this.#fetch(store, url, `${commit}:refs/docgen/${commit}`, ['--depth', '2']);
    return { commit: (known ?? (await parent())).toString().trim(), branch: null };
  }

  /** Brings a commit and its trees into the store, unless they are there; with `history`, those before it too. */
  async fetchCommit(url: string, { commit, branch }: Resolved, { history = false } = {}): Promise<Commit> {
    const store = await this.#store(url, commit);
    const isThere = await this.#has(store, commit);
    const isShallow = isThere && (await this.#isShallow(store));
    if (!isThere || (history && isShallow)) {
      const depth = history ? (isShallow ? ['--unshallow'] : []) : ['--depth', '1'];
      const target = `refs/docgen/${commit}`;
      await this.#fetch(store, url, `+${commit}:${target}`, depth).catch(async (error: unknown) => {
        // A server that gives no commit by its hash may give it as the tip of its branch.
        if (branch === null) throw error;
        await this.#fetch(store, url, `+refs/heads/${branch}:${target}`, depth).catch(() => {
          throw error;
        });
      });
      if (!(await this.#has(store, commit))) throw new GitError(`commit ${commit.slice(0, 10)} is not there any more`);
    }
    return new Commit(commit, url, (args, input) => this.#run(['-C', store, ...args], input));
  }

  async #has(store: string, commit: string): Promise<boolean> {
    const args = ['-C', store, 'ls-tree', '-r', '--name-only', '-z', commit];
    return this.#run(args).then(
      () => true,
      () => false,
    );
  }

  async #isShallow(store: string): Promise<boolean> {
    return (await this.#run(['-C', store, 'rev-parse', '--is-shallow-repository'])).toString().trim() === 'true';
  }

  async #fetch(store: string, url: string, refspec: string, depth: readonly string[]): Promise<void> {
    const common = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--filter=blob:none'];
    await this.#run(['-C', store, 'fetch', ...common, ...depth, '--', url, refspec]);
  }

  /** Does a work on a repository once more where it failed, in a new store: a network may be there again, and the store be damaged. */
  async twice<T>(url: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (this.#signal.aborted || !(error instanceof GitError) || refused.test(error.message)) throw error;
    }
    const former = setAside(['sha1', 'sha256'].map((format) => this.#storePath(url, format)));
    try {
      const result = await work();
      former.drop();
      return result;
    } catch (error) {
      former.putBack();
      throw error;
    }
  }

  #storePath(url: string, format: string): string {
    const name = createHash('sha256').update(`${url} ${format}`).digest('hex').slice(0, 20);
    return join(this.#storeDir, `${name}.git`);
  }

  /** The bare repository of an address; made where it is not there. */
  async #store(url: string, commit: string): Promise<string> {
    const format = commit.length === 64 ? 'sha256' : 'sha1';
    const store = this.#storePath(url, format);
    if (!existsSync(join(store, 'HEAD'))) {
      await mkdir(this.#storeDir, { recursive: true });
      await this.#run(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, store]);
    }
    return store;
  }

  #run(args: readonly string[], input?: string): Promise<Buffer> {
    const options = { cwd: process.cwd(), env: this.#env, signal: this.#signal };
    return call(args, input === undefined ? options : { ...options, input });
  }
}

/** The environment of every call: the user's way to the network, and nothing else that could change what git does. */
function environment(own: readonly (readonly [string, string])[], addresses: readonly string[]): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:GIT_|LC_|LANG|TZ$|SSH_ASKPASS)/.test(name));
  // Where the user sends an address to another place, that place is the user's word.
  const targets = own.flatMap(([key]) => /^url\.(.+)\.insteadof$/i.exec(key)?.[1] ?? []);
  const more = [...targets, ...addresses].map((address) => /^(?:http|git)(?=:)/.exec(address)?.[0]);
  const protocols = [...new Set(['https', 'ssh', 'file', ...more])].filter((name) => name !== undefined);
  const hasSsh = process.env['GIT_SSH_COMMAND'] ?? own.find(([key]) => key.toLowerCase() === 'core.sshcommand')?.[1];
  const all = [...settings, ...protocols.map((name) => [`protocol.${name}.allow`, 'always'] as const), ...own];
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
    GIT_ALLOW_PROTOCOL: protocols.join(':'),
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_SSH_COMMAND: hasSsh ?? 'ssh -oBatchMode=yes',
    LC_ALL: 'C',
    TZ: 'UTC0',
  };
}

interface CallOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly input?: string;
}

function call(args: readonly string[], { cwd, env, signal, input }: CallOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...args], { cwd, env, signal, stdio: ['pipe', 'pipe', 'pipe'] });
    // Not spawn's own timeout, which goes on where there is no program to end.
    const timer = setTimeout(() => child.kill('SIGKILL'), deadline);
    const output: Buffer[] = [];
    let size = 0;
    let errors = '';
    child.stdout.on('data', (bytes: Buffer) => {
      size += bytes.length;
      if (size > mostOutput) child.kill('SIGKILL');
      else output.push(bytes);
    });
    child.stderr.on('data', (bytes: Buffer) => {
      errors = (errors + bytes.toString()).slice(-4000);
    });
    child.stdin.on('error', () => {}); // it may end before it has read all
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (status, killedBy) => {
      clearTimeout(timer);
      if (status === 0) resolve(Buffer.concat(output));
      else reject(new GitError(killedBy ? `git was ended by ${killedBy}` : reasonOf(errors, status), errors));
    });
    child.stdin.end(input);
  });
}

/** What git says, in one line that shows no secrets. */
function reasonOf(errors: string, status: number | null): string {
  const lines = errors
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const line = lines.find((text) => /^(?:fatal|error|remote: .*(?:denied|not found))/i.test(text)) ?? lines.at(-1);
  return shownText((line ?? `git ended with ${status}`).replace(/^(?:fatal|error): /, '')).slice(0, 300);
}
