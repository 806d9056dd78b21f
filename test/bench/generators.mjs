// The same hub as a site of other documentation generators, each with its default theme: the bodies, docgen's titles and the same tree. Search, which docgen doesn't have, is off.
//
// `npm run bench -- --generators DIR`: DIR has a folder for each generator, with its packages installed as `packages` lists them; MkDocs is the installed one.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bodyOf, writerTo } from './hubs.mjs';

/** The packages to install in the folder of each generator. */
export const packages = {
  docusaurus: [
    '@docusaurus/core@3.10',
    '@docusaurus/preset-classic@3.10',
    '@docusaurus/faster@3.10',
    'react@19',
    'react-dom@19',
  ],
  starlight: ['astro@7', '@astrojs/starlight', 'sharp'],
  vitepress: ['vitepress@1', 'vue'],
};

const json = (value) => JSON.stringify(value, null, 1);
const isPage = (item) => item.type === 'link' && item.docId !== undefined;

/** Converts a sidebar: `page` makes an entry of the page with a number, `category` one of its entries. */
function treeOf(items, numbers, make) {
  return items.flatMap((item) => {
    if (isPage(item)) return make.page(item.label, numbers.get(item.docId));
    if (item.type !== 'category') return [];
    const inside = treeOf(item.items, numbers, make);
    return inside.length === 0 ? [] : make.category(item.label, inside);
  });
}

