// Missing versions, folders and docs of sidebars, which a step of the site's own build makes. Pure.
import { posix } from 'node:path';
import { mapValues, omitBy } from 'lodash-es';
import type { UserConfig } from '../../../model/config/schema/config.js';
import type { UserMount } from '../../../model/config/schema/content.js';
import type { Diagnostic } from '../../../model/diagnostics/diagnostic.js';
import { isRecord } from '../../../model/input/plain-data.js';
import { below, within } from '../../../model/types/path.js';

/** Names of missing parts in diagnostics of the first build. */
const patterns: Readonly<Record<string, RegExp>> = {
  DG109: /: no doc has the id `(.+)`$/,
  DG110: /: no docs in folder `(.+)`$/,
  DG111: /^no docs in `(.+)`: if/,
  DG310: /: version `(.+)` has no folder$/,
};

/** Returns a note about missing parts, and the sidebars without missing docs. */
export function withoutAbsent(config: UserConfig, diagnostics: readonly Diagnostic[]) {
  const found = diagnostics.flatMap(({ code, message, hint = '', place }) => {
    const name = patterns[code]?.exec(code === 'DG111' ? hint : message)?.[1];
    return name === undefined ? [] : name.split('`, `').map((one) => ({ code, name: one, list: place?.file ?? '' }));
  });
  const ids = new Set(found.flatMap(({ code, name }) => (code === 'DG109' ? name : [])));
  const lost = found.map(({ code, name, list }) => {
    if (code === 'DG310') return `${list.replace(/^\/|versions\.json$/g, '')}versioned_docs/version-${name}`;
    return code === 'DG109' ? `${pathOf(name, config)} (left out of the sidebar)` : pathOf(name, config);
  });
  const note = `not there: ${[...new Set(lost)].join(', ')}: run the script or plugin that makes it before docgen`;
  const sidebars = ids.size === 0 ? config.sidebars : withoutDocs(config.sidebars, ids);
  return { sidebars, notes: lost.length === 0 ? [] : [note] };
}

/** From the folder of the config. */
function pathOf(name: string, { content = '' }: UserConfig): string {
  const mounts = [content].flat().map((one): UserMount => (typeof one === 'string' ? { dir: one } : one));
  const mount = mounts.find(({ prefix = '' }) => within(name, prefix));
  return mount ? posix.join(mount.dir, below(name, mount.prefix ?? '')) : name;
}

function withoutDocs<T>(data: T, ids: ReadonlySet<string>): T {
  const isAbsent = (item: unknown) =>
    isRecord(item) && ['doc', 'ref'].includes(String(item['type'])) && ids.has(String(item['id']));
  const kept = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((item) => !isAbsent(item) && !ids.has(item as string)).map(kept);
    return isRecord(value) ? mapValues(omitBy(value, isAbsent), kept) : value;
  };
  return kept(data) as T;
}
