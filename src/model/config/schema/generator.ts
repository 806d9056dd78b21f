// Detects the generator that a project uses by files next to its docs. It determines ids of headings and routes of pages.
import { isRecord } from '../../input/plain-data.js';
import { parseYaml } from '../../input/yaml.js';

/** Generators by whose rule headings get ids. */
export const headingIdRules = ['github', 'vitepress', 'kramdown', 'mkdocs'] as const;
export type HeadingIds = (typeof headingIdRules)[number];

/** Generators by whose rule docs get routes. */
export const routeRules = ['docusaurus', 'starlight'] as const;
export type Routes = (typeof routeRules)[number];

export interface Rules {
  readonly headingIds: HeadingIds;
  readonly routes: Routes;
}

const byDefault: Rules = { headingIds: 'github', routes: 'docusaurus' };
const jekyllConfig = /^_config\.ya?ml$/;

/** The generator of a folder by the name of a file or folder in it. The first one counts. */
const generators = [
  [/^docusaurus\.config\.(?:[cm]?[jt]s)$/, 'docusaurus'],
  [/^\.vitepress$/, 'vitepress'],
  [/^astro\.config\.(?:[cm]?[jt]s)$/, 'astro'],
  [/^mkdocs\.ya?ml$/, 'mkdocs'],
  [jekyllConfig, 'jekyll'],
] as const;
type Generator = (typeof generators)[number][1];

function generatorOf(names: readonly string[]): Generator | undefined {
  return generators.find(([name]) => names.some((one) => name.test(one)))?.[1];
}

function rulesOf(generator: Generator | undefined, path: string, jekyll = ''): Rules {
  if (generator === 'vitepress' || generator === 'mkdocs') return { ...byDefault, headingIds: generator };
  if (generator === 'jekyll') return { ...byDefault, headingIds: jekyllIds(jekyll) };
  // Markdown outside `src/content/` is not in a collection, so Starlight's rules don't apply.
  const isStarlight = generator === 'astro' && /(?:^|\/)src\/content\//.test(path);
  return isStarlight ? { ...byDefault, routes: 'starlight' } : byDefault;
}

/** Jekyll uses kramdown's parser for GitHub's Markdown, with GitHub's ids, unless its config selects kramdown's own. */
function jekyllIds(config: string): HeadingIds {
  const parsed = parseYaml(config);
  const options = 'value' in parsed && isRecord(parsed.value) ? parsed.value['kramdown'] : undefined;
  return isRecord(options) && String(options['input']).toLowerCase() === 'kramdown' ? 'kramdown' : 'github';
}

/** Returns the rules for a content folder. `folders` are the names in it and in the folders above it, nearest first. */
export function rulesBeside(
  dir: string,
  folders: readonly (readonly string[])[],
  read: (folder: number, name: string) => string | undefined,
): Rules {
  const nearest = folders.findIndex((names) => generatorOf(names) !== undefined);
  const names = folders[nearest] ?? [];
  const jekyll = names.find((name) => jekyllConfig.test(name));
  return rulesOf(generatorOf(names), dir, jekyll && read(nearest, jekyll));
}

const marker = /^(?:(.*)\/)?(\.vitepress(?=\/)|(?:docusaurus|astro)\.config\.\w+$|mkdocs\.ya?ml$|_config\.ya?ml$)/;

/** Returns the rules for each file of a repository by the paths of all files. The content of `_config.yml` is not known. */
export function rulesIn(tree: Iterable<string>): (path: string) => Rules {
  const names = new Map<string, Set<string>>();
  for (const path of tree) {
    const [, folder = '', name] = marker.exec(path) ?? [];
    if (name !== undefined) names.set(folder, (names.get(folder) ?? new Set()).add(name));
  }
  if (names.size === 0) return () => byDefault;
  return (path) => {
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
      const generator = generatorOf([...(names.get(folder) ?? [])]);
      if (generator !== undefined || folder === '') return rulesOf(generator, path);
    }
  };
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
