// Creates Git repositories for a test, and servers for them on this machine.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Files, listen, tempDir, writeFiles } from './hub.js';
import { available } from './shared.js';

export function hasGit(what: string): boolean {
  return available('git', spawnSync('git', ['version']).status === 0, what);
}

const env = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'c',
  GIT_COMMITTER_EMAIL: 'c@example.org',
};

export function git(
  dir: string,
  args: readonly string[],
  more: Record<string, string> = {},
  input?: string | Buffer,
): string {
  const ran = spawnSync('git', [...args], {
    cwd: dir,
    env: { ...env, ...more },
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
  return ran.stdout.trim();
}

const templates = new Map<string, string>();

/**
 * Creates a repository with one commit on `main`, at a day. If all files are texts, copies the first repository with the same
 * files, because running Git four times takes four times as long.
 */
export function repository(files: Files, day = '2024-01-02'): string {
  const dir = join(tempDir(), 'upstream');
  if (!Object.values(files).every((text) => typeof text === 'string')) return initRepository(dir, files, day);
  const key = JSON.stringify([files, day]);
  const template = templates.get(key) ?? initRepository(mkdtempSync(join(inject('runFolder'), 'git-')), files, day);
  templates.set(key, template);
  cpSync(template, dir, { recursive: true });
  return dir;
}

let empty = '';

/** Makes a folder a repository without commits. Commits in it start no background maintenance. */
export function init(dir: string): void {
  if (empty === '') {
    empty = mkdtempSync(join(inject('runFolder'), 'git-'));
    git(empty, ['init', '--quiet', '--template=', '--initial-branch=main']);
    git(empty, ['config', 'maintenance.auto', 'false']);
  }
  cpSync(empty, dir, { recursive: true });
}

function initRepository(dir: string, files: Files, day: string): string {
  init(dir);
  commit(dir, files, day);
  return dir;
}

/** Commits files to a repository. Returns the hash. */
export function commit(dir: string, files: Files, day = '2024-02-03'): string {
  writeFiles(dir, files);
  git(dir, ['add', '--all']);
  const date = `${day}T12:00:00Z`;
  git(dir, ['commit', '--quiet', '--message', 'x'], { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
  const head = readFileSync(join(dir, '.git/HEAD'), 'utf8').trim();
  return head.startsWith('ref: ') ? readFileSync(join(dir, '.git', head.slice(5)), 'utf8').trim() : head;
}

/** Creates a commit with entries that no work tree can contain: mode, name and content of each. */
export function commitRaw(
  dir: string,
  entries: readonly (readonly [mode: string, path: string, content: string])[],
): string {
  const lines = entries.map(([mode, path, content]) => {
    const object = mode === '160000' ? '1'.repeat(40) : git(dir, ['hash-object', '-w', '--stdin'], {}, content);
    return `${mode} ${mode === '160000' ? 'commit' : 'blob'} ${object}\t${path}`;
  });
  const tree = git(dir, ['mktree', '-z', '--missing'], {}, Buffer.from(`${lines.join('\0')}\0`));
  const hash = git(dir, ['commit-tree', tree, '-m', 'raw']);
  git(dir, ['update-ref', 'refs/heads/main', hash]);
  return hash;
}

/** Serves the repositories below a folder with `git http-backend`. Returns the URL of the folder. */
export async function serveHttp(dir: string): Promise<string> {
  const backend = join(git(dir, ['--exec-path']), 'git-http-backend');
  return listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const child = spawn(backend, {
      env: {
        ...env,
        GIT_PROJECT_ROOT: dir,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: decodeURIComponent(url.pathname),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        ...(request.headers['git-protocol'] && { GIT_PROTOCOL: String(request.headers['git-protocol']) }),
        ...(request.headers['content-encoding'] && {
          HTTP_CONTENT_ENCODING: String(request.headers['content-encoding']),
        }),
        REMOTE_ADDR: '127.0.0.1',
      },
    });
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', () => {
      const output = Buffer.concat(chunks);
      const end = output.indexOf('\r\n\r\n');
      const headers = output
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => line.split(': ') as [string, string]);
      const status = headers.find(([name]) => name === 'Status')?.[1];
      response.writeHead(
        status ? Number.parseInt(status, 10) : 200,
        Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
      );
      response.end(output.subarray(end + 4));
    });
  });
}

/** Creates a commit without a work tree: for many files, or long paths. */
export function commitTree(dir: string, files: readonly (readonly [path: string, content: string])[]): void {
  const parts = files.map(
    ([path, content]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`,
  );
  const head = 'commit refs/heads/main\ncommitter c <c@example.org> 1704153600 +0000\ndata 1\nx\ndeleteall\n';
  git(dir, ['fast-import', '--quiet', '--force'], {}, `${head}${parts.join('')}\n`);
}
