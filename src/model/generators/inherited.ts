// Values that pages inherit from the config of a site or from a folder above them: Jekyll's `defaults`, Hugo's `cascade`.
import { globTest } from '../types/globs.js';
import type { WrittenFields } from './generator.js';

export interface InheritedValues {
  /** Folder or file, '' for all. */
  readonly folder: string;
  /** Globs of the paths that it is for. Empty for all. */
  readonly globs: readonly string[];
  /** Name of a collection, '' for all. */
  readonly type?: string;
  readonly values: WrittenFields;
}

interface InheritingPage {
  readonly path: string;
  /** Folders that contain it. */
  readonly folders: readonly string[];
  readonly type?: string;
}

/** Returns what an author wrote with what a page inherits. Of two rules, the later one counts. */
export function withInherited(
  written: WrittenFields,
  rules: readonly InheritedValues[],
  { path, folders, type = '' }: InheritingPage,
): WrittenFields {
  const fitting = rules.filter(
    (rule) =>
      (rule.folder === '' || folders.includes(rule.folder)) &&
      (!rule.type || rule.type === type) &&
      (rule.globs.length === 0 || globTest(rule.globs)(path)),
  );
  return fitting.length === 0 ? written : Object.assign({}, ...fitting.map(({ values }) => values), written);
}
