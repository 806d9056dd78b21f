import { importCandidates } from '../../model/content/named-paths.js';
import { moduleKey } from '../../model/module-key.js';
import type { Site } from '../../model/site.js';
import type { BodyInput } from '../body/body-types.js';
import { collectFiles, type Library } from '../body/syntax/included-files.js';
import { sha256 } from '../hash.js';
import { ownModules } from '../own-modules.js';
import { ownSites } from '../pages/links/original-address.js';

/** Gives all that the body of a doc depends on, by the doc's id; `buildId` names docgen's own code. */
export function bodyInputs(site: Site, buildId: string): (docId: string) => BodyInput | undefined {
  const { docs, includable, showable, roots, config } = site;
  const library: Library = {
    bodyOf: (path) => includable.get(path),
    textOf: (path) => showable.get(path),
    candidatesOf: (file, from) => importCandidates(file, from, roots),
  };
  const { components, extras, lang, labels } = config;
  const componentsKey = components === '' ? '' : moduleKey([components], Object.keys(ownModules));
  const addresses = ownSites(site);
  return (docId) => {
    const doc = docs.get(docId);
    if (!doc) return undefined;
    const { source, body: text, bodyLine: line, shown } = doc;
    const files = collectFiles(text, source, library);
    const headingIds = site.headingIds.get(source) ?? 'github';
    const rest = {
      source,
      line,
      titleLevel: shown.titleLevel,
      ...files,
      ownSites: addresses,
      headingIds,
      extras,
      lang,
      labels,
      components,
    };
    // JSON holds no line break: what is before the first one is the rest.
    const key = sha256(`${JSON.stringify([buildId, componentsKey ?? '', rest])}\n${text}`);
    return { ...rest, text, key, isRepeatable: componentsKey !== undefined };
  };
}
