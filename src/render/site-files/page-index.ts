// `index.json`: titles, headings and URLs of all listed pages, for tools and for keyword searches of browsers.
import { absoluteUrl } from '../../model/config/address.js';
import type { Site } from '../../model/site/site.js';
import { anchorHref, type OutputPath, pageHref } from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';
import { titlesIn } from '../pages/lists/cards.js';
import { pagesBySection } from '../pages/lists/sections.js';
import { besideVersion } from './machine.js';

/** Headings of level 2 and 3 of a page, in order. */
export type PageHeadings = readonly (readonly [id: string, text: string])[];

const maxChars = 8_000_000;

/** Returns the path of the index, or undefined if a static file has it. */
export function pageIndexPath({ config, statics }: Site): OutputPath | undefined {
  const path = besideVersion('index.json', config);
  return statics.has(path) ? undefined : path;
}

/** Returns the index. If it would be too long, it has no descriptions, and then no headings either. */
export function pageIndexFile(site: Site, headingsOf: (path: OutputPath) => PageHeadings): OutputFile {
  const entries = entriesOf(site, headingsOf);
  const linesWith = (less: object) => entries.map((entry) => JSON.stringify({ ...entry, ...less }));
  const isShort = (lines: readonly string[]) => lines.reduce((sum, { length }) => sum + length, 0) <= maxChars;
  let lines = linesWith({});
  if (!isShort(lines)) lines = linesWith({ description: undefined });
  if (!isShort(lines)) lines = linesWith({ description: undefined, headings: undefined });
  const bytes = `{"title":${JSON.stringify(site.config.title)},"pages":[\n${lines.join(',\n')}\n]}\n`;
  return { path: besideVersion('index.json', site.config), bytes };
}

function entriesOf(site: Site, headingsOf: (path: OutputPath) => PageHeadings): readonly object[] {
  return [...pagesBySection(site)].flatMap(([section, pages]) => {
    const docs = pages.map(({ doc }) => doc);
    const titleOf = titlesIn(docs, site);
    const name = section === '' ? undefined : site.folderLabel(section);
    return pages.map(({ doc, permalink, outputPath }) => {
      const url = absoluteUrl(pageHref(permalink, site.config), site.config);
      const headings = headingsOf(outputPath).map(([id, title]) => ({ title, url: anchorHref(id) }));
      return {
        title: titleOf(doc),
        section: name,
        url,
        description: doc.shown.description || undefined,
        headings: headings.length > 0 ? headings : undefined,
      };
    });
  });
}
