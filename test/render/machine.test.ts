// Machine-readable files: `_headers`, with rules that a page can't set in its markup, and lists of pages of a large hub.
import { describe, expect, test } from 'vitest';
import type { DocRoute } from '../../src/model/site/routes.js';
import type { Site } from '../../src/model/site/site.js';
import { policyOf } from '../../src/render/site-files/layout-assets.js';
import { sitemaps } from '../../src/render/site-files/machine.js';
import { headers } from '../../src/render/site-files/site-files.js';
import { buildHub, modelOfFiles } from '../support/hub.js';

/** Returns headers by path pattern, parsed like a static host does. */
function rulesOf(text: string): Record<string, Record<string, string>> {
  const rules: Record<string, Record<string, string>> = {};
  let current: Record<string, string> = {};
  for (const line of text.trimEnd().split('\n')) {
    const header = /^ {2}([A-Za-z-]+): (.+)$/.exec(line);
    if (header) current[header[1] ?? ''] = header[2] ?? '';
    else {
      current = {};
      rules[line] = current;
    }
  }
  return rules;
}

test('every page has a policy that allows no scripts and no framing', () => {
  const rules = rulesOf(String(headers({ basePath: '/hub/', headers: {} }, policyOf([])).bytes));
  expect(Object.keys(rules)).toEqual(['/hub/*', '/hub/assets/*']);
  const { 'Content-Security-Policy': policy = '', ...others } = rules['/hub/*'] ?? {};
  const directives = Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
  expect(directives).toEqual({
    'default-src': "'none'",
    'script-src': "'none'",
    'style-src': "'self'",
    'img-src': "'self' https: data:",
    'media-src': "'self' https:",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
  expect(others).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  });
  expect(rules['/hub/assets/*']).toEqual({ 'Cache-Control': 'public, max-age=31536000, immutable' });
});

test('a site has the policy as a header below its base path, and a page as far as possible in its markup', async () => {
  const hub = await buildHub({ 'a.md': '# A' }, { basePath: '/x/' });
  const policy = rulesOf(hub.file('_headers'))['/x/*']?.['Content-Security-Policy'] ?? 'none';
  const inPage = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(hub.file('docs/a/'))?.[1];
  expect(`${inPage?.replaceAll('&#x27;', "'")}; frame-ancestors 'none'`).toBe(policy);
});

test("the site owner's headers are added to docgen's, and have precedence for the same name", () => {
  const own = {
    '/*': { 'x-content-type-options': 'own', 'X-Robots-Tag': 'noai' },
    '/docs/alpha/*': { 'Cache-Control': 'max-age=60' },
  };
  const rules = rulesOf(String(headers({ basePath: '/hub/', headers: own }, policyOf(["'self'"])).bytes));
  expect(Object.keys(rules)).toEqual(['/hub/*', '/hub/assets/*', '/hub/docs/alpha/*']);
  expect(rules['/hub/*']).toEqual({
    'Content-Security-Policy': expect.stringContaining("; font-src 'self'; "),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'own',
    'X-Robots-Tag': 'noai',
  });
  expect(rules['/hub/docs/alpha/*']).toEqual({ 'Cache-Control': 'max-age=60' });
});

describe('with many pages', () => {
  const many = async (count: number): Promise<Site> => {
    const { site } = await modelOfFiles({ 'a.md': '# A' }, { url: 'https://example.org' });
    const page = site.pages.find((found) => found.kind === 'doc') as DocRoute;
    const copy = (_: unknown, n: number): DocRoute => {
      const title = `Page ${n}`;
      return { ...page, doc: { ...page.doc, id: `s${n % 2}/p${n}`, shown: { ...page.doc.shown, title } } };
    };
    return { ...site, pages: Array.from({ length: count }, copy) };
  };
  test('over 20,000 URLs, the sitemap is an index of sitemaps', async () => {
    expect(sitemaps(await many(20_000)).map(({ path }) => path)).toEqual(['sitemap.xml']);
    const [index, ...maps] = sitemaps(await many(50_001));
    expect(maps.reduce((sum, { bytes }) => sum + (String(bytes).match(/<url>/g)?.length ?? 0), 0)).toBe(50_001);
    expect(String(index?.bytes)).toContain('<sitemapindex ');
    expect(String(index?.bytes).match(/<loc>(.*?)<\/loc>/g)).toEqual(
      maps.map(({ path }) => `<loc>https://example.org/${path}</loc>`),
    );
  });
});
