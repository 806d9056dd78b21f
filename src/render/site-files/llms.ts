// For programs that read text: each page as Markdown beside its HTML, and `llms.txt`, the list of them.
import { type Href, outputFile, outputHref, toHref } from '../../model/path.js';
import type { DocRoute } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import type { OutputFile } from '../pages/page.js';
import { pagesBySection } from '../pages/sections.js';

/** Where the Markdown copy of a page stands. */
export const markdownCopyPath = ({ outputPath }: DocRoute) =>
  outputFile(outputPath.replace(/index\.html$/, 'index.md'));

/** The address of a page's Markdown copy. */
export function markdownCopyHref(page: DocRoute, basePath: string): Href {
  return outputHref(markdownCopyPath(page), basePath);
}

/** The page as its author wrote it, under its title, without front matter. */
export function markdownCopy(page: DocRoute, isTitled: boolean): OutputFile {
  const body = page.doc.body.trim();
  const text = isTitled ? body : `# ${page.title}\n\n${body}`;
  return { path: markdownCopyPath(page), bytes: `${text}\n` };
}

/** `llms.txt`: what the hub is and where its pages are, by section. */
export function llmsText(site: Site): OutputFile {
  const { config, pages } = site;
  const line = (page: DocRoute) => {
    const { description } = page.doc;
    const name = page.title.replace(/[[\]]/g, '').replace(/\s+/g, ' ');
    return `- [${name}](${config.url}${markdownCopyHref(page, config.basePath)})${description === '' ? '' : `: ${description}`}`;
  };
  const parts = [...pagesBySection(site)].map(
    ([section, list]) => `## ${section === '' ? config.title : section}\n\n${list.map(line).join('\n')}\n`,
  );
  const front =
    config.url === ''
      ? ''
      : `\nFront: ${config.url}${toHref(pages.find(({ kind }) => kind === 'home')?.permalink ?? ('/' as never))}\n`;
  const tagline = config.tagline === '' ? '' : `\n> ${config.tagline}\n`;
  return { path: outputFile('llms.txt'), bytes: `# ${config.title}\n${tagline}${front}\n${parts.join('\n')}` };
}
