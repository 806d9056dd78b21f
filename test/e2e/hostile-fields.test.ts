// Untrusted input in every field that accepts text, not only bodies: front matter, `_category_` files, file names, labels of tabs
// and diagrams, the config. Opened in a real browser without the policy that would block active content, including each asset.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { faultsOfFile } from '../fuzz/active.js';
import { assetExtensions, svgTexts } from '../fuzz/assets.js';
import { activeTexts } from '../fuzz/strings.js';
import { hasChromium, serve, test, watch, withoutPolicy } from '../support/browser.js';
import { dataOf } from '../support/data.js';
import { buildHub, type Files, type Hub, writeFiles } from '../support/hub.js';
import { shared } from '../support/shared.js';

const data = dataOf<{ diagrams: string[]; props: string[] }>('e2e/hostile-fields');

/**
 * docgen's own vectors, and every 73rd of external ones if available: with all fields, they result in a hundred documents.
 * `DOCGEN_VECTORS=x.jsonl,…` uses all vectors in these files instead.
 */
function vectors(): string[] {
  const named = process.env['DOCGEN_VECTORS']?.split(',');
  const files = named ?? [join(shared, 'data/xss/vectors.jsonl')];
  const lines = files.filter(existsSync).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
  if (lines.length === 0) console.info('skipped: the vectors of others in fields (no shared data)');
  const some = lines.filter((_, index) => named || index % 73 === 0);
  return [...new Set([...activeTexts, ...some.map((line) => (JSON.parse(line) as { payload: string }).payload)])];
}

const diagrams = data.diagrams;

const inName = (text: string) => {
  let name = text.replace(/[/\0\n\r]/g, '∕').toWellFormed();
  while (Buffer.byteLength(name) > 180) name = [...name].slice(0, -1).join('');
  return name;
};

function bodyWith(vector: string): string {
  const line = vector.replace(/\s*\n\s*/g, ' ');
  const quoted = line.replaceAll('"', '&quot;');
  return [
    `## ${line}`, `![${line}](x.png "${line}")`, `[${line}](a.md "${line}")`, `[x](<${line}>)`, `![x](<${line}>)`, `[x]: ${line} '${line}'`, `<${line}>`,
    `:::note[${line}]\nx\n:::`, `:::note[x [${line}](a.md) [y](<${line}>)]\nx\n:::`, `<td>**${line}** [x](<${quoted}>)</td>`, `$${line}$`, `$\\text{${line}}$`, `$$\n\\href{${line}}{x}\n$$`, `:::tip ${line}\nx\n:::`, `::: details ${line}\nx\n:::`, `> [!NOTE] ${line}\n> ${line}`,
    `\`\`\`${line}\n${vector}\n\`\`\``, `\`\`\`js title="${line}" {${line}}\n${vector}\n\`\`\``, `~~~html ${line}\nx\n~~~`, `\`${line}\``,
    `| ${line} | b |\n| - | - |\n| ${line} | ${line} |`, `- [ ] ${line}`, `x[^1]\n\n[^1]: ${line}`, `x {#${line}}`, `{: .${line} #${line}}`,
    `<Tabs>\n<TabItem value="${quoted}" label="${quoted}">\n\n${line}\n\n</TabItem>\n</Tabs>`,
    `<Card title="${quoted}" href="${quoted}" icon="${quoted}">x</Card>`, `<Admonition type="${quoted}" title="${quoted}">x</Admonition>`, `<CodeBlock language="${quoted}" title="${quoted}">x</CodeBlock>`, `<Badge text="${quoted}" type="${quoted}" />`, `<YouTube id="${quoted}" title="${quoted}" />`,
    `<a href="${quoted}" title="${quoted}">x</a><img src="${quoted}" alt="${quoted}"><video src="${quoted}" poster="${quoted}"></video>`, `<details><summary>${line}</summary>x</details>`,
    `{% include "${line}" %}`, `<<${line}>>`, `{{ ${line} }}`, `:${line}:`, `<!--startmeta\ncustom_edit_url: ${JSON.stringify(line)}\nkeywords: [${JSON.stringify(line)}]\ndescription: ${JSON.stringify(line)}\nendmeta-->`,
  ].join('\n\n'); // biome-ignore format: a list of places
}

