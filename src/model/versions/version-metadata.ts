import { pick } from 'lodash-es';
import type { Config } from '../config/config.js';
import type { VersionFields } from '../config/schema/content.js';
import { compareStrings } from '../diagnostics/diagnostic.js';
import type { Doc } from '../docs/doc.js';
import type { SiteNeighbours } from '../sidebar/pagination.js';
import type { SidebarItem, Sidebars } from '../sidebar/sidebar.js';

interface DocMetadata extends Pick<Doc, 'id' | 'title' | 'description'> {
  readonly sidebar?: string;
}

/** Docusaurus's version metadata with fields in Docusaurus's order. `docs` are sorted by id. */
export interface VersionMetadata extends VersionFields {
  readonly pluginId: string;
  readonly docsSidebars: Readonly<Record<string, readonly SidebarItem[]>>;
  readonly docs: Readonly<Record<string, DocMetadata>>;
}

export function toVersionMetadata(
  config: Pick<Config, 'version' | 'content'>,
  docs: ReadonlyMap<string, Doc>,
  sidebars: Sidebars,
  pagination: SiteNeighbours,
): VersionMetadata {
  const records = [...docs.values()]
    .sort((a, b) => compareStrings(a.id, b.id))
    .map(({ id, title, description }): [string, DocMetadata] => {
      const sidebar = pagination.docs.get(id)?.sidebar;
      return [id, { id, title, description, ...(sidebar !== undefined && { sidebar }) }];
    });
  return {
    pluginId: pluginIdOf(config),
    ...pick(config.version, ['version', 'label', 'banner', 'badge', 'noIndex', 'className', 'isLast']),
    docsSidebars: Object.fromEntries(sidebars.byName),
    docs: Object.fromEntries(records),
  };
}

/** Returns the id of the Docusaurus plugin instance that the docs belong to. A hub of several folders has `default`. */
function pluginIdOf({ content }: Pick<Config, 'content'>): string {
  const own = content.filter(({ layer }) => layer === 'content');
  return (own.length === 1 && own[0]?.prefix === '' ? own[0].id : undefined) ?? 'default';
}
