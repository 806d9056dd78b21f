// The projects that content folders and synced repositories belong to: where their content is in the hub, and what follows for each file.
import { memoize, pickBy } from 'lodash-es';
import type { Mount } from '../config/schema/content.js';
import { type Checked, type Diagnostic, type Place, problem } from '../diagnostics/diagnostic.js';
import type { GeneratorName, HeadingIds, Project, ProjectFault, WrittenFields } from '../generators/generator.js';
import { generatorOf, projectsIn } from '../generators/generators.js';
import { sha256 } from '../input/hash.js';
import { componentsOf, type Import } from '../input/imports.js';
import { listOf, mapOf } from '../input/plain-data.js';
import { below, joined, type SourcePath } from '../types/path.js';
import type { Provenance, SyncedFiles } from './exports.js';
import type { FrontMatter } from './parse/front-matter.js';
import { type NamedTexts, namedTexts } from './parse/imports.js';
import type { ParsedDoc } from './parse/parsed-doc.js';

/** The project of a mount, and the path from the project's folder to the mount's, '' if they are the same. */
export interface ProjectOfMount {
  readonly within: string;
  readonly project: Project;
  /** Absolute paths of the configs and folders that were read, or that would be if they existed. */
  readonly configs: readonly string[];
  /** Returns files other than Markdown by the URLs of their pages. A function, because the project is plain data. */
  readonly unread: () => Readonly<Record<string, string>>;
}

/** The rules for a file, by the config and by the generator of its project. */
export interface FileRules {
  readonly headingIds: HeadingIds;
  /** Generator whose rule determines the URL of the doc. */
  readonly routes: GeneratorName;
  /** Absent if the file is not in the content folder of a project. */
  readonly project: Project | undefined;
  /** Path from the content folder of the project, or from the mount's folder if there is no project. */
  readonly path: string;
  /** Whether a Markdown or HTML file is a page. Undefined if docgen's own rule applies. */
  readonly isPage: boolean | undefined;
  readonly unread?: ProjectOfMount['unread'] | undefined;
  /** Hash of the generator and of the values that the text can show. Cached facts with another key are invalid. '' without a project. */
  readonly parseKey: string;
}

/** The content of a project in the hub. */
export interface PlacedProject {
  readonly project: Project;
  /** Folder of the hub that contains the content folder, or the part `inner` of it that is mounted. '' for the root. */
  readonly root: string;
  readonly inner: string;
  /** Docs by their paths from the content folder. */
  readonly sources: ReadonlyMap<string, SourcePath>;
}

const noRules = { headingIds: 'github', routes: 'docusaurus', project: undefined } as const;

/** Returns the rules for the files of a mount, by the config and by the project that each belongs to. */
export function rulesOfMount(
  mount: Pick<Mount, 'headingIds' | 'routes'>,
  ofFolder: ProjectOfMount | undefined,
  record: SyncedFiles | undefined,
): (origin: Provenance | undefined, relativePath: string) => FileRules {
  const known = new Map(
    record?.sources.map((source) => [
      source,
      projectsIn(source.tree, (path) => textOf(source.included[path]), source.generator),
    ]),
  );
  const ofProject = memoize(({ generator, variables }: Project) => sha256(JSON.stringify([generator, variables])));
  const parseKeyOf = (project: Project, path: string) =>
    sha256(ofProject(project) + JSON.stringify(inheritedFields({ frontMatter: {} }, { project, path })));
  const pageTestOf = memoize((project: Project) => generatorOf(project).pageTest?.(project));
  return (origin, relativePath) => {
    const { headingIds, routes } = origin?.source ?? mount;
    const found = origin
      ? known.get(origin.source)?.(origin.path)
      : ofFolder && { folder: '', project: ofFolder.project };
    const inside = found && insideContent(found, origin ? origin.path : joined(ofFolder?.within ?? '', relativePath));
    const project = inside === undefined ? undefined : found?.project;
    const path = inside ?? relativePath;
    // A folder of translations is left out, unless the mount is in it.
    const isLeftOut = project !== undefined && isTranslation(path, project) && relativePath.endsWith(path);
    return {
      headingIds: headingIds ?? project?.headingIds ?? noRules.headingIds,
      routes: routes ?? project?.generator ?? noRules.routes,
      project,
      path,
      isPage: isLeftOut ? false : project && pageTestOf(project)?.(path),
      unread: origin ? undefined : ofFolder?.unread,
      parseKey: project ? parseKeyOf(project, path) : '',
    };
  };
}

/** Whether a file of a project's content is in the folder of another language. */
export const isTranslation = (path: string, { locales = [] }: Project) => locales.includes(path.split('/')[0] ?? '');

