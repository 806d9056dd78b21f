// The scripts of `docgen completion` in the installed shells.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { bin, spawnDocgen, tempDir, writeFiles } from '../support/hub.js';

const { shells, lines } = dataOf<{ shells: Record<string, string>; lines: [string, string[], string][] }>(
  'cli/completion',
);

describe.each(Object.entries(shells))('%s', (shell, ask) => {
  const { stdout, status } = spawnDocgen(process.execPath, [bin, 'completion', shell], {});
  const script = join(writeFiles(tempDir(), { script: stdout }), 'script');
  const isThere = spawnSync(shell, ['-c', 'exit 0']).status === 0;

  test('has a script', () => {
    expect({ status, size: stdout.length > 1000 }).toEqual({ status: 0, size: true });
  });

  test.runIf(isThere).each(lines)('%s', (line, wanted, unwanted) => {
    const args = ['-c', ask, ...(shell === 'fish' ? [] : [shell]), script, line, wanted.join('*')];
    const { stdout: found } = spawnSync(shell, args, { encoding: 'utf8', timeout: 20_000 });
    const answer = shell === 'zsh' ? found.slice(found.indexOf(line) + line.length) : found;
    for (const word of wanted) expect(answer).toContain(word);
    expect(answer).not.toContain(unwanted);
  });
});
