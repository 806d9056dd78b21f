// Untrusted input of several suites, one page each, opened in a real browser without the policy that would block active
// content: forty bodies in one document, or with DOCGEN_ALL page by page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { hasChromium, serve, test, watch, withoutPolicy } from '../support/browser.js';
import { activeIn, bodyOf, buildHub, type Files, writeFiles } from '../support/hub.js';
import { hasShared, shared } from '../support/shared.js';

interface Vector {
  readonly source: string;
  readonly kind: 'html' | 'markdown';
  readonly payload: string;
}

const what = 'hostile inputs in a browser';
if (hasShared(what) && hasChromium(what)) {
  const vectors = readFileSync(join(shared, 'data/xss/vectors.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Vector);

  /** Forty per folder, because each page lists its siblings, and the browser would otherwise parse all of them on every page. */
  const folder = (index: number) => `f${Math.floor(index / 40)}`;
  const name = (kind: string, index: number) => `${folder(index)}/${kind}${String(index).padStart(3, '0')}`;
  const quoted = (text: string) => JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  /** Returns the pages of a vector, by kind. */
  const kinds: Readonly<Record<string, (payload: string, index: number) => Files>> = {
    'in Markdown and in MDX': (payload, index) => ({
      [`${name('v', index)}.md`]: `${payload}\n\nafter\n`,
      [`${name('x', index)}.mdx`]: `before ${payload}\n\n${payload}\n\nafter\n`,
    }),
    'in a partial, as its prop, as code': (payload, index) => ({
      [`${name('p', index)}.mdx`]: `import Part from './_${index}.mdx'\nimport Raw from '!!raw-loader!./_${index}.mdx'\n\n<Part p={${quoted(payload)}} />\n\n<CodeBlock language="html">{Raw}</CodeBlock>\n\nafter\n`,
      [`${folder(index)}/_${index}.mdx`]: `{props.p}\n\n<a href={props.p} title={props.p}>x</a> <img src={props.p} alt={props.p} />\n\n${payload}\n`,
    }),
  };

  test.for(Object.entries(kinds))(
    'no vector runs %s, none leaves an active element, none calls a foreign host by an attribute that should not be there',
    { timeout: 300_000 },
    async ([, filesOf], { browser }) => {
      expect(vectors).toHaveLength(365);
      const files = vectors.map(({ payload }, index) => filesOf(payload, index));
      const hub = await buildHub(Object.assign({}, ...files), { sidebar: { maxLinks: 40 } });
      const pages = hub.files().filter((path) => /^docs\/f\d+\/[vxp]\d+\/index\.html$/.test(path));
      expect(pages).toHaveLength(files.flatMap((of) => Object.keys(of)).filter((path) => !path.includes('/_')).length);
      for (const page of pages) expect(activeIn(bodyOf(hub.file(page))), page).toEqual([]);

      const site = await serve(join(hub.dir, 'build'), withoutPolicy);
      const open = async (paths: readonly string[]) => {
        const { context, begin, ran, foreign } = await watch(browser, site.origin);
        const page = await context.newPage();
        for (const path of paths) {
          begin(page, path);
          await page.goto(`${site.origin}/${path.replace('index.html', '')}`, { waitUntil: 'load' });
          if (!page.url().startsWith(`${site.origin}/docs/`)) ran.push(`${path}: navigated to ${page.url()}`);
        }
        return [...ran, ...foreign];
      };
      try {
        // Forty bodies in one document. Each is well-formed, because activeIn has parsed it.
        const batches = Array.from({ length: Math.ceil(pages.length / 40) }, (_, n) => {
          const [first = '', ...others] = pages.slice(40 * n, 40 * (n + 1)).map(hub.file);
          const bodies = [first, ...others].map(bodyOf);
          const path = `docs/batch-${n}.html`;
          writeFiles(join(hub.dir, 'build'), { [path]: first.replace(bodies[0] ?? '', () => bodies.join('\n')) });
          return path;
        });
        const faults = await open(process.env['DOCGEN_ALL'] ? pages : batches);
        expect(faults.length > 0 ? await open(pages) : []).toEqual([]);
        expect(faults).toEqual([]);
      } finally {
        site.close();
      }
    },
  );
}