/** Returns the text of a file of a synced repository, if it could be read. */
export const textOf = (file: SyncedFiles['sources'][number]['included'][string] | undefined) =>
  file && 'text' in file ? file.text : undefined;

/** Returns the path from the content folder of a project, or undefined if a file is outside. */
function insideContent({ folder, project }: { readonly folder: string; readonly project: Project }, path: string) {
  const content = [folder, project.contentDir].filter(Boolean).join('/');
  return content === '' || path.startsWith(`${content}/`) ? below(path, content) : undefined;
}

export const isDefault = ({ headingIds, routes, project }: FileRules): boolean =>
  project === undefined && headingIds === noRules.headingIds && routes === noRules.routes;

/** Returns the front matter of a doc and the values that it inherits by the rules of its generator. */
export const inheritedFields = (
  { foreign, frontMatter }: Pick<ParsedDoc, 'foreign' | 'frontMatter'>,
  { project, path }: Pick<FileRules, 'project' | 'path'>,
): WrittenFields => {
  const written = { ...foreign, ...frontMatter };
  return (project && generatorOf(project).inherited?.(written, path, project)) ?? written;
};

/** Returns a doc with the fields that its generator's front matter sets. Only Docusaurus has ids, and numbers before names that are not part of them. */
export function withOwnFields(parsed: ParsedDoc, { project, path }: Pick<FileRules, 'project' | 'path'>): ParsedDoc {
  if (!project) return parsed;
  const named = withSharedFiles(parsed.named, project);
  if (project.generator === 'docusaurus') return { ...parsed, named };
  const own = generatorOf(project).fields?.(inheritedFields(parsed, { project, path }), path, project) ?? {};
  const fields = { ...parsed.frontMatter, id: undefined, parse_number_prefixes: false, ...own };
  const frontMatter: FrontMatter = pickBy(fields, (value) => value !== undefined);
  const { title = parsed.title, description = parsed.description } = own;
  return { ...parsed, frontMatter, title, description, named };
}

/** Returns what the includes of Jekyll name, by their paths. */
const namedByIncludes = memoize((variables: Project['variables']) => {
  const texts = Object.entries(mapOf(variables.includes));
  return new Map(texts.map(([path, text]) => [path, namedTexts(String(text))]));
});
namedByIncludes.cache = new WeakMap();

/** Returns the lists of pages that a text of Jekyll and its includes can show, as imports. Their name is `content` if the texts of the pages are needed. */
function listImports(named: NamedTexts, variables: Project['variables']): Import[] {
  const texts = new Set([named]);
  // Iterates also over the texts that are added.
  for (const { includes } of texts)
    for (const path of includes) texts.add(namedByIncludes(variables).get(path) ?? named);
  const names = new Set([...texts].flatMap(({ lists = [] }) => lists));
  if (names.has('categories') || names.has('tags')) names.add('posts');
  const name = names.has('content') ? 'content' : '';
  const shown = listOf(variables.collections).filter((collection) => names.has(String(collection)));
  return shown.map((collection) => ({ name, kind: 'pages', path: `**/_${collection}/**` }));
}

/** Adds the components that the project has for all pages, and its lists of pages. */
function withSharedFiles(named: NamedTexts, { generator, variables }: Project): NamedTexts {
  const lists = generator === 'jekyll' ? listImports(named, variables) : [];
  if (lists.length > 0) return { ...named, imports: [...named.imports, ...lists] };
  const { components = [] } = named;
  const all = componentsOf(variables, () => components);
  const used = all.filter(({ name }) => components.includes(name));
  const isMarkdown = ({ path }: Pick<Import, 'path'>) => path.endsWith('.md');
  // Markdown can show other components that all pages have. It is included as mdBook includes files.
  const markdown = (used.some(isMarkdown) ? all.filter(isMarkdown).slice(0, 200) : []).map(
    ({ path }): Import => ({ name: '', kind: 'mdbook', path: path.replace('@site/', '@/') }),
  );
  if (used.length === 0) return named;
  return { ...named, imports: [...named.imports, ...used.filter((one) => !isMarkdown(one)), ...markdown] };
}

/** Returns a function that collects the files that a text includes, and the components that the project has on all pages. */
export const namedTextsOf =
  (project: Project | undefined) =>
  (text: string, path?: string): NamedTexts => {
    const named = namedTexts(text, path);
    return project ? withSharedFiles(named, project) : named;
  };

/** Splits a path in the hub and one in the content folder into their different starts, `root` and `inner`, and their common end: `shop/api/x.md` and `docs/api/x.md` into `shop`, `docs` and `api/x.md`. */
export function splitPaths(source: string, path: string): { root: string; inner: string; shared: string } {
  const [ofHub, ofContent] = [source.split('/'), path.split('/')];
  let count = 0;
  while (count < Math.min(ofHub.length, ofContent.length) && ofHub.at(-1 - count) === ofContent.at(-1 - count))
    count += 1;
  const before = (parts: readonly string[]) => parts.slice(0, parts.length - count).join('/');
  return { root: before(ofHub), inner: before(ofContent), shared: ofContent.slice(ofContent.length - count).join('/') };
}

