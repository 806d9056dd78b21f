// Arranges docs: from docs to sidebars, previous and next pages, tags and pages.
import type { HubContent } from '../content/read-hub.js';
import type { Doc } from '../docs/doc.js';
import { groupByTag } from '../docs/doc-set.js';
import { navigationsOf } from '../sidebar/navigation.js';
import { paginate } from '../sidebar/pagination.js';
import { shownSidebars } from '../sidebar/shown-sidebars.js';
import { buildSidebars, type SidebarInput } from '../sidebar/sidebar.js';
import { withoutTrailingSlash } from '../types/path.js';
import { buildRoutes, type RoutesInput } from './routes.js';
import { oldPaths } from './wanted-redirects.js';

interface ArrangeInput extends Pick<RoutesInput, 'config' | 'words' | 'folderPermalink'> {
  readonly content: HubContent;
  readonly folders: Pick<SidebarInput, 'categories' | 'folderLabel' | 'mountOf' | 'unsynced'>;
  /** Ids of docs without pages, whose items are left out of sidebars without a diagnostic. */
  readonly draftIds: ReadonlySet<string>;
}

/**
 * Arranges all docs (`wanted`, for Docusaurus's metadata) and the docs that readers see: those that are not `skipped`, because nothing can be
 * published at their URLs. Diagnostics: those of the steps, for all docs.
 */
export function sidebarsAndPages(docs: ReadonlyMap<string, Doc>, input: ArrangeInput) {
  const { diagnostics, ...wanted } = arrange(docs, input, new Set());
  const skipped = wanted.skipped.flatMap((page) => (page.kind === 'doc' ? page.doc : []));
  if (wanted.skipped.length === 0) return { value: { ...wanted, skipped, wanted }, diagnostics };
  const draftIds = new Set([...input.draftIds, ...skipped.map(({ id }) => id)]);
  const others = new Map([...docs].filter(([id]) => !draftIds.has(id)));
  const urls = new Set(wanted.skipped.map(({ permalink }) => withoutTrailingSlash(permalink)));
  return { value: { ...arrange(others, { ...input, draftIds }, urls), skipped, wanted }, diagnostics };
}

function arrange(docs: ReadonlyMap<string, Doc>, input: ArrangeInput, skipped: ReadonlySet<string>) {
  const { config, content, folders, words, folderPermalink, draftIds } = input;
  const navigations = navigationsOf(content, docs);
  const docusaurusSidebars = buildSidebars({ ...config, ...folders, navigations, docs: [...docs.values()], draftIds });
  // The item of a synced section is not merged with others, because its page shows its source.
  const ofShown = { ...folders, sidebars: docusaurusSidebars.value, docs, alone: content.synced, skipped };
  const sidebars = shownSidebars({ ...config, ...ofShown });
  const pagination = paginate(docs, sidebars, content.mountOf);
  const tags = groupByTag(docs.values());
  const ofRoutes = { ...folders, config, docs, tags, sidebars, folderPermalink, words };
  const routes = buildRoutes({ ...ofRoutes, movedFrom: oldPaths(content, config) });
  return {
    shownDocs: docs,
    docusaurusSidebars: docusaurusSidebars.value,
    sidebars,
    pagination: pagination.value,
    tags,
    pages: routes.value,
    skipped: routes.skipped,
    diagnostics: [docusaurusSidebars, pagination, routes].flatMap((checked) => checked.diagnostics),
  };
}
