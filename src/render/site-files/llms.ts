// `llms.txt`: a list of the Markdown versions of all pages, for programs.
import { onWeb } from '../../model/config/address.js';
import type { DocRoute } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { type OutputPath, outputHref, pageHref, toPermalink } from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';
import { titlesIn } from '../pages/lists/cards.js';
import { pagesBySection } from '../pages/lists/sections.js';
import { markdownCopyHref } from '../pages/markdown-copy.js';
import { besideVersion, inParts } from './machine.js';

/** Returns `llms.txt`, with a link to the index of all pages. If there are too many pages for one file, it is an index of `llms-1.txt`, … */
export function llmsTexts(site: Site, index: OutputPath | undefined): readonly OutputFile[] {
  const { config, pages } = site;
  const nameOf = (section: string) => (section === '' ? config.title : section);
  const sections = [...pagesBySection(site)].map(([section, list]) => ({
    name: nameOf(section),
    lines: linesOf(list, site),
  }));
  const front =
    config.url === ''
      ? ''
      : `\nFront: ${onWeb(pageHref(pages.find(({ kind }) => kind === 'home')?.permalink ?? toPermalink(), config), config)}\n`;
  const tagline = config.tagline === '' ? '' : `\n> ${config.tagline}\n`;
  const link = index === undefined ? '' : `\nIndex: ${onWeb(outputHref(index, config.basePath), config)}\n`;
  const head = `# ${config.title}\n${tagline}${front}${link}\n`;
  const path = besideVersion('llms.txt', config);
  if (inParts(sections.flatMap(({ lines }) => lines)).length === 1) {
    const parts = sections.map(({ name, lines }) => `## ${name}\n\n${lines.join('')}`);
    return [{ path, bytes: `${head}${parts.join('\n')}` }];
  }
  const files = sections.flatMap(({ name, lines }) => inParts(lines).map((part) => ({ name, part })));
  const lists = files.map(({ name, part }, index) => {
    const file = besideVersion(`llms-${index + 1}.txt`, config);
    const entry = `- [${name}](${onWeb(outputHref(file, config.basePath), config)}): ${part.length} pages\n`;
    return { entry, file: { path: file, bytes: `# ${config.title}: ${name}\n\n${part.join('')}` } };
  });
  const list = { path, bytes: `${head}## Lists of pages\n\n${lists.map(({ entry }) => entry).join('')}` };
  return [list, ...lists.map(({ file }) => file)];
}

function linesOf(list: readonly DocRoute[], site: Site): string[] {
  const { config } = site;
  const docs = list.map(({ doc }) => doc);
  const titleOf = titlesIn(docs, site);
  return list.map((page) => {
    const { description } = page.doc.shown;
    const name = titleOf(page.doc).replace(/[[\]]/g, '').replace(/\s+/g, ' ');
    return `- [${name}](${onWeb(markdownCopyHref(page, config.basePath), config)})${description === '' ? '' : `: ${description}`}\n`;
  });
}
