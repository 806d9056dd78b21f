// Values that pages inherit from the config of a site or from a folder above them.
import { memoize } from 'lodash-es';
import { projectGlobTest } from './globs.js';

type Values = Readonly<Record<string, unknown>>;

/** Values for the pages of a folder, or for all. */
export interface InheritedValues {
  /** Folder or file, '' for all. */
  readonly folder: string;
  /** Globs of the paths that inherit the values. Empty for all. */
  readonly globs: readonly string[];
  /** Name of a collection, '' for all. */
  readonly type?: string;
  readonly values: Values;
}

interface InheritingPage {
  readonly path: string;
  /** Folders that contain the page. */
  readonly folders: readonly string[];
  readonly type?: string;
}

/** Returns the values that pages inherit, once for each page, because several steps need them. */
const valuesOf = memoize((rules: readonly InheritedValues[]) =>
  memoize(
    ({ path, folders, type }: InheritingPage): Values => {
      const fitting = rules.filter(
        (rule) =>
          (rule.folder === '' || folders.includes(rule.folder)) &&
          (!rule.type || rule.type === type) &&
          (rule.globs.length === 0 || projectGlobTest(rule.globs)(path)),
      );
      return Object.assign({}, ...fitting.map(({ values }) => values));
    },
    ({ path, folders }) => `${folders.length} ${path}`,
  ),
);
valuesOf.cache = new WeakMap();

/** Returns the front matter of a page together with the values that it inherits. */
export const withInherited = (written: Values, rules: readonly InheritedValues[], page: InheritingPage): Values => ({
  ...valuesOf(rules)(page),
  ...written,
});