/** Images are missing in a copy of the texts alone, which some generators don't build. Braces are expressions of Vue. */
const withoutImages = (text) => text.replace(/!\[/g, '[').replace(/<img\b[^>]*>/gi, '');
const withoutBraces = (text) => text.replace(/\{\{/g, '{ {');

/** Without the quotes and backslashes that Docusaurus's bundler can't read. */
const plain = (text = '') => text.replace(/['"\\]/g, '');

const frontMatter = ({ title, description }) =>
  `---\n${json({ title: plain(title), description: plain(description) })}\n---\n\n`;

const generators = {
  docusaurus: {
    name: 'Docusaurus',
    files: {
      'docusaurus.config.js': `module.exports = {
  title: 'hub', url: 'https://docs.example', baseUrl: '/',
  onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore', onDuplicateRoutes: 'ignore',
  markdown: { format: 'md', hooks: { onBrokenMarkdownLinks: 'ignore', onBrokenMarkdownImages: 'ignore' } },
  future: { v4: true, faster: true },
  presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: './sidebars.json' }, blog: false, pages: false }]],
};
`,
    },
    pages: 'docs',
    text: (page) => frontMatter(page) + page.body,
    tree: ['sidebars.json', (items) => json({ docs: items })],
    entry: {
      page: (label, number) => ({ type: 'doc', id: `p${number}`, label }),
      category: (label, items) => ({ type: 'category', label, items }),
    },
    run: (dir) => [process.execPath, [join(dir, 'node_modules/@docusaurus/core/bin/docusaurus.mjs'), 'build']],
    built: ['build', '.docusaurus', 'node_modules/.cache'],
  },
  starlight: {
    name: 'Starlight',
    files: {
      'src/content.config.mjs': `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
      'astro.config.mjs': `import starlight from '@astrojs/starlight';
import { readFileSync } from 'node:fs';
const sidebar = JSON.parse(readFileSync(new URL('./tree.json', import.meta.url), 'utf8'));
export default { integrations: [starlight({ title: 'hub', pagefind: false, sidebar })] };
`,
    },
    pages: 'src/content/docs',
    text: (page) => frontMatter({ ...page, title: page.title || 'hub' }) + withoutImages(page.body),
    tree: ['tree.json', json],
    entry: {
      page: (label, number) => ({ label, slug: `p${number}` }),
      category: (label, items) => ({ label, items, collapsed: true }),
    },
    run: (dir, node) => [node, [join(dir, 'node_modules/astro/bin/astro.mjs'), 'build']],
    built: ['dist', '.astro', 'node_modules/.astro', 'node_modules/.vite'],
  },
  vitepress: {
    name: 'VitePress',
    files: {
      '.vitepress/config.mjs': `import { readFileSync } from 'node:fs';
const sidebar = JSON.parse(readFileSync(new URL('../tree.json', import.meta.url), 'utf8'));
export default {
  title: 'hub', srcDir: 'docs', ignoreDeadLinks: true, markdown: { html: false, attrs: { disable: true } },
  themeConfig: { sidebar },
};
`,
    },
    pages: 'docs',
    text: (page) => frontMatter(page) + withoutBraces(withoutImages(page.body)),
    tree: ['tree.json', json],
    entry: {
      page: (text, number) => ({ text, link: `/p${number}` }),
      category: (text, items) => ({ text, items, collapsed: true }),
    },
    run: (dir) => [process.execPath, [join(dir, 'node_modules/vitepress/bin/vitepress.js'), 'build']],
    built: ['.vitepress/dist', '.vitepress/cache'],
  },
  mkdocs: {
    name: 'MkDocs Material',
    files: {},
    pages: 'docs',
    text: (page) => frontMatter(page) + page.body,
    tree: ['mkdocs.yml', (nav) => json({ site_name: 'hub', theme: { name: 'material' }, plugins: [], nav })],
    entry: {
      page: (label, number) => ({ [label]: `p${number}.md` }),
      category: (label, items) => ({ [label]: items }),
    },
    run: () => ['mkdocs', ['build', '--quiet']],
    built: ['site'],
  },
};

/** Returns the installed version, or undefined. */
function versionOf(name, dir) {
  try {
    if (name === 'mkdocs') {
      const [version] = /\d[\d.]*/.exec(execFileSync('mkdocs', ['--version'], { encoding: 'utf8' })) ?? [];
      return `v${version}`;
    }
    const main = { docusaurus: '@docusaurus/core', starlight: '@astrojs/starlight', vitepress: 'vitepress' }[name];
    const { version } = createRequire(join(dir, 'x.js'))(join(dir, 'node_modules', main, 'package.json'));
    return `v${version}`;
  } catch {
    return undefined;
  }
}

/**
 * Returns the generators that are installed: their names and versions, the folder of their site, below that of their packages, and functions that write the hub into it,
 * and that build it.
 * `records` is what `docgen inspect version --json` says, `docs` what `docgen inspect docs --json` says; `node` runs Astro, which needs a newer one.
 */
export function generatorsIn(folder, node) {
  return Object.entries(generators).flatMap(([key, generator]) => {
    const installed = join(folder, key);
    const version = versionOf(key, installed);
    if (version === undefined) return [];
    const { name, files, pages, text, tree, entry, run, built } = generator;
    const dir = join(installed, 'site');
    const write = ({ content, records, docs }) => {
      const writeFile = writerTo(dir);
      const [items] = Object.values(records.version.docsSidebars);
      const numbers = new Map(docs.map(({ id }, index) => [id, index]));
      for (const [path, source] of Object.entries(files)) writeFile(path, source);
      const names = (packages[key] ?? []).map((one) => one.replace(/(?<=.)@.*/, ''));
      writeFile(
        'package.json',
        json({ private: true, dependencies: Object.fromEntries(names.map((one) => [one, '*'])) }),
      );
      writeFile(tree[0], tree[1](treeOf(items, numbers, entry)));
      for (const [index, doc] of docs.entries()) {
        const body = bodyOf(readFileSync(join(content, doc.source), 'utf8'));
        writeFile(join(pages, `p${index}.md`), text({ ...doc, body }));
      }
    };
    return {
      ...{ name, version, dir, write, command: run(installed, node) },
      clear: () => built.forEach((path) => void rmSync(join(dir, path), { recursive: true, force: true })),
      change: (number) => appendFileSync(join(dir, pages, 'p10.md'), `\n\nChanged ${number} times.\n`),
      pages: () =>
        readdirSync(join(dir, built[0]), { recursive: true }).filter((path) => path.endsWith('.html')).length,
    };
  });
}
