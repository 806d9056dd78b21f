// Progress and profile of a build.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatProfile, Progress } from '../../src/cli/report.js';
import { dataOf } from '../support/data.js';
import { tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { run } from '../support/sync.js';

const data = dataOf<{ steps: [number, string, number, number][] }>('cli/report');

describe('the progress line', () => {
  /** Returns the output to a stream, which can be a terminal with a width. */
  function written(isTTY: boolean, steps: readonly [number, string, number, number][], columns = 80): string[] {
    const texts: string[] = [];
    const stream = { isTTY, columns, write: (text: string) => texts.push(text) } as unknown as NodeJS.WriteStream;
    const progress = new Progress(stream);
    for (const [time, ...step] of steps) {
      vi.spyOn(process, 'uptime').mockReturnValue(time / 1000);
      progress.show(...step);
    }
    progress.clear();
    return texts;
  }
  const line = '\r\u001b[2K';
  beforeEach(() => {
    vi.stubEnv('CI', '');
    vi.stubEnv('TERM', 'xterm');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test('overwrites itself, at most every 80 ms, and is removed at the end', () => {
    const steps: [number, string, number, number][] = data.steps;
    expect(written(true, steps)).toEqual([
      `${line}reading`,
      `${line}building 1/900`,
      `${line}building 3/900`,
      `${line}building 400/900`,
      line,
    ]);
  });
  test('is at most as long as the terminal is wide', () => {
    expect(written(true, [[1_000, 'building', 1, 900]], 10)).toEqual([`${line}building `, line]);
  });
  test('is not printed without a terminal, in CI, or in a terminal that does not support it', () => {
    expect(written(false, [[1_000, 'building', 1, 2]])).toEqual([]);
    vi.stubEnv('CI', 'true');
    expect(written(true, [[1_000, 'building', 1, 2]])).toEqual([]);
    vi.stubEnv('CI', '');
    vi.stubEnv('TERM', 'dumb');
    expect(written(true, [[1_000, 'building', 1, 2]])).toEqual([]);
  });
});

describe('--profile', () => {
  test('prints a line per phase, in order, then the memory', () => {
    const lines = formatProfile(
      new Map([
        ['read', 12.4],
        ['(threads)', 1_234.6],
      ]),
    ).split('\n');
    expect(lines.slice(0, 2)).toEqual(['  read            12 ms', '  (threads)     1235 ms']);
    expect(lines[2]).toMatch(/^ {2}memory {5}.* [1-9]\d* MB$/);
    expect(lines.slice(3)).toEqual(['']);
  });

  test('prints every phase of a build above the summary, and JSON next to it', async () => {
    const dir = writeFiles(tempDir(), { 'content/a.md': '# A' });
    const { stderr } = await run(dir, 'build', '--profile');
    const phases = [...stderr.matchAll(/^ {2}(\S+) +\d+ (?:ms|MB)$/gm)].map(([, name]) => name);
    expect(phases).toEqual(expect.arrayContaining(['start', 'read', 'model', '(threads)', 'memory']));
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^built 5 pages/);
    const { phases: data, memory } = JSON.parse((await run(dir, 'build', '--profile', '--format', 'json')).stdout);
    expect(Object.keys(data)).toEqual(expect.arrayContaining(['start', 'read', 'model', '(threads)']));
    expect(memory).toBeGreaterThan(20);
    expect(JSON.parse((await run(dir, 'build', '--format', 'json')).stdout)).not.toHaveProperty('phases');
  });
});

scenarios('cli/report');
