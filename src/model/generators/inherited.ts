// Values that pages inherit from the config of a site or from a folder above them: Jekyll's `defaults`, Hugo's `cascade`.
import { globTest } from '../types/globs.js';
import { ancestorsOf } from '../types/path.js';
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

/** Returns what an author wrote with what a page inherits. Of two rules, the later one counts. `path` has no ending. */
export function withInherited(
  written: WrittenFields,
  rules: readonly InheritedValues[],
  {
    path,
    names = [path],
    type = '',
  }: { readonly path: string; readonly names?: readonly string[]; readonly type?: string },
): WrittenFields {
  const folders = new Set(['', ...ancestorsOf(path), ...names]);
  const fitting = rules.filter(
    (rule) =>
      folders.has(rule.folder) &&
      (!rule.type || rule.type === type) &&
      (rule.globs.length === 0 || names.some(globTest(rule.globs))),
  );
  return fitting.length === 0 ? written : Object.assign({}, ...fitting.map(({ values }) => values), written);
}
