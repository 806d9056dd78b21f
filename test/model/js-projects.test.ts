// Projects whose config is JavaScript or TypeScript: read as literals, never run, in limited time.
import { expect, test } from 'vitest';
import type { NavigationItem, ProjectFiles } from '../../src/model/generators/generator.js';
import { detectIn } from '../../src/model/generators/generators.js';
import { dataOf } from '../support/data.js';
import type { Files } from '../support/hub.js';

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly content: string;
  readonly title?: string;
  readonly locales?: string[];
  readonly navigation?: string;
  readonly pages?: string[];
  readonly faults: string[];
}

const { cases } = dataOf<{ cases: Case[] }>('model/js-projects');

/** Finds the project in a folder with a config, and the generator of it. */
function read(files: Files) {
  const all = Object.keys(files).sort();
  const top = all.some((path) => path.startsWith('docs/.')) ? 'docs/' : '';
  const paths = all.flatMap((path) => (path.startsWith(top) ? path.slice(top.length) : []));
  const generator = detectIn(paths.map((path) => path.split('/')[0] ?? ''));
  if (!generator) throw new Error('no generator');
  const seen: ProjectFiles = { paths, read: (path) => files[top + path] as string | undefined };
  return { generator, project: generator.read(seen), paths };
}

const shown = (items: readonly NavigationItem[], indent = ''): string =>
  items
    .map((item) => {
      if (item.type === 'files') return `${indent}files ${item.dir}\n`;
      const target = item.type === 'link' ? item.href : item.type === 'page' ? item.path : item.page;
      const line = [item.label, target].filter((part) => part !== undefined && part !== '').join(': ');
      return `${indent}${line}\n${item.type === 'folder' ? shown(item.items, `${indent}  `) : ''}`;
    })
    .join('');

test.each(cases)('$name', ({ files, content, title, locales = [], navigation, pages, faults }) => {
  const { generator, project, paths } = read(files);
  const within = project.contentDir === '' ? '' : `${project.contentDir}/`;
  expect(project.contentDir).toBe(content === 'docs' ? '' : content);
  expect(project.title).toBe(title);
  expect(project.locales ?? []).toEqual(locales);
  expect(project.navigation && shown(project.navigation)).toBe(navigation);
  const said = project.faults.map(({ file, line, reason, advice = '' }) =>
    `${file}${line ? `:${line}` : ''} ${reason} ${advice}`.trimEnd(),
  );
  expect(said).toEqual(faults);
  expect(structuredClone(project)).toEqual(project);
  const found = paths.flatMap((path) =>
    path.startsWith(within) && /\.mdx?$/.test(path) ? path.slice(within.length) : [],
  );
  const isPage = generator.pageTest?.(project);
  const docs = found.filter((path) => isPage?.(path) !== false);
  if (pages) expect(docs.map((path) => `${path} ${generator.slug?.(path, {}, project)}`)).toEqual(pages);
});

const nested = (open: string, close: string, count = 10_000) => open.repeat(count) + close.repeat(count);

test.each([
  ['lists', `export default ${nested('[', ']')}`],
  ['objects', `export default ${nested('{a:', '}').replace('a:}', 'a:1}')}`],
  ['functions', `export default ${nested('() => (', ')').replace('()', '(1)')}`],
  ['type arguments', `export default ${'f<'.repeat(10_000)}`],
  ['sums', `export default { title: ${'"a" + '.repeat(100_000)}'' }`],
  [
    'doubled lists',
    `const a0 = ['x']\n${Array.from({ length: 60 }, (_, index) => `const a${index + 1} = [...a${index}, ...a${index}]`).join('\n')}\nexport default { themeConfig: { sidebar: a60 } }`,
  ],
  [
    'doubled texts',
    `const a0 = 'x'\n${Array.from({ length: 60 }, (_, index) => `const a${index + 1} = a${index} + a${index}`).join('\n')}\nexport default { title: a60 }`,
  ],
  [
    'shared lists',
    `const a0 = [{ text: 'x', link: '/' }]\n${Array.from({ length: 29 }, (_, index) => `const a${index + 1} = [{ text: 'y', items: a${index} }, { text: 'z', items: a${index} }]`).join('\n')}\nexport default { themeConfig: { sidebar: a29 } }`,
  ],
  ['recursion', 'function f() { return [f(), f()] }\nexport default { themeConfig: { sidebar: f() } }'],
  ['a circle', "import a from './config'\nexport default { ...a, title: a.title }"],
  [
    'loops',
    `const l = [${'0,'.repeat(1000)}]\nfunction f() { ${'for (const x of l) '.repeat(6)}{} }\nexport default { themeConfig: { sidebar: f() } }`,
  ],
  [
    'values that change in loops',
    `const l = [${'0,'.repeat(100)}]\nfunction f() { const a = { items: [] }; for (const x of l) { a.items.push(a); a.a = a; l.push(x) } return [a] }\nexport default { themeConfig: { sidebar: f() } }`,
  ],
  ['lines', `export default { themeConfig: { sidebar: [\n${"{ text: 'a', link: '/' },\n".repeat(30_000)}] } }`],
])('hostile: %s', (_, text) => {
  const { project } = read({ '.vitepress/config.ts': text, 'index.md': '' });
  expect(project.faults.length).toBeLessThanOrEqual(20);
  expect(JSON.stringify(project).length).toBeLessThan(2_000_000);
});

test('untrusted texts that take too long: only the first is read', () => {
  const files = { '.vitepress/a.ts': 'a<b>('.repeat(40), '.vitepress/b.ts': 'a<b>('.repeat(40), 'index.md': '' };
  const config = `import a from './a'\nimport b from './b'\nexport default { themeConfig: { sidebar: a }, rewrites: b }`;
  const { project } = read({ ...files, '.vitepress/config.ts': config });
  expect(project.faults.map(({ reason }) => / over 0\.4 s /.test(reason))).toEqual([false, true]);
});