/** Returns the titles of pages in a navigation, by their paths from the content folder. */
const titlesIn = memoize((items: NonNullable<Project['navigation']>): ReadonlyMap<string, string> => {
  const titles = items.flatMap((item): (readonly [string, string])[] => {
    if (item.type === 'folder') return [[item.page ?? '', item.label], ...titlesIn(item.items)];
    return item.type === 'page' && item.label && !item.isRef ? [[item.path, item.label]] : [];
  });
  return new Map(titles);
});
titlesIn.cache = new WeakMap();

/** Returns the title of a page in the navigation of its project, if it has one. */
export const titleInNavigation = ({ project, path }: Pick<FileRules, 'project' | 'path'>): string | undefined =>
  titlesIn(project?.navigation ?? []).get(path) || undefined;

/** Creates a project without files, for a folder whose config sets `routes` to a generator. */
const projectWithoutFiles = memoize((generator: GeneratorName) =>
  generatorOf({ generator }).read({ paths: [], read: () => undefined }),
);

/**
 * Returns the address of a doc from the root of the hub by the rule of its generator, or undefined if that is Docusaurus's rule. `written` is
 * its front matter.
 */
export function generatorSlug(
  source: SourcePath,
  { routes, project, path }: Pick<FileRules, 'routes' | 'project' | 'path'>,
  written: WrittenFields,
): { readonly root: string; readonly slug: string } | undefined {
  const inContent = project?.generator === routes ? { project, path } : { project: projectWithoutFiles(routes), path };
  const { slug } = generatorOf(inContent.project);
  const { root, shared } = splitPaths(source, inContent.path);
  return slug && shared !== '' ? { root, slug: slug(shared, written, inContent.project) } : undefined;
}

/** Returns the values of a page that texts can show: its front matter, what it inherits, and its URL by the rule of its generator. */
export function pageValues(
  source: SourcePath,
  doc: Pick<ParsedDoc, 'foreign' | 'frontMatter'>,
  rules: Pick<FileRules, 'routes' | 'project' | 'path'> = { ...noRules, path: source },
): WrittenFields {
  const written = inheritedFields(doc, rules);
  return { ...written, relpermalink: generatorSlug(source, rules, written)?.slug };
}

/** Collects the projects of docs, in the order of their first docs. Diagnostics: DG315 for what could not be read in their configs, DG316 for languages. */
export function placedProjects(rules: ReadonlyMap<SourcePath, FileRules>): Checked<readonly PlacedProject[]> {
  const found = new Map<Project, PlacedProject & { sources: Map<string, SourcePath> }>();
  for (const [source, { project, path }] of rules) {
    if (!project || !/\.(?:mdx?|markdown|html)$/.test(source)) continue;
    const { root, inner } = splitPaths(source, path);
    const known = found.get(project) ?? { project, root, inner, sources: new Map<string, SourcePath>() };
    known.sources.set(path, source);
    found.set(project, known);
  }
  const value = [...found.values()];
  const diagnostics = value.flatMap((placed) => [
    ...placed.project.faults.map((fault) => configFault(placed, fault)),
    ...languagesOf(placed),
  ]);
  return { value, diagnostics };
}

function languagesOf(placed: PlacedProject): Diagnostic[] {
  const { generator, locales = [] } = placed.project;
  return locales.length === 0
    ? []
    : [problem.projectLanguages({ generator, folders: locales }, placeOfProject(placed))];
}

/** Returns the file with the navigation or config of a project, if it has one. */
export const placeOfProject = (placed: PlacedProject): Place | undefined =>
  placed.project.file === undefined ? undefined : placeIn(placed, placed.project.file);

/** Returns the location of a file of a project by its path from the project's folder. */
function placeIn({ root, inner, project }: PlacedProject, file: string, line?: number): Place {
  const up = [project.contentDir, inner].flatMap((dir) => dir.split('/')).filter(Boolean);
  const path = [root, ...up.map(() => '..'), file].filter(Boolean).join('/');
  return { file: path, ...(line && { start: { line, column: 1 } }) };
}

/** Reports a fault in the config of a project. Diagnostics: DG315. */
export function configFault(placed: PlacedProject, { file, line, reason, advice }: ProjectFault): Diagnostic {
  const { generator } = placed.project;
  return problem.projectConfig({ generator, reason, ...(advice && { [advice]: true }) }, placeIn(placed, file, line));
}