/** Syntax that only MDX has, on a separate page, because it would make the other page MDX. */
function jsxWith(vector: string): string {
  const line = vector.replace(/\s*\n\s*/g, ' ');
  const quoted = line.replaceAll('"', '&quot;');
  const literal = JSON.stringify(line);
  const props = data.props;
  const components = ['FeatureCard', 'SomeYouTube', 'VideoPlayer', 'Vimeo2', 'Picture2'].flatMap((name) => [
    ...props.map((prop) => `<${name} ${prop}={${literal}} />`),
    `<${name} ${props.map((prop) => `${prop}="${quoted}"`).join(' ')} />`,
    `<${name} href="a.md" title={${literal}}>\n\n${line}\n\n</${name}>`,
    `<${name} title={${literal}} src="https://youtube.com/embed/${encodeURIComponent(line.toWellFormed())}">x</${name}>`,
  ]);
  return [
    `<Tabs groupId='${line}' values={[{label: ${literal}, value: ${literal}}]}>\n<TabItem value={${literal}}>x</TabItem>\n</Tabs>`,
    ...components,
  ].join('\n\n');
}

/** Returns the files of one vector, in a separate folder. */
function filesWith(vector: string, index: number): Files {
  const folder = `v${String(index).padStart(4, '0')}`;
  const text = JSON.stringify(vector);
  const frontMatter = [
    `title: ${text}`, `description: ${text}`, `sidebar_label: ${text}`, `sidebar_class_name: ${text}`, `keywords: [${text}]`, `tags: [${text}, {label: ${text}, permalink: ${text}}]`, `image: ${text}`,
    `pagination_label: ${text}`, `pagination_next: ${text}`, `custom_edit_url: ${text}`, `last_update: {date: ${text}, author: ${text}}`, `sidebar_custom_props: {x: ${text}}`,
  ].join('\n'); // biome-ignore format: a list of keys
  const name = inName(vector);
  const category = {
    label: vector,
    description: vector,
    className: vector,
    key: `${index}${vector}`,
    link: {
      type: 'generated-index',
      title: vector,
      description: vector,
      image: vector,
      keywords: [vector],
      slug: `/g${index}`,
    },
  };
  const line = vector.replace(/\s*\n\s*/g, ' ');
  // Two kinds of diagrams per page, in turn, because laying out one takes as long as ten pages.
  const kinds = [0, 3].map((step) => diagrams[(index + step) % diagrams.length] ?? '');
  const drawn = kinds.map((source) => `\`\`\`mermaid\n${source.replaceAll('§', line)}\n\`\`\``).join('\n\n');
  const assets = [`${name}.svg`, `${name}.png`, `x.svg`, `y.svg`, `z.png`];
  return {
    [`${folder}/page.md`]: `---\n${frontMatter}\n---\n\n${bodyWith(vector)}\n\n${assets.map((asset) => `![x](<${encodeURI(asset)}>)\n[x](${encodeURIComponent(asset)})`).join('\n\n')}\n`,
    [`${folder}/page2.mdx`]: `# ${vector}\n\n${drawn}\n\n${jsxWith(vector)}\n`,
    [`${folder}/slug.md`]: `---\nslug: ${text}\nid: ${text}\n---\n\n${vector}\n`,
    [`${folder}/${name}.md`]: 'named\n',
    [`${folder}/sub/_category_.json`]: JSON.stringify(category),
    [`${folder}/sub/a.md`]: '# A\n',
    [`${folder}/${name}.svg`]: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    [`${folder}/${name}.png`]: 'x',
    [`${folder}/x.svg`]: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${vector}</svg>`,
    [`${folder}/y.svg`]: vector,
    [`${folder}/z.png`]: vector,
  };
}

/** Returns assets with active content, with every extension that could be active. */
function assetFiles(): Files {
  const files: Record<string, string> = {};
  for (const [index, extension] of assetExtensions.entries())
    files[`e${index}${extension}`] = '<html><script>alert("extension")</script></html>';
  for (const [index, text] of svgTexts.entries()) files[`s${index}.svg`] = text.replaceAll('docgenRan', 'alert');
  const links = Object.keys(files).map((name) => `[x](<${encodeURI(name)}>) ![x](<${encodeURI(name)}>)`);
  return { ...files, 'assets.md': `# Assets\n\n${links.join('\n\n')}\n` };
}

/** Whether a file is opened: one page of each kind, and every asset. Other pages only repeat their content, and the static check reads all of them. */
function isOpened(path: string): boolean {
  return /^docs\/(?:index|a\/index|assets\/index|g\d+\/index|v\d+\/(?:page|page2|sub)\/index)\.html$|^assets\/.*(?<!\.css)$|\.xml$/.test(
    path,
  );
}

/** Opens sixteen documents at a time, each in a frame, because navigating a page takes longer than showing most of them. */
async function openAll(browser: Browser, hubs: readonly Hub[]) {
  const ran: string[] = [];
  const foreign: string[] = [];
  let opened = 0;
  for (const hub of hubs) {
    const documents = hub.files().filter(isOpened);
    const batches = chunksOf(documents, 16);
    for (const [index, paths] of batches.entries()) {
      const frames = paths.map((path) => `<iframe src="/${urlOf(path)}"></iframe>`).join('');
      writeFiles(join(hub.dir, 'build'), { [`frames/${index}.html`]: `<!doctype html><title>x</title>${frames}` });
    }
    const site = await serve(join(hub.dir, 'build'), withoutPolicy);
    const { context, begin, ...told } = await watch(browser, site.origin);
    const page = await context.newPage();
    for (const [index, paths] of batches.entries()) {
      const range = `${paths[0]} … ${paths.at(-1)}`;
      begin(page, range);
      const url = `${site.origin}/frames/${index}.html`;
      await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
      const expected = new Set([url, 'about:blank', ...paths.map((path) => `${site.origin}/${urlOf(path)}`)]);
      const shown = page.frames().map((frame) => frame.url().replace(/#.*/, ''));
      ran.push(...shown.filter((shown) => !expected.has(shown)).map((shown) => `${range}: navigated to ${shown}`));
      opened += shown.filter((shown) => shown !== 'about:blank').length - 1;
    }
    ran.push(...told.ran);
    foreign.push(...told.foreign);
    await context.close();
    site.close();
  }
  return { ran, foreign, opened };
}

/** Returns the URL of a document of the site, relative to the site's root. */
const urlOf = (path: string) =>
  path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/index\.html$/, '');

function faultsOfSite(hub: Hub): string[] {
  return hub.files().flatMap((path) => {
    const bytes = readFileSync(join(hub.dir, 'build', path));
    return faultsOfFile(path, bytes).map((fault) => `${path}: ${fault}`);
  });
}

const chunksOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

if (hasChromium('hostile fields in a browser')) {
  test('no vector in any field runs code, navigates or requests another host, nor does an asset that is opened directly', {
    timeout: 900_000,
  }, async ({ browser }) => {
    const all = vectors();
    const hubs: Hub[] = [];
    // Config: title and tagline of small hubs, with several vectors at once. They are text on every page and in two images.
    for (const some of chunksOf(all, 40))
      hubs.push(await buildHub({ 'a.md': '# A\n' }, { title: some.join(' '), tagline: some.join('\n') }));
    for (const some of chunksOf([...all.entries()], 100)) {
      const files = Object.assign({}, ...some.map(([index, vector]) => filesWith(vector, index)));
      hubs.push(await buildHub(files, { sidebar: { maxLinks: 40 }, url: 'https://hub.example' }));
    }
    hubs.push(await buildHub(assetFiles()));
    for (const hub of hubs) {
      expect(hub.said().filter((line) => /^DG(?:8|9)/.test(line))).toEqual([]);
      expect(hub.published).toBe(true);
    }
    const faults = hubs.flatMap(faultsOfSite);
    const { ran, foreign, opened } = await openAll(browser, hubs);
    console.info(`${all.length} vectors in ${hubs.length} hubs, ${opened} documents opened`);
    expect({ faults, ran, foreign }).toEqual({ faults: [], ran: [], foreign: [] });
  });
}
