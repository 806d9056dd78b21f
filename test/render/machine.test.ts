// `_headers`: what a page cannot ask for in its own markup.
import { expect, test } from 'vitest';
import { headers } from '../../src/render/site-files/machine.js';
import { buildHub } from '../support/hub.js';

/** Path pattern → its headers, as a static host reads the file. */
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

test('every page is under a policy that runs nothing, and cannot be framed', () => {
  const rules = rulesOf(String(headers('/hub/').bytes));
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

test('a site holds it, below its base path; a page asks for the same policy as far as a page can', async () => {
  const hub = await buildHub({ 'a.md': '# A' }, { basePath: '/x/' });
  const policy = rulesOf(hub.file('_headers'))['/x/*']?.['Content-Security-Policy'] ?? 'none';
  const inPage = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(hub.file('docs/a/'))?.[1];
  expect(`${inPage?.replaceAll('&#x27;', "'")}; frame-ancestors 'none'`).toBe(policy);
});
