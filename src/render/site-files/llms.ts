// For programs that read text: `llms.txt`, the list of the pages, each as Markdown.
import { pageHref, toPermalink } from '../../model/path.js';
import type { DocRoute } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import type { OutputFile } from '../output-file.js';
import { titlesIn } from '../pages/cards.js';
import { markdownCopyHref } from '../pages/markdown-copy.js';
import { pagesBySection } from '../pages/sections.js';
import { besideVersion } from './machine.js';

/** `llms.txt`: what the hub is and where its pages are, by section. */
export function llmsText(site: Site): OutputFile {
  const { config, pages } = site;
  const line = (page: DocRoute, title: string) => {
    const { description } = page.doc.shown;
    const name = title.replace(/[[\]]/g, '').replace(/\s+/g, ' ');
    return `- [${name}](${config.url}${markdownCopyHref(page, config.basePath)})${description === '' ? '' : `: ${description}`}`;
  };
  const parts = [...pagesBySection(site)].map(([section, list]) => {
    const titles = titlesIn(
      list.map(({ doc }) => doc),
      site,
    );
    const lines = list.map((page, index) => line(page, titles[index] ?? page.title));
    return `## ${section === '' ? config.title : section}\n\n${lines.join('\n')}\n`;
  });
  const front =
    config.url === ''
      ? ''
      : `\nFront: ${config.url}${pageHref(pages.find(({ kind }) => kind === 'home')?.permalink ?? toPermalink(), config)}\n`;
  const tagline = config.tagline === '' ? '' : `\n> ${config.tagline}\n`;
  return {
    path: besideVersion('llms.txt', config),
    bytes: `# ${config.title}\n${tagline}${front}\n${parts.join('\n')}`,
  };
}
