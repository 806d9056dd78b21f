// Finds the project that a content folder or a file of a repository belongs to. Lists the generators in their order; `generatorNames` has their names, and `render/markdown/generator-syntaxes.ts` their syntax.
import { posix } from 'node:path';
import { memoize, once, sortBy, uniq } from 'lodash-es';
import { NavigationLimit } from '../input/navigation.js';
import { cleanStrings } from '../input/text.js';
import { isSlowGlob } from '../types/globs.js';
import { groupBy } from '../types/group.js';
import { ancestorsOf, pathsBelow } from '../types/path.js';
import { docusaurus } from './docusaurus.js';
import type { Generator, GeneratorName, Project, ProjectFiles } from './generator.js';
import { hugo } from './hugo.js';
import { jekyll } from './jekyll.js';
import { gitbook, mdbook } from './mdbook.js';
import { mkdocs } from './mkdocs.js';
import { starlight } from './starlight.js';
import { vitepress } from './vitepress.js';

/** In order of precedence, if a folder has the files of several. */
const generators: readonly Generator[] = [docusaurus, vitepress, starlight, mkdocs, mdbook, hugo, jekyll, gitbook];

export const generatorOf = ({ generator }: Pick<Project, 'generator'>): Generator =>
  generators.find(({ name }) => name === generator) as Generator;

/** Returns the generator of a folder by the names in it. If `wanted` is set, only this generator is checked. */
export const detectIn = (names: Iterable<string>, wanted?: GeneratorName | null): Generator | undefined => {
  const known = new Set(names);
  return generators.find(({ name, detect }) => (wanted ?? name) === name && detect(known));
};

/** Maximum length of the rules for inherited values, as JSON: of the rules with globs, which are matched against each page, and of the rules of a folder. */
const maxInherited = 50_000;

/** Reads a project and removes characters that HTML can't contain. Faults: a navigation that is too large, rules that are too long, and slow globs. */
function readProject(generator: Generator, files: ProjectFiles): Project {
  const limit = new NavigationLimit();
  const project = cleanStrings(generator.read(files, limit)).value;
  const { excluded, shown, inherited, file = '', faults } = project;
  const ofFolders = [...groupBy(inherited, ({ folder, globs }) => (globs.length > 0 ? '' : folder)).values()];
  const rules = ofFolders.some((some) => JSON.stringify(some).length > maxInherited) ? [] : inherited;
  const slow = [...excluded, ...shown, ...rules.flatMap(({ globs }) => globs)].filter(isSlowGlob);
  const reasons = [
    limit.isExceeded ? NavigationLimit.reason : [],
    rules === inherited ? [] : `its rules for values of pages have more than ${maxInherited} characters`,
    slow.map((glob) => `the glob \`${glob.slice(0, 100)}\` is too long, or has too many wildcards`),
  ].flat();
  return {
    ...project,
    navigation: limit.isExceeded ? undefined : project.navigation,
    inherited: rules,
    faults: [...faults, ...reasons.map((reason) => ({ file, line: 1, reason }))],
  };
}

/** A project and its folder, as a path relative to what the caller searched. '' for that itself. */
export interface FoundProject {
  readonly folder: string;
  readonly project: Project;
}

/**
 * Returns the project of each file of a repository: that of the nearest folder with a generator's config. `read` returns the text of a
 * config by its path in the repository.
 */
