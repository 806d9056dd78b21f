// Which generator a project's docs were written for, as far as it decides about the ids of headings: by the files beside them.
import { isRecord } from '../content/fields.js';
import { parseYaml } from '../content/yaml.js';

/** Whose rule makes the ids of headings that have none of their own. */
export const headingIdRules = ['github', 'vitepress', 'kramdown', 'mkdocs'] as const;
export type HeadingIds = (typeof headingIdRules)[number];

const jekyllConfig = /^_config\.ya?ml$/;

/** The generator of a folder that holds the file or folder; the first of these where there are several. */
const generators: readonly (readonly [name: RegExp, rule: HeadingIds | 'jekyll'])[] = [
  [/^docusaurus\.config\.(?:[cm]?[jt]s)$/, 'github'],
  [/^\.vitepress$/, 'vitepress'],
  [/^astro\.config\.(?:[cm]?[jt]s)$/, 'github'],
  [/^mkdocs\.ya?ml$/, 'mkdocs'],
  [jekyllConfig, 'jekyll'],
];

/** The rule of a folder that holds these names; undefined where none of them says. */
function ruleOf(names: readonly string[]): HeadingIds | 'jekyll' | undefined {
  return generators.find(([name]) => names.some((one) => name.test(one)))?.[1];
}

/** The rule for a content folder, by the names in it and in the folders above it, nearest first. `read` gives the text of a file. */
export function ruleBeside(
  folders: readonly (readonly string[])[],
  read: (folder: number, name: string) => string | undefined,
): HeadingIds {
  const nearest = folders.findIndex((names) => ruleOf(names) !== undefined);
  const names = folders[nearest] ?? [];
  const rule = ruleOf(names) ?? 'github';
  const config = names.find((name) => jekyllConfig.test(name));
  return rule === 'jekyll' ? jekyllRule((config && read(nearest, config)) ?? '') : rule;
}

/** Jekyll reads Markdown by kramdown's parser for GitHub's, which makes GitHub's ids, unless its config asks for kramdown's own. */
function jekyllRule(config: string): HeadingIds {
  const parsed = parseYaml(config);
  const options = 'value' in parsed && isRecord(parsed.value) ? parsed.value['kramdown'] : undefined;
  return isRecord(options) && String(options['input']).toLowerCase() === 'kramdown' ? 'kramdown' : 'github';
}

const marker = /^(?:(.*)\/)?(\.vitepress(?=\/)|(?:docusaurus|astro)\.config\.\w+$|mkdocs\.ya?ml$|_config\.ya?ml$)/;

/** The rule for each file of a repository, by the paths of all its files; what its `_config.yml` holds is not known. */
export function rulesIn(tree: Iterable<string>): (path: string) => HeadingIds {
  const names = new Map<string, Set<string>>();
  for (const path of tree) {
    const [, folder = '', name] = marker.exec(path) ?? [];
    if (name !== undefined) names.set(folder, (names.get(folder) ?? new Set()).add(name));
  }
  if (names.size === 0) return () => 'github';
  return (path) => {
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
      const rule = ruleOf([...(names.get(folder) ?? [])]);
      if (rule !== undefined || folder === '') return rule === 'jekyll' ? 'github' : (rule ?? 'github');
    }
  };
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
