// Determines the kind of a file in a content folder by its path.
import type { Mount } from '../../config/config.js';
import { globTest } from '../../types/globs.js';

export type Kind = 'doc' | 'category' | 'partial' | 'tags' | 'file';

/** Gives the kind of a file by its path in the folder; `include` and `exclude` say which Markdown files may be docs. */
export function kindsIn({ include, exclude }: Pick<Mount, 'include' | 'exclude'>): (relativePath: string) => Kind {
  const isIn = include && globTest(include);
  const isOut = exclude && globTest(exclude);
  return (path) => {
    if (/\.mdx?$/.test(path)) {
      // Other pages can include Markdown that is not a doc, like partials.
      const isPartial = path.startsWith('_') || path.includes('/_');
      return isPartial || isIn?.(path) === false || isOut?.(path) === true ? 'partial' : 'doc';
    }
    if (path === 'tags.yml') return 'tags';
    return /(?:^|\/)_category_\.(?:json|yml|yaml)$/.test(path) ? 'category' : 'file';
  };
}
