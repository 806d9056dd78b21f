// The stylesheet: its custom properties are documented, it uses logical sides, and it is small.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildHub, filesBelow, root } from '../support/hub.js';

const css = readFileSync(join(root, 'templates/styles.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

/** Innermost rules: selector and declarations. */
const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
  selector: selector.trim(),
  declarations: body
    .split(/;\n/)
    .map((line) => line.trim())
    .filter((line) => line !== ''),
}));

test('the docs list exactly the custom properties of the stylesheet', () => {
  const declared = rules
    .filter(({ selector }) => selector === ':root')
    .flatMap(({ declarations }) => declarations.flatMap((line) => /^--[\w-]+/.exec(line) ?? []));
  const table = /<!-- tokens -->([\s\S]*?)<!-- \/tokens -->/.exec(
    readFileSync(join(root, 'docs/guides/theming.md'), 'utf8'),
  )?.[1];
  const documented = [...(table ?? '').matchAll(/^\| ([^|]*) \| [^|]{4,} \|$/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(--[\w-]+)`/g)].map(([, name]) => name),
  );
  expect(declared.length).toBeGreaterThan(25);
  expect(documented.sort()).toEqual([...new Set(declared)].sort());
});

test('used custom properties are declared', () => {
  const declared = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  expect([...css.matchAll(/var\((--[\w-]+)/g)].filter(([, name]) => !declared.has(name ?? ''))).toEqual([]);
});

test('colors are only in custom properties', () => {
  const others = rules.filter(({ selector }) => selector !== ':root').flatMap(({ declarations }) => declarations);
  expect(others.filter((line) => /#[0-9a-f]{3,8}\b|\brgb|\bhsl/i.test(line) && !line.includes('data:'))).toEqual([]);
});

// Authors can set a side with `align`, and code is always left to right.
const ofAuthors = /align-(?:left|right)|^pre$/;

test('sides are logical (inline-start), not left and right', () => {
  const physical =
    /^(?:(?:margin|padding|border|scroll-margin|scroll-padding|inset)-(?:left|right)|left|right|border-(?:top|bottom)-(?:left|right)-radius)\b|^(?:text-align|float|clear): (?:left|right)/;
  const found = rules.flatMap(({ selector, declarations }) =>
    ofAuthors.test(selector)
      ? []
      : declarations.filter((line) => physical.test(line)).map((line) => `${selector}: ${line}`),
  );
  expect(found).toEqual([]);
  const lopsided = rules.flatMap(({ selector, declarations }) =>
    declarations
      .filter((line) => {
        const [, , right, , left] = /^(?:margin|padding|inset): (\S+) (\S+) (\S+) (\S+)$/.exec(line) ?? [];
        return right !== left;
      })
      .map((line) => `${selector}: ${line}`),
  );
  expect(lopsided).toEqual([]);
});

test('a page loads at most 6.3 kB, including the rules of the hub', async () => {
  const hub = await buildHub({ 'a.md': '# A\n' });
  const [sheet = ''] = filesBelow(join(hub.dir, 'build')).filter((path) => path.endsWith('.css'));
  const shipped = hub.file(sheet);
  expect(gzipSync(shipped, { level: 9 }).length).toBeLessThanOrEqual(6_300);
  expect(shipped).not.toContain('/*');
  const count = (text: string) => text.match(/[{;]\s*[\w-]+:/g)?.length;
  expect(count(shipped)).toBe(count(css));
  for (const { selector } of rules)
    expect(shipped).toContain(selector.replace(/\n\s*/g, '').replace(/, /g, ',').replaceAll(' > ', '>'));
});

test('icons are images in the stylesheet, which the policy allows', async () => {
  const hub = await buildHub({ 'a.md': '# A\n\n:::tip\n\nx\n\n:::\n' });
  const icons = rules.flatMap(({ declarations }) => declarations.filter((line) => line.startsWith('--icon: ')));
  expect(icons.length).toBe(6);
  for (const icon of icons) expect(icon).toMatch(/^--icon: url\("data:image\/svg\+xml,%3Csvg [^"#<>]*"\)$/);
  expect(hub.file('docs/a/').replaceAll('&#x27;', "'")).toMatch(/img-src [^;]*\bdata:/);
  expect(hub.file('_headers')).toMatch(/img-src [^;]*\bdata:/);
});
