// Maps pages that docgen built to their Markdown files, so that a diagnostic of a page has the file and line to change.
import { join, relative, resolve, sep } from 'node:path';
import { scanSites } from '../../disk/scan-sites.js';
import type { Config } from '../../model/config/config.js';
import { readHub } from '../../model/content/read-hub.js';
import { type Diagnostic, pointsOf, problem } from '../../model/diagnostics/diagnostic.js';
import { textAt } from '../../model/input/regular-file.js';
import { buildSite } from '../../model/site/site.js';
import { type Baseline, countdown } from '../../model/strict/baseline.js';
import { decodeAddress } from '../../model/types/path.js';
import { localeConfigs } from '../../model/versions/translations.js';
import { locate } from '../report.js';

interface PageSource {
  /** Source path in the hub, as in the baseline. */
  readonly source: string;
  /** Path from the working folder. */
  readonly file: string;
}

/** Reads the source of each page, by its path in the output folder, of all languages and versions. */
export async function readPageSources(config: Config, signal: AbortSignal): Promise<ReadonlyMap<string, PageSource>> {
  const sources = new Map<string, PageSource>();
  for (const locale of localeConfigs(config)) {
    for (const { version, scan } of (await scanSites(locale, { signal })).all) {
      const { config: own, filePrefix } = version;
      const { pages, translated } = buildSite((await readHub(scan)).value, own).value;
      for (const page of pages) {
        if (page.kind !== 'doc') continue;
        const { source } = page.doc;
        const path = relative(config.out, join(own.out, page.outputPath)).replaceAll(sep, '/');
        const shown = translated.get(source);
        const file = locate(shown ?? source, { cwd: process.cwd(), mounts: own.content });
        sources.set(path, { source: shown ?? `${filePrefix}${source}`, file });
      }
    }
  }
  return sources;
}

/** Codes of `docgen check`, with the code of a build for the same problem in the Markdown file. */
const builtFrom: ReadonlyMap<string, string> = new Map([
  [problem.builtLinkBroken.code, problem.linkBroken.code],
  [problem.builtAnchorBroken.code, problem.anchorBroken.code],
  [problem.builtImageBroken.code, problem.imageBroken.code],
]);

const quotedIn = (message: string) => /`([^`]+)`/.exec(message)?.[1];

/** Returns a test for whether the baseline has the corresponding diagnostic of the build, for the same file and URL. Each entry covers as many as its count. */
export function knownTest(baseline: Baseline, pages: ReadonlyMap<string, PageSource>): (one: Diagnostic) => boolean {
  const sources = new Map([...pages.values()].map(({ source, file }) => [file, source]));
  const { take } = countdown(
    baseline.map(({ file, code, message, count }) => [JSON.stringify([file, code, quotedIn(message)]), count]),
  );
  return ({ place, code, message }) =>
    take(JSON.stringify([sources.get(place?.file ?? ''), builtFrom.get(code), quotedIn(message)]));
}

/** Moves a diagnostic from a page to its Markdown file. It gets a line if the file contains the URL in the message. */
export function moveToSource(one: Diagnostic, shown: string, sources: ReadonlyMap<string, PageSource>): Diagnostic {
  const { place, message, hint } = one;
  const page = place?.file.slice(shown === '' ? 0 : shown.length + 1) ?? '';
  const source = sources.get(page);
  if (!place || !source) return one;
  const text = textAt(resolve(source.file)) ?? '';
  const address = quotedIn(message) ?? '';
  const at = [address, decodeAddress(address)].map((name) => (name === '' ? -1 : text.indexOf(name)));
  const found = at.find((offset) => offset >= 0);
  const built = [place.file, place.start?.line, place.start?.column].filter((part) => part !== undefined).join(':');
  return {
    ...one,
    hint: `${hint === undefined ? '' : `${hint}; `}built page: ${built}`,
    place: { file: source.file, ...(found !== undefined && { start: pointsOf(text)(found) }) },
  };
}