export function projectsIn(
  tree: readonly string[],
  read: (path: string) => string | undefined,
  wanted?: GeneratorName | null,
): (path: string) => FoundProject | undefined {
  const names = namesByFolder(tree);
  const foundAt = memoize((folder: string, generator: Generator): FoundProject => {
    const files = { paths: pathsBelow(tree, folder), read: (path: string) => read(posix.join(folder, path)) };
    return { folder, project: readProject(generator, files) };
  });
  const generatorAt = memoize((folder: string) => detectIn(names.get(folder) ?? [], wanted));
  return (path) => {
    let nearest: FoundProject | undefined;
    for (const folder of [...ancestorsOf(path), '']) {
      const generator = generatorAt(folder);
      const found = generator && foundAt(folder, generator);
      if (found && generator !== gitbook) return found;
      if (found && isBook(found.project)) nearest ??= found;
    }
    if (nearest || (wanted && wanted !== 'hugo')) return nearest;
    const top = ancestorsOf(path).findLast((folder) => names.get(folder)?.has(landingPage)) ?? '';
    const isHugo = names.get(top)?.has(landingPage) && read(posix.join(top, landingPage))?.match(frontMatter) !== null;
    return isHugo ? foundAt(top, hugo) : undefined;
  };
}

/** File name of a landing page in Hugo, whose content is often in a repository without the site's config. Without front matter, it is a partial. */
const landingPage = '_index.md';
const frontMatter = /^(?:---|\+\+\+|\{)[ \t]*\r?\n/;
const isBook = ({ navigation, file }: Project) => navigation !== undefined || file !== '_sidebar.md'; // Docsify's has links

/** Returns Hugo if the folder, or more than half of the folders in it or of all folders with pages, have landing pages. */
export function generatorByLandingPages({ paths, read }: ProjectFiles): Generator | undefined {
  const pages = paths.filter((path) => path.endsWith('.md'));
  const landings = new Set(pages.filter((path) => posix.basename(path) === landingPage).map(posix.dirname));
  const areMost = (folders: readonly string[]) =>
    folders.filter((folder) => landings.has(folder)).length * 2 > folders.length;
  const isFound =
    landings.has('.') ||
    areMost(uniq(pages.flatMap((path) => /^[^/]+(?=\/)/.exec(path) ?? []))) ||
    areMost(uniq(pages.map(posix.dirname)));
  const [first = ''] = landings;
  return isFound && frontMatter.test(read(posix.join(first, landingPage)) ?? '') ? hugo : undefined;
}

/** Returns the paths of the config files of all projects of a repository. */
export function configFilesIn(tree: readonly string[]): readonly string[] {
  const found = [...namesByFolder(tree)].flatMap(([folder, names]) => {
    const generator = detectIn(names);
    return generator ? [[folder === '' ? '' : `${folder}/`, generator.configFiles] as const] : [];
  });
  const configs = tree.filter((path) =>
    found.some(([within, pattern]) => path.startsWith(within) && pattern.test(path.slice(within.length))),
  );
  return sortBy(configs, (path) => path.endsWith('/_index.md'));
}

function namesByFolder(tree: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const path of new Set(tree.flatMap((file) => [file, ...ancestorsOf(file)]))) {
    const { dir, base } = posix.parse(path);
    names.set(dir, (names.get(dir) ?? new Set()).add(base));
  }
  return names;
}

/** Returns the project of a content folder by the nearest config that includes it. `folders` has the names in it and in its parents, nearest first. */
export function nearestProject(
  folders: readonly (readonly string[])[],
  filesOf: (folder: number, more?: readonly string[]) => ProjectFiles,
  wanted?: GeneratorName | null,
) {
  const found = (folder: number, generator: Generator, files: ProjectFiles) => {
    const project = readProject(generator, files);
    return { folder, project, unread: once(() => generator.unread?.(files, project) ?? {}) };
  };
  let nearest: ReturnType<typeof found> | undefined;
  for (const [folder, names] of folders.entries()) {
    const generator = detectIn(names, wanted);
    if (!generator) continue;
    const projectFiles = filesOf(folder, generator.folders);
    const one = found(folder, generator, projectFiles);
    if (generator !== gitbook && pathsBelow(projectFiles.paths, one.project.contentDir).length > 0) return one;
    if (isBook(one.project)) nearest ??= one;
  }
  if (nearest) return nearest;
  const files = filesOf(0);
  const generator = wanted ? generatorOf({ generator: wanted }) : generatorByLandingPages(files);
  const own = generator && found(0, generator, files);
  return own && { ...own, project: { ...own.project, contentDir: '' } };
}
