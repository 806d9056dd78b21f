// The only caller of git as a program: its environment, its limits, what it says where it fails.
import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { shownText } from '../../model/docs/address.js';

/** A call of git that failed; `message` has the reason in one line, without credentials. */
export class GitError extends Error {
  /** The whole error output of git. */
  readonly said: string;

  constructor(message: string, said = '') {
    super(message);
    this.said = said;
  }
}

/** Longest time of one call of git, in milliseconds. */
const deadline = 15 * 60_000;
/** Most bytes that git may print. */
const mostOutput = 1024 * 1024 * 1024;

/** The user's settings that fetching depends on: mirrors, proxies, credentials. */
const networkKeys = /^(?:url\..+\.insteadof|https?\..+|credential\..+|core\.sshcommand|ssh\..+)$/;

/** The settings of `git config --list -z` that fetching depends on. */
export function networkSettings(listed: string): (readonly [key: string, value: string])[] {
  return listed.split('\0').flatMap((entry) => {
    const [, key = '', value = ''] = /^([^\n]*)\n([\s\S]*)$/.exec(entry) ?? [];
    return networkKeys.test(key.toLowerCase()) ? [[key, value] as const] : [];
  });
}

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

/** The text of a config file for the folders of `git config --get-all -z safe.directory`. */
export function safeDirectories(listed: string): string {
  const quoted = (value: string) => `"${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
  return listed
    .split('\0')
    .slice(0, -1)
    .map((value) => `[safe]\n\tdirectory = ${quoted(value)}\n`)
    .join('');
}

/**
 * The environment of every call: the user's network settings, and nothing else that could change what git does. `configFile` has the
 * settings that the program at the other end of a local source needs too: git does not give it those of the environment.
 */
export function environment(
  own: readonly (readonly [string, string])[],
  addresses: readonly string[],
  configFile: string,
): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:GIT_|LC_|LANG|TZ$|SSH_ASKPASS)/.test(name));
  // An address that the user redirects to is allowed as well.
  const targets = own.flatMap(([key]) => /^url\.(.+)\.insteadof$/i.exec(key)?.[1] ?? []);
  const more = [...targets, ...addresses].map((address) => /^(?:http|git)(?=:)/.exec(address)?.[0]);
  const protocols = [...new Set(['https', 'ssh', 'file', ...more])].filter((name) => name !== undefined);
  const hasSsh = process.env['GIT_SSH_COMMAND'] ?? own.find(([key]) => key.toLowerCase() === 'core.sshcommand')?.[1];
  const all = [...settings, ...protocols.map((name) => [`protocol.${name}.allow`, 'always'] as const), ...own];
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: configFile,
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

export interface CallOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly input?: string;
  /** Entries that end with NUL, at most: git is stopped after that many, and the output so far is returned. */
  readonly mostEntries?: number | undefined;
}

/** Runs git and returns its output. Throws a `GitError` where it fails, or the error of the spawn where there is no git. */
export function callGit(
  args: readonly string[],
  { cwd, env, signal, input, mostEntries }: CallOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...args], { cwd, env, signal, stdio: ['pipe', 'pipe', 'pipe'] });
    // Not the timeout of spawn, which keeps running where the program does not exist.
    const timer = setTimeout(() => child.kill('SIGKILL'), deadline);
    const output: Buffer[] = [];
    let [size, entries] = [0, 0];
    const isCut = () => mostEntries !== undefined && entries >= mostEntries;
    let errors = '';
    child.stdout.on('data', (bytes: Buffer) => {
      size += bytes.length;
      if (size <= mostOutput) output.push(bytes);
      if (mostEntries !== undefined) for (const byte of bytes) if (byte === 0) entries += 1;
      if (size > mostOutput || isCut()) child.kill('SIGKILL');
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
      if (status === 0 || isCut()) resolve(Buffer.concat(output));
      else reject(new GitError(killedBy ? `git was stopped by ${killedBy}` : faultLine(errors, status), errors));
    });
    child.stdin.end(input);
  });
}

/** The error of git in one line, without secrets. */
function faultLine(errors: string, status: number | null): string {
  const lines = errors
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const line = lines.find((text) => /^(?:fatal|error|remote: .*(?:denied|not found))/i.test(text)) ?? lines.at(-1);
  return shownText((line ?? `git exited with ${status}`).replace(/^(?:fatal|error): /, '')).slice(0, 300);
}
