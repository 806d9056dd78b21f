// `index.json`: titles and URLs of all listed pages, for tools and for keyword searches of browsers.
import { onWeb } from '../../model/config/address.js';
import type { Site } from '../../model/site/site.js';
import { pageHref } from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';
import { titlesIn } from '../pages/lists/cards.js';
import { pagesBySection } from '../pages/lists/sections.js';
import { besideVersion, inParts } from './machine.js';

/** Returns the index, without descriptions if it would be too long for one file, or nothing if it still would. */
export function pageIndex(site: Site): OutputFile | undefined {
  const path = besideVersion('index.json', site.config);
  if (site.statics.has(path)) return undefined;
  for (const isFull of [true, false]) {
    const lines = entriesOf(site, isFull);
    if (inParts(lines).length > 1) continue;
    const bytes = `{"title":${JSON.stringify(site.config.title)},"pages":[\n${lines.join(',\n')}\n]}\n`;
    return { path, bytes };
  }
  return undefined;
}

function entriesOf(site: Site, isFull: boolean): string[] {
  return [...pagesBySection(site)].flatMap(([section, pages]) => {
    const titleOf = titlesIn(
      pages.map(({ doc }) => doc),
      site,
    );
    const name = section === '' ? undefined : site.folderLabel(section);
    return pages.map(({ doc, permalink }) => {
      const url = onWeb(pageHref(permalink, site.config), site.config);
      const description = isFull && doc.shown.description !== '' ? doc.shown.description : undefined;
      return JSON.stringify({ title: titleOf(doc), section: name, url, description });
    });
  });
}
