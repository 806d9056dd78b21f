// Missing versions, folders and docs of sidebars, which a step of the site's own build makes. Pure.
import { posix } from 'node:path';
import { mapValues, omitBy } from 'lodash-es';
import type { UserConfig } from '../../../model/config/schema/config.js';
import type { UserMount } from '../../../model/config/schema/content.js';
import type { Diagnostic } from '../../../model/diagnostics/diagnostic.js';
import { isRecord } from '../../../model/input/plain-data.js';
import { groupBy } from '../../../model/types/group.js';
import { below, within } from '../../../model/types/path.js';
import type { Plugin } from './site.js';

/** With the texts of the files that it runs. */
export interface Script {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

/** Names of missing parts in diagnostics of the first build. */
const patterns: Readonly<Record<string, RegExp>> = {
  DG109: /: no doc has the id `(.+)`$/,
  DG110: /: no docs in folder `(.+)`$/,
  DG111: /^no docs in `(.+)`: if/,
  DG310: /: version `(.+)` has no folder$/,
};

/** Returns notes about missing parts, and the sidebars without missing docs. */
export function withoutAbsent(
  config: UserConfig,
  diagnostics: readonly Diagnostic[],
  makers: { readonly scripts: readonly Script[]; readonly plugins: readonly Plugin[] },
): { readonly sidebars: UserConfig['sidebars']; readonly notes: readonly string[] } {
  const found = diagnostics.flatMap(({ code, message, hint = '', place }) => {
    const name = patterns[code]?.exec(code === 'DG111' ? hint : message)?.[1];
    return name === undefined ? [] : name.split('`, `').map((one) => ({ code, name: one, list: place?.file ?? '' }));
  });
  const ids = new Set(found.flatMap(({ code, name }) => (code === 'DG109' ? name : [])));
  const lost = found.map(({ code, name, list }) => {
    const before = list.replace(/^\/|versions\.json$/g, '');
    const path = code === 'DG310' ? `${before}versioned_docs/version-${name}` : pathOf(name, config);
    return { maker: makerOf(path, makers), shown: code === 'DG109' ? `${path} (left out of the sidebar)` : path };
  });
  const notes = [...groupBy(lost, ({ maker }) => maker)].map(
    ([maker, parts]) => `not there: ${[...new Set(parts.map(({ shown }) => shown))].join(', ')}: ${maker}`,
  );
  return { sidebars: ids.size === 0 ? config.sidebars : withoutDocs(config.sidebars, ids), notes };
}

/** From the folder of the config. */
function pathOf(name: string, { content = '' }: UserConfig): string {
  const mounts = [content].flat().map((one): UserMount => (typeof one === 'string' ? { dir: one } : one));
  const mount = mounts.find(({ prefix = '' }) => within(name, prefix));
  return mount ? posix.join(mount.dir, below(name, mount.prefix ?? '')) : name;
}

/** Typical names of scripts that fetch or generate files. */
const generating = /(?:^|[:_-])(?:gen|generate|copy|sync|fetch|download|import|typedoc|api)(?:$|[:_-])/i;

/** The script or plugin that seems to make a path: one that names it, else one with a typical name. */
function makerOf(path: string, { scripts, plugins }: Parameters<typeof withoutAbsent>[2]): string {
  const inside = path.replace(/^(?:\.\.?\/)+/, '');
  const able = scripts.filter(({ name }) => !/clean|clear/.test(name));
  const script = able.find(({ text }) => text.includes(inside));
  const plugin = plugins.find(({ options }) => JSON.stringify(options).includes(inside));
  const guess = able.find(({ name }) => generating.test(name));
  if (script) return `the script ${script.name} of ${script.file} seems to make it: run it before docgen`;
  if (plugin) return `the plugin ${plugin.name} seems to make it: build the site with it before docgen`;
  if (guess) return `the script ${guess.name} of ${guess.file} might make it: run it before docgen`;
  return 'a plugin or script of the site seems to make it: run that before docgen';
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
