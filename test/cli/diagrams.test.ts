// The bundle draws the same diagrams as the sources, without the library's own layout.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { docgen, filesBelow, fixtures, tempDir, writeFiles } from '../support/hub.js';

test('the bundle draws the same diagrams as the sources, without elkjs', () => {
  const dir = join(fixtures, 'diagrams');
  const sources = readdirSync(dir).filter((file) => file.endsWith('.mmd'));
  const blocks = sources.map((file) => `\`\`\`mermaid\n${readFileSync(join(dir, file), 'utf8')}\`\`\`\n`);
  const hub = writeFiles(tempDir(), { 'content/a.md': `# A\n\n${blocks.join('\n')}` });
  expect(docgen(hub, 'build', '--out', 'site', '--no-cache').status).toBe(0);
  const drawn = filesBelow(join(hub, 'site'))
    .filter((path) => /diagram[^/]*\.svg$/.test(path))
    .map((path) => readFileSync(join(hub, 'site', path), 'utf8'));
  const expected = sources.map((file) => readFileSync(join(dir, file.replace('.mmd', '.svg')), 'utf8').trimEnd());
  expect(drawn.sort()).toEqual(expected.sort());
  expect(readFileSync('dist/licenses.txt', 'utf8')).not.toMatch(/^elkjs /m);
  expect(readFileSync('dist/licenses.txt', 'utf8')).toMatch(/^@dagrejs\/dagre /m);
});
