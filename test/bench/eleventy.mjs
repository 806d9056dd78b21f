// The same hub as an Eleventy site: the bodies as they are, docgen's records as front matter, and a layout with the same tree.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bodyOf, writerTo } from './hubs.mjs';

/** Returns the program and its version, installed in `dir` or above it, or undefined. */
export function eleventyAt(dir) {
  try {
    const [folder] = createRequire(join(dir, 'x.js'))
      .resolve.paths('@11ty/eleventy')
      .map((path) => join(path, '@11ty/eleventy'))
      .filter(existsSync);
    const { version, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { version: `v${version}`, program: join(folder, typeof bin === 'string' ? bin : bin.eleventy) };
  } catch {
    return undefined;
  }
}

// CommonJS, which every version reads.
const config = `module.exports = (config) => {
  config.setQuietMode(true);
  return { dir: { input: 'content', includes: '../layouts', data: '../data' }, markdownTemplateEngine: false };
};
`;

/** The tree is made once and is the same on all pages. */
const layout = `const { readFileSync } = require('node:fs');
const escape = (text) => String(text ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const link = ({ label, href }) => (href ? \`<a href="\${escape(href)}">\${escape(label)}</a>\` : escape(label));
const list = (items) => \`<ul>\${items.map(entry).join('')}</ul>\`;
const entry = (item) => \`<li>\${item.items ? \`<details><summary>\${link(item)}</summary>\${list(item.items)}</details>\` : link(item)}</li>\`;
const tree = list(JSON.parse(readFileSync(__dirname + '/../tree.json', 'utf8')));
module.exports = class {
  render({ title, description, previous, next, content }) {
    return \`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>\${escape(title)}</title><meta name="description" content="\${escape(description)}"><link rel="stylesheet" href="/styles.css"></head>
<body><header><a href="/docs/">hub</a></header>
<nav aria-label="Docs">\${tree}</nav>
<main><article><h1>\${escape(title)}</h1>\${content}</article>
<nav>\${previous ? \`<a href="\${escape(previous)}">Previous</a>\` : ''}\${next ? \`<a href="\${escape(next)}">Next</a>\` : ''}</nav>
</main></body></html>\`;
  }
}
`;

/** Writes the site. `records` is what \`docgen inspect version --json\` says, `docs` what \`docgen inspect docs --json\` says. */
export function writeEleventySite({ content, records, docs, out }) {
  const write = writerTo(out);
  const [items] = Object.values(records.version.docsSidebars);
  write('package.json', '{}');
  write('eleventy.config.js', config);
  write('layouts/page.11ty.js', layout);
  write('tree.json', JSON.stringify(items));
  for (const [index, { id, title, description, permalink, source }] of docs.entries()) {
    const [previous, next] = records.nav[id] ?? [];
    const data = {
      layout: 'page.11ty.js',
      title,
      description,
      permalink: `/p${index}${permalink}/index.html`,
      previous,
      next,
    };
    write(
      `content/p${index}.md`,
      `---json\n${JSON.stringify(data)}\n---\n${bodyOf(readFileSync(join(content, source), 'utf8'))}`,
    );
  }
}
