// Builds the complete content of a real hub with the program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseFrontMatter } from '../src/model/content/parse/front-matter.js';
import { toSourcePath } from '../src/model/types/path.js';
import { loadParser, parseByReference, parseMarkdown } from '../src/render/markdown/parser.js';
import { activeIn, elementsOf, filesBelow, type Ran, textOf } from './support/hub.js';
import { byDocgen, byRemark, comparable, hasHtml } from './support/remark-line.js';
import { isAll } from './support/seed.js';
import { hasShared, shared } from './support/shared.js';
import { builtSite } from './support/sites.js';
import { shapeOf } from './support/tree.js';

const parser = await loadParser();

if (hasShared('the build of the corpus')) {
  describe('the corpus', () => {
    let out: string;
    let ran: Ran;
    beforeAll(async () => {
      ({ out, ran } = await builtSite('corpus'));
    }, 300_000);

    test('builds', () => {
      expect(ran.stderr).toMatch(/\nbuilt \d+ pages in /);
      expect(ran.status).toBe(0);
    });

    test('there is a page for each of the 616 permalinks', () => {
      const { permalinks } = JSON.parse(readFileSync(join(shared, 'corpus/hub/expected.json'), 'utf8')) as {
        permalinks: Record<string, string>;
      };
      const files = new Set(filesBelow(out));
      const addresses = Object.values(permalinks);
      expect(addresses).toHaveLength(616);
      expect(addresses.filter((address) => !files.has(`${address.replace(/^\/|\/$/g, '')}/index.html`))).toEqual([]);
    });

    test('no page has a script, a form or an open category', () => {
      const pages = filesBelow(out).filter((path) => path.endsWith('.html'));
      expect(pages.length).toBeGreaterThan(616);
      for (const path of pages) {
        const html = readFileSync(join(out, path), 'utf8');
        expect(activeIn(html), path).toEqual([]);
        expect(/<nav class="sidebar"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '', path).not.toMatch(/<details[^>]*\sopen/);
      }
    });

    test('no foreign syntax is visible to readers', () => {
      const leftovers =
        /:::|\{: |\{% |\{# |<<|startmeta|endmeta|\bimport .{1,80} from ['"]|\bexport const\b|Project: \/|<\/?Tabs|<\/?TabItem|\{\/\*|<devsite-|m[0-9a-f]{32}n/;
      const found: string[] = [];
      for (const path of filesBelow(out).filter((name) => name.endsWith('index.html'))) {
        const body = /<div class="markdown">([\s\S]*)<\/div><\/article>/.exec(
          readFileSync(join(out, path), 'utf8'),
        )?.[1];
        const text = textOf((body ?? '').replace(/<(code|pre)\b[\s\S]*?<\/\1>/g, ' '));
        const left = leftovers.exec(text);
        if (left) found.push(`${path}: ${text.slice(Math.max(0, left.index - 30), left.index + 50)}`);
      }
      expect(found).toEqual([]);
    });

    test.runIf(parser === 'satteri')('the native parser returns the trees of remark-parse', () => {
      const sources = filesBelow(join(shared, 'corpus/hub/docs')).filter((name) => /\.mdx?$/.test(name));
      expect(sources).toHaveLength(635);
      const different = sources.filter((name, index) => {
        if (!isAll && index % 3 !== 0) return false;
        const text = readFileSync(join(shared, 'corpus/hub/docs', name), 'utf8').replace(/\r\n?/g, '\n');
        return JSON.stringify(shapeOf(parseMarkdown(text))) !== JSON.stringify(shapeOf(parseByReference(text)));
      });
      expect(different).toEqual([]);
    });

    test('pages in plain Markdown are the same as with remark', async () => {
      const dialects =
        /[<{]|:::|\[!|:[\w+-]+:|\[toc\]|^(?:import|export) |^\s*(?:```|~~~)|\\[\\/]|!!!|^\w+: |^\s*(?:\*\*)?(?:note|tip|caution|warning|important|key point|success|beta)/im;
      const bodies = filesBelow(join(shared, 'corpus/hub/docs'))
        .filter((name) => /\.mdx?$/.test(name))
        .map((name) => {
          const text = readFileSync(join(shared, 'corpus/hub/docs', name), 'utf8').replace(/\r\n?/g, '\n');
          return { name, text: parseFrontMatter(text, toSourcePath(name)).value.body };
        })
        .filter(({ text }) => text.trim() !== '' && !dialects.test(text) && !hasHtml(text));
      expect(bodies.length).toBeGreaterThan(20);
      const different: string[] = [];
      for (const { name, text } of bodies) {
        if ((await byDocgen(text)) !== comparable(byRemark(text))) different.push(name);
      }
      expect(different).toEqual([]);
    });

    test('every link and image of the site resolves to a file, and every anchor to an id or to DG602', () => {
      const files = new Set(filesBelow(out));
      const ids = new Map<string, Set<string>>();
      const fileOf = (address: string) => {
        const path = decodeURIComponent(address).replace(/^\/|\/$/g, '');
        return files.has(path) && !path.endsWith('/') ? path : path === '' ? 'index.html' : `${path}/index.html`;
      };
      const idsOf = (path: string) => {
        const known =
          ids.get(path) ??
          new Set([...readFileSync(join(out, path), 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ''));
        ids.set(path, known);
        return known;
      };
      const dead: string[] = [];
      let anchors = 0;
      for (const page of [...files].filter((path) => path.endsWith('.html'))) {
        const html = readFileSync(join(out, page), 'utf8');
        for (const { attributes } of elementsOf(html)) {
          const raw = attributes['href'] ?? attributes['src'];
          if (raw === undefined) continue;
          const address = raw.replaceAll('&#x26;', '&').replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
          if (/^[a-z][a-z+.-]*:/i.test(address)) continue;
          const [path = '', fragment = ''] = address.replace(/\?[^#]*/, '').split('#');
          const target = path === '' ? page : fileOf(path);
          if (!files.has(target)) dead.push(`${page}: ${address}`);
          else if (fragment !== '' && !idsOf(target).has(decodeURIComponent(fragment))) anchors += 1; // as its author wrote it
        }
      }
      expect(dead).toEqual([]);
      expect(anchors).toBe(ran.stderr.match(/ DG602: /g)?.length);
    });
  });
}
