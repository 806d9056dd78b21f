// Hugo's `cascade`: values that pages inherit from the config of a site or from a folder above them.
import { posix } from 'node:path';
import { mapKeys, uniq } from 'lodash-es';
import { frontMatterValues } from '../input/front-matter-block.js';
import { mapOf, textOf } from '../input/plain-data.js';
import { type InheritedValues, withInherited } from '../types/inherited-values.js';
import { ancestorsOf } from '../types/path.js';
import type { Project, ProjectFiles, WrittenFields } from './generator.js';

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

/** Reads Hugo's `cascade` from at most 5,000 landing pages. If only a part of a site's content is mounted, also from those above it. */
export const cascadesOfFolders = ({ read }: ProjectFiles, paths: readonly string[], within: string) =>
  uniq(
    ['../../..', '../..', '..', '', ...ancestorsOf(paths[0] ?? '')]
      .map((dir) => posix.join(dir, '_index.md'))
      .concat(paths.filter((path) => landing.test(path))),
  )
    .slice(0, 5_000)
    .flatMap((path) => {
      const text = read(posix.join(within, path)) ?? '';
      const folder = posix.dirname(path).replace(/^(?:\.|\.\..*)$/, '');
      return text.includes('cascade') ? cascadesIn(frontMatterValues(text)['cascade'], folder) : [];
    })
    .sort((a, b) => a.folder.length - b.folder.length);

/** Returns the front matter of a page, with keys in lower case, and the values that it inherits. */
export function inherited(written: WrittenFields, path: string, project: Project): WrittenFields {
  const [section] = /^[^/]*(?=\/)/.exec(path) ?? [];
  const own = { section, ...mapKeys(written, (_, key) => key.toLowerCase()), ...mapOf(written['params']), ...written };
  const page = { path: path.replace(/(?:\/_?index)?\.(?:md|html)$/, ''), folders: ancestorsOf(path) };
  return withInherited(own, project.inherited, page);
}
