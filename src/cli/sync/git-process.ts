// Runs Git. The only caller of Git: sets its environment and limits, and converts its errors.
import { isUtf8 } from 'node:buffer';
import { type ExecFileOptions, execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { chunk, pickBy, uniq } from 'lodash-es';
import { redactText } from '../../model/types/redact.js';
import settings from './git-settings.json' with { type: 'json' };

/** Error of Git. `message` is one line without credentials, `output` the end of what Git printed. */
export class GitError extends Error {
  constructor(
    message: string,
    readonly output = '',
  ) {
    super(message);
  }
}

const timeoutMs = 15 * 60_000;
/** Maximum output of Git, in bytes. */
const maxOutput = 1024 * 1024 * 1024;

/** Matches the user's Git settings that apply: mirrors, proxies and credentials. */
const networkKeys = /^(?:url\..+\.insteadof|https?\..+|credential\..+|core\.sshcommand|ssh\..+)$/;

type Setting = readonly [key: string, value: string];

/** Parses `git config --list --show-scope -z`. As in Git, safe directories in a repository's own config are ignored. */
export function readSettings(listed: string): {
  readonly network: readonly Setting[];
  readonly safe: readonly string[];
} {
  const settings = chunk(listed.split('\0'), 2).map(([scope = '', entry = '']) => {
    const [, key = '', value = ''] = /^([^\n]*)\n([\s\S]*)$/.exec(entry) ?? [];
    return { scope, setting: [key, value] as const, name: key.toLowerCase() };
  });
  const network = settings.filter(({ name }) => networkKeys.test(name));
  const safe = settings.filter(({ scope, name }) => name === 'safe.directory' && !/^(?:local|worktree)$/.test(scope));
  return { network: network.map(({ setting }) => setting), safe: safe.map(({ setting: [, value] }) => value) };
}

/** Options to fetch only the given objects, without tags and submodules. */
export const fetchOptions = '--quiet --no-tags --no-write-fetch-head --no-recurse-submodules --filter=blob:none'.split(
  ' ',
);

/** Returns a config file for Git with safe directories. */
export function safeDirectories(paths: readonly string[]): string {
  const quoted = (value: string) => `"${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
  return paths.map((path) => `[safe]\n\tdirectory = ${quoted(path)}\n`).join('');
}

/** Returns the environment of Git, in which only the user's network settings (`ofUser`) apply. `configFile` also applies to the program that serves a local repository. */
export function environment(ofUser: readonly Setting[], addresses: readonly string[], configFile: string) {
  const protocols = allowedProtocols(ofUser, addresses);
  const disabledFiles = ['core.hooksPath', 'core.attributesFile'].map((key) => [key, devNull] as const);
  const allowed = protocols.map((name) => [`protocol.${name}.allow`, 'always'] as const);
  const [, sshCommand = 'ssh -oBatchMode=yes'] = ofUser.find(([key]) => key.toLowerCase() === 'core.sshcommand') ?? [];
  return {
    ...pickBy(process.env, (_, name) => !/^(?:GIT_|LC_|LANG|TZ$|SSH_ASKPASS)/.test(name)),
    ...settings.environment,
    GIT_CONFIG_GLOBAL: configFile,
    ...variablesOf([...Object.entries(settings.config), ...disabledFiles, ...allowed, ...ofUser]),
    GIT_ALLOW_PROTOCOL: protocols.join(':'),
    GIT_SSH_COMMAND: process.env['GIT_SSH_COMMAND'] ?? sshCommand,
  };
}

/** Returns the protocols that Git can use. Those without encryption are allowed if a URL, or what the user replaces it with, has them. */
function allowedProtocols(ofUser: readonly Setting[], addresses: readonly string[]): readonly string[] {
  const mirrors = ofUser.flatMap(([key]) => /^url\.(.+)\.insteadof$/i.exec(key)?.[1] ?? []);
  const plain = [...mirrors, ...addresses].flatMap((address) => /^(?:http|git)(?=:)/.exec(address)?.[0] ?? []);
  return uniq(['https', 'ssh', 'file', ...plain]);
}

/** Returns environment variables with settings for Git. They override those in files. */
function variablesOf(all: readonly Setting[]): NodeJS.ProcessEnv {
  const keys = all.map(([key], index) => [`GIT_CONFIG_KEY_${index}`, key]);
  const values = all.map(([, value], index) => [`GIT_CONFIG_VALUE_${index}`, value]);
  return { GIT_CONFIG_COUNT: String(all.length), ...Object.fromEntries([...keys, ...values]) };
}

/** Runs Git. Stops it after `maxEntries` entries that end with NUL. */
export type RunGit = (args: readonly string[], input?: string, maxEntries?: number) => Promise<Buffer>;

/** Runs Git. @throws GitError if Git fails, or the error of the spawn if Git is not installed */
export function callGit(
  args: readonly string[],
  { cwd, env, signal }: Required<Pick<ExecFileOptions, 'cwd' | 'env' | 'signal'>>,
  input?: string,
  maxEntries?: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let entries = 0;
    const isCut = () => maxEntries !== undefined && entries >= maxEntries;
    const options = { cwd, env, signal, encoding: 'buffer', maxBuffer: maxOutput, killSignal: 'SIGKILL' } as const;
    const child = execFile('git', [...args], options, (error, stdout, stderr) => {
      clearTimeout(timer);
      const errors = stderr.toString().slice(-4000);
      if (!error || isCut()) return resolve(stdout);
      if (/^(?:E[A-Z0-9]+|ABORT_ERR)$/.test(String(error.code))) return reject(error);
      const reason = error.signal ? `git was stopped by ${error.signal}` : faultLine(errors, error.code);
      return reject(new GitError(reason, errors));
    });
    // The timeout of execFile would keep running if the program does not exist.
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.stdout?.on('data', (bytes: Buffer) => {
      if (maxEntries === undefined) return;
      for (const byte of bytes) if (byte === 0) entries += 1;
      if (isCut()) child.kill('SIGKILL');
    });
    child.stdin?.on('error', () => {}); // Git might end before it has read everything
    child.stdin?.end(input);
  });
}

/** Returns the error as one line without secrets. */
function faultLine(errors: string, status: unknown): string {
  const lines = errors
    .trim()
    .split(/\s*\n\s*/)
    .filter(Boolean);
  const line = lines.find((text) => /^(?:fatal|error|remote: .*(?:denied|not found))/i.test(text)) ?? lines.at(-1);
  return redactText((line ?? `git exited with ${status}`).replace(/^(?:fatal|error): /, '')).slice(0, 300);
}

/** Splits at NUL. Bytes that are not UTF-8 become `\\xe9`, so that names stay distinct. */
export function entriesOf(output: Buffer): string[] {
  if (isUtf8(output)) return output.toString().split('\0').slice(0, -1);
  const entries = output.toString('latin1').split('\0').slice(0, -1);
  return entries.map((entry) => {
    const bytes = Buffer.from(entry, 'latin1');
    if (isUtf8(bytes)) return bytes.toString();
    return entry.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  });
}
