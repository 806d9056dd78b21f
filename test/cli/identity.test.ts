import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mapValues } from 'lodash-es';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../src/model/input/hash.js';
import { type Files, filesBelow, tempDir, textsBelow, writeFiles } from '../support/hub.js';
import { first, isAll } from '../support/seed.js';
import { succeed } from '../support/sync.js';

/** Returns the hash of every file by path. */
const hashes = (dir: string) => mapValues(textsBelow(dir), (text) => sha256(text));

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><rect fill="${color}" width="1" height="1"/></svg>`;

/** Creates pages with images, and with links to headings of earlier and later pages. */
function hub(count: number, edition = 'one'): Files {
  const pages = Array.from({ length: count }, (_, n) => {
    const [next, last] = [(n + 1) % count, (n + count - 1) % count];
    const links = `[next](page-${next}.md#part-${next}) [last](page-${last}.md#part-${last}) [none](page-0.md#none-${n})`;
    const text = `# Page ${n}\n\n${links}\n\n## Part ${n}\n\nEdition ${edition}\n\n![i](../i${n % 3}.svg)\n\n:::note\nx\n:::\n\n\`\`\`js\nconst n = ${n};\n\`\`\`\n`;
    return [`content/pages/page-${n}.md`, text] as const;
  });
  const images = ['red', 'green', 'blue'].map((color, n) => [`content/i${n}.svg`, svg(color)] as const);
  const diagram = ['content/diagram.md', '# D\n\n```mermaid\ngraph LR\n  A-->B\n```\n'] as const;
  return Object.fromEntries([...pages, ...images, diagram]);
}

describe('identical output', () => {
  test('with one worker and several, with and without a cache', async () => {
    const dir = writeFiles(tempDir(), hub(isAll ? 120 : 60)); // the second thread is for more than 96 pages, on more than two cores
    const build = async (out: string, ...options: string[]) => {
      await succeed(dir, 'build', '--out', out, ...options);
      return hashes(join(dir, out));
    };
    const first = await build('a', '--no-cache', '--workers', '1');
    expect(Object.keys(first).length).toBeGreaterThan(120);
    if (isAll) expect(await build('c', '--no-cache', '--workers', '5')).toEqual(first);
    expect(await build('d', '--cache', 'kept', '--workers', '2')).toEqual(first);
    expect(filesBelow(join(dir, 'kept')).length).toBeGreaterThan(60);
    expect(await build('e', '--cache', 'kept')).toEqual(first);
    expect(await build('d', '--cache', 'kept', '--workers', '1')).toEqual(first);
  });

  test('whole and in shards: each problem is in one shard, the folders merge, and the next build reuses the result', async () => {
    const dir = writeFiles(tempDir(), hub(30));
    writeFiles(dir, {
      'docgen.config.json': JSON.stringify({ url: 'https://example.org', sidebar: { maxLinks: 20 } }),
    });
    /** Builds, and returns the lines about missing headings. */
    const build = async (...options: string[]) =>
      (await succeed(dir, 'build', '--all', ...options)).match(/.*DG602.*/g) ?? [];
    const faults = await build('--out', 'whole');
    const whole = hashes(join(dir, 'whole'));
    for (const count of first(1, [2, 5])) {
      const parts = Array.from({ length: count }, (_, n) => `part-${count}-${n + 1}`);
      const ofParts: string[][] = [];
      for (const [n, part] of parts.entries()) ofParts.push(await build('--shard', `${n + 1}/${count}`, '--out', part));
      expect(parts.map((part) => existsSync(join(dir, part, 'sitemap.xml')))).toEqual(parts.map((_, n) => n === 0));
      expect(ofParts.every((lines) => lines.length > 5)).toBe(true);
      expect(ofParts.flat().sort()).toEqual(faults.sort());
      const pagesOf = (part: string) => filesBelow(join(dir, part)).filter((path) => path.endsWith('.html'));
      expect(parts.flatMap(pagesOf)).toHaveLength(new Set(parts.flatMap(pagesOf)).size);
      for (const part of parts) cpSync(join(dir, part), join(dir, `merged-${count}`), { recursive: true });
      expect({ ...hashes(join(dir, `merged-${count}`)), 'index.json': whole['index.json'] }).toEqual(whole); // a shard contains no headings
    }
    rmSync(join(dir, 'content/pages/page-7.md'));
    rmSync(join(dir, 'content/i1.svg'));
    await build('--out', 'merged-2');
    await build('--out', 'fresh');
    expect(hashes(join(dir, 'merged-2'))).toEqual(hashes(join(dir, 'fresh')));
  }, 180_000);
});
