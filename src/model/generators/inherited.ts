// Values that pages inherit from the config of a site or from a folder above them: Jekyll's `defaults`, Hugo's `cascade`.
import { posix } from 'node:path';
import { frontMatterValues } from '../input/front-matter-block.js';
import { mapOf, textOf } from '../input/plain-data.js';
import { projectGlobTest } from '../types/globs.js';
import type { ProjectFiles, WrittenFields } from './generator.js';

export interface InheritedValues {
  /** Folder or file, '' for all. */
  readonly folder: string;
  /** Globs of the paths that it is for. Empty for all. */
  readonly globs: readonly string[];
  /** Name of a collection, '' for all. */
  readonly type?: string;
  readonly values: WrittenFields;
}

/** Converts Hugo's `cascade`: a map of values, or a list of maps that can have a `target`. */
export const cascadesIn = (value: unknown, folder: string): InheritedValues[] =>
  [value].flat().flatMap((one) => {
    const { target, _target, params, ...values } = mapOf(one);
    const { path, kind } = mapOf(target ?? _target);
    const shown = { ...values, ...mapOf(params) };
    if (Object.keys(shown).length === 0 || textOf(kind)?.includes('page') === false) return [];
    const glob = textOf(path)?.replace(/^\{([^{},]*)\}$/, '$1');
    return [{ folder, globs: glob === undefined ? [] : [glob.replace(/(^|[{,])\/(?!$)/g, '$1')], values: shown }];
  });

/** Matches the landing page of a folder of Hugo. */
export const landing = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|html)$/;

/** Reads Hugo's `cascade` of landing pages, at most 5,000 of them. */
export const cascadesOfFolders = ({ read }: ProjectFiles, paths: readonly string[], within: string) =>
  paths
    .filter((path) => landing.test(path))
    .slice(0, 5_000)
    .flatMap((path) => {
      const text = read(posix.join(within, path)) ?? '';
      const folder = posix.dirname(path).replace(/^\.$/, '');
      return text.includes('cascade') ? cascadesIn(frontMatterValues(text)['cascade'], folder) : [];
    })
    .sort((a, b) => a.folder.length - b.folder.length);

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
      (rule.globs.length === 0 || projectGlobTest(rule.globs)(path)),
  );
  return fitting.length === 0 ? written : Object.assign({}, ...fitting.map(({ values }) => values), written);
}
