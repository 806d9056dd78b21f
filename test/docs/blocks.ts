// The code blocks of docs/. Those that are marked as runnable form one shell session per page.
//
//   ```sh runnable            commands, in the order of the page; `fails` where the last one must
//   ```md title="x" runnable  a file that the reader saves
//   ```text output            what the commands above print, times apart
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { bin, filesBelow, root, tempDir, writeFiles } from '../support/hub.js';

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

/** Creates stubs for programs that would use the network. `docgen` is that of this repository. */
export function stubs(more: Readonly<Record<string, string>> = {}): string {
  const dir = join(tempDir(), 'bin');
  const scripts = {
    npx: `#!/bin/sh\ncase "$1" in docgen|docgen-hub) shift; exec "${process.execPath}" "${bin}" "$@";; esac\necho "npx $1" >&2; exit 1\n`,
    npm: '#!/bin/sh\ncase "$1" in init|install|ci) exit 0;; esac\necho "npm $1" >&2; exit 1\n',
    ...more,
  };
  writeFiles(dir, scripts);
  for (const name of Object.keys(scripts)) chmodSync(join(dir, name), 0o755);
  return dir;
}

// Fixed dates, so that commits have the same hashes in each run.
const dated = { GIT_AUTHOR_DATE: '2024-01-02T12:00:00Z', GIT_COMMITTER_DATE: '2024-01-02T12:00:00Z' };

/** Runs a script with bash up to its first error. Joins both streams. */
export function shell(script: string, cwd: string, programs: string, env: Readonly<Record<string, string>> = {}) {
  mkdirSync(cwd, { recursive: true });
  const { PATH, HOME } = process.env;
  return spawnSync('bash', ['-c', `exec 2>&1\nset -e\n${script}`], {
    cwd,
    encoding: 'utf8',
    env: {
      ...dated,
      PATH: `${programs}:${PATH}`,
      HOME,
      NO_COLOR: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...env,
    },
  });
}

const mark = '\u001e';
const withoutTimes = (text: string) => text.replace(/\b\d+\.\d\d s\b/g, '0.50 s');

export interface Session {
  readonly status: number | null;
  readonly stdout: string;
  /** Output above each output block, by the block's index among all blocks. */
  readonly printed: ReadonlyMap<number, string>;
}

/** Runs the runnable blocks of a page in sequence, in one shell. */
export function runPage(blocks: readonly Block[]): Session {
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
  const { status, stdout } = shell(steps.join('\n'), join(dir, 'site'), stubs());
  const parts = stdout.split(mark);
  const printed = new Map(
    parts.flatMap((part, at) =>
      /^\d+$/.test(part) ? [[Number(part), withoutTimes(parts[at - 1] ?? '')] as const] : [],
    ),
  );
  return { status, stdout, printed };
}
