// The code blocks of docs/. Those that are marked as runnable form one shell session per page.
//
//   ```sh runnable            commands, in the order of the page; `fails` where the last one must
//   ```md title="x" runnable  a file that the reader saves
//   ```text output            what the commands above print, times apart
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'lodash-es';
import { dataOf } from '../support/data.js';
import { filesBelow, root, tempDir, writeFiles } from '../support/hub.js';
import { run } from '../support/sync.js';

export type Variables = Readonly<NodeJS.ProcessEnv>;

export interface Block {
  readonly language: string;
  readonly meta: string;
  readonly title: string | undefined;
  readonly text: string;
  /** Position of the text in the page. */
  readonly start: number;
}

export const docs = join(root, 'docs');

/** Returns the pages by their path below docs/, without generated ones. */
export function pages(): readonly string[] {
  return filesBelow(docs).filter((path) => path.endsWith('.md') && !/^build\/|\/SUMMARY\.md$/.test(path));
}

export const pageText = (path: string) => readFileSync(join(docs, path), 'utf8');

export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^(`{3,})(\S+)([^\n]*)\n([\s\S]*?)^\1$/gm)].map(
    ([whole, marks = '', language = '', meta = '', text = ''], _index, all) => ({
      language,
      meta,
      title: /title="([^"]*)"/.exec(meta)?.[1],
      text,
      start: (all[_index]?.index ?? 0) + whole.length - marks.length - text.length,
    }),
  );
}

export const isMarked = ({ meta }: Block, word: string) => meta.split(' ').includes(word);
export const isRunnable = (block: Block) => isMarked(block, 'runnable');
export const isOutput = (block: Block) => isMarked(block, 'output');

/** Creates stubs for programs that would use the network. `npx docgen` runs the command in the process of the tests. */
export async function stubs(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const dir = join(tempDir(), 'bin');
  const { npx, npm } = dataOf<{ npx: string; npm: string }>('docs/stubs');
  const scripts = { npx: npx.replace('PORT', String(await serveCommands())), npm, ...more };
  writeFiles(dir, scripts);
  for (const name of Object.keys(scripts)) chmodSync(join(dir, name), 0o755);
  return dir;
}

/** Starts a server that runs commands of docgen in this process, which takes a third of the CPU time. Returns its port. */
const serveCommands = once(async () => {
  const server = createServer((socket) => {
    let request = '';
    socket.setEncoding('utf8').on('data', async (text: string) => {
      request += text;
      if (request.endsWith('\0\0')) socket.end(await answer(request.split('\0')));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
});

const { cache } = createRequire(import.meta.url);

/** Runs a command with variables of its own. Returns a script that prints the same and ends with the same status. */
async function answer([count, ...values]: readonly string[]): Promise<string> {
  const args = values.slice(0, Number(count));
  const variables = values.slice(args.length).map((text) => text.split(/=(.*)/s));
  const before = { ...process.env };
  setVariables({ ...Object.fromEntries(variables), NODE_ENV: 'production' });
  const { status, stdout, stderr } = await run(process.env['PWD'] ?? '', ...args).finally(() => setVariables(before));
  // The next command can find another config in the same file.
  for (const file of Object.keys(cache)) if (file.startsWith(tmpdir())) delete cache[file];
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return `printf %s ${quoted(stdout)}\nprintf %s ${quoted(stderr)} >&2\nexit ${status}\n`;
}

function setVariables(variables: Variables): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
}

// Fixed dates, so that commits have the same hashes in each run.
const dated = { GIT_AUTHOR_DATE: '2024-01-02T12:00:00Z', GIT_COMMITTER_DATE: '2024-01-02T12:00:00Z' };

/** Runs a script with bash up to its first error. Joins both streams. */
export function shell(script: string, cwd: string, programs: string, more: Variables = {}): Promise<Shelled> {
  mkdirSync(cwd, { recursive: true });
  const { PATH, HOME } = process.env;
  const git = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const env = { ...dated, PATH: `${programs}:${PATH}`, HOME, NO_COLOR: '1', ...git, ...more };
  return new Promise((resolve) => {
    const child = execFile('bash', ['-c', `exec 2>&1\nset -e\n${script}`], { cwd, env }, (_error, stdout) =>
      resolve({ status: child.exitCode, stdout }),
    );
  });
}

const mark = '\u001e';
const withoutTimes = (text: string) => text.replace(/\b\d+\.\d\d s\b/g, '0.50 s');

interface Shelled {
  readonly status: number | null;
  readonly stdout: string;
}

interface Session extends Shelled {
  /** Output above each output block, by the block's index among all blocks. */
  readonly printed: ReadonlyMap<number, string>;
}

/** Runs the runnable blocks of a page in sequence, in one shell. */
export async function runPage(blocks: readonly Block[]): Promise<Session> {
  const steps = blocks.map((block, index) => {
    if (isOutput(block)) return `printf '${mark}${index}${mark}'`;
    if (!isRunnable(block)) return '';
    if (block.title !== undefined)
      return `mkdir -p "$(dirname '${block.title}')"\ncat > '${block.title}' <<'END_OF_FILE'\n${block.text}END_OF_FILE`;
    if (!isMarked(block, 'fails')) return `printf '${mark}'\n${block.text}`;
    return `printf '${mark}'\nset +e\n${block.text}status=$?\nset -e\n[ $status -ne 0 ] || { echo 'it did not fail'; exit 9; }`;
  });
  const dir = tempDir();
  if (blocks.some((block) => block.language === 'js' && isRunnable(block))) {
    mkdirSync(join(dir, 'node_modules'));
    symlinkSync(root, join(dir, 'node_modules/docgen-hub'));
  }
  const { status, stdout } = await shell(steps.join('\n'), join(dir, 'site'), await stubs());
  const parts = stdout.split(mark);
  const printed = new Map(
    parts.flatMap((part, at) =>
      /^\d+$/.test(part) ? [[Number(part), withoutTimes(parts[at - 1] ?? '')] as const] : [],
    ),
  );
  return { status, stdout, printed };
}
