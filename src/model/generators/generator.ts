// Types: the project of another generator as plain data, and the functions of each generator.
import type { ConfigFault } from '../input/code/literal-values.js';
import type { Home } from '../input/home.js';
import type { NavigationLimit } from '../input/navigation.js';
import type { InheritedValues } from '../types/inherited-values.js';
import type keys from './project-keys.json';

/** Generators whose projects are read by their own rules. */
export const generatorNames = ['docusaurus', 'vitepress', 'starlight', 'mkdocs', 'mdbook', 'hugo', 'jekyll'] as const;
export type GeneratorName = (typeof generatorNames)[number];

/** Rules for heading ids: those of a generator, or of one of its settings. */
export const headingIdRules = [
  'github',
  'docusaurus',
  'starlight',
  'vitepress',
  'vitepress-cased',
  'kramdown',
  'mkdocs',
  'mkdocs-unicode',
  'mkdocs-underscores',
  'mdbook',
  'hugo',
  'hugo-hyphens',
  'hugo-ascii',
  'hugo-blackfriday',
] as const;
export type HeadingIds = (typeof headingIdRules)[number];

/** Values that texts can print, such as `site.title`, and options of their syntax. Plain data. The JSON file describes each key. */
export type ProjectVariables = Readonly<Partial<Record<keyof typeof keys.variables, unknown>>>;

/** The files of a project that its generator can read. The project's folder is the one that contains the generator's config. */
export interface ProjectFiles {
  /** Known paths from the project's folder, POSIX, sorted. They include at least the files of the content. */
  readonly paths: readonly string[];
  /** Returns the text of a file by its path from the project's folder, or undefined if it does not exist, is too large or is outside the repository. */
  readonly read: (path: string) => string | undefined;
}

/** An item of the owner's navigation. Paths and folders are relative to `Project.contentDir`. */
export type NavigationItem =
  /** `isRef`: the page's own position is elsewhere in the navigation. */
  | { readonly type: 'page'; readonly path: string; readonly label?: string | undefined; readonly isRef?: true }
  | { readonly type: 'link'; readonly label: string; readonly href: string }
  | {
      readonly type: 'folder';
      readonly label: string;
      /** Page of the folder itself. */
      readonly page?: string | undefined;
      readonly items: readonly NavigationItem[];
    }
  /** The pages and folders in a folder, sorted by front matter and names. '' is the content folder. */
  | { readonly type: 'files'; readonly dir: string };

export type ProjectFault = ConfigFault;

/** A project according to its config. Plain data, because it is compared and stored between builds. */
export interface Project {
  readonly generator: GeneratorName;
  /** Folder of the docs from the project's folder, '' if they are the same. */
  readonly contentDir: string;
  /** Folders of static files that are published at the root of the site, from the project's folder. */
  readonly static: readonly string[];
  /** Folders from which pages can reference files, from the project's folder. */
  readonly assets?: readonly string[] | undefined;
  /** Folders from which pages can include files, from the project's folder. */
  readonly included?: readonly string[] | undefined;
  readonly title?: string | undefined;
  /** The file that defines the navigation, or the config file, from the project's folder. */
  readonly file?: string | undefined;
  /** URL of the folder `contentDir` in the editor of the project's Git host, without a slash at its end. */
  readonly editUrl?: string | undefined;
  readonly headingIds: HeadingIds;
  /** Order of pages in the config. Absent if files and their front matter determine it. */
  readonly navigation?: readonly NavigationItem[] | undefined;
  readonly variables: ProjectVariables;
  /** Old URLs and their targets, both from the root of the site. */
  readonly redirects: readonly (readonly [from: string, to: string])[];
  /** Globs of files in the content folder that are not pages, and of files that are pages regardless of their names. */
  readonly excluded: readonly string[];
  readonly shown: readonly string[];
  /** Values that pages inherit. If two rules match, the later one applies. */
  readonly inherited: readonly InheritedValues[];
  /** Values of the config that the generator's functions use. */
  readonly settings: Readonly<Partial<Record<keyof typeof keys.settings, unknown>>>;
  readonly faults: readonly ProjectFault[];
  /** Folder of the default language in the content folder, if every language has a folder. */
  readonly main?: string | undefined;
  /** Folders of translations in the content folder, which are left out. */
  readonly locales?: readonly string[] | undefined;
}

/** Front matter as written: known keys with their types, others as YAML has them. */
export type WrittenFields = Readonly<Record<string, unknown>>;

/** Fields of a doc that a generator sets from its own front matter. `undefined` removes a field whose name means something else in Docusaurus. */
export type DocFields = Readonly<
  Partial<
    Record<'id' | 'title' | 'description' | 'slug' | 'sidebar_label', string | undefined> &
      Record<'parse_number_prefixes' | 'unlisted' | 'draft' | 'hide_title' | 'hide_table_of_contents', boolean> &
      Record<'pagination_prev' | 'pagination_next', string | null | undefined> &
      Record<'aliases' | 'tags', string[] | undefined> & {
        sidebar_position: number | undefined;
        home: Home | undefined;
      }
  >
>;

/** A page, for generators whose navigation depends on the front matter of pages. */
export interface ProjectPage {
  /** Path from the content folder. */
  readonly path: string;
  readonly title: string;
  readonly position: number | undefined;
  readonly written: WrittenFields;
}

/** Support for one generator. Its functions are pure and do not run code of the project. */
export interface Generator {
  readonly name: GeneratorName;
  /** Whether a folder with these names is a project of the generator. */
  readonly detect: (names: ReadonlySet<string>) => boolean;
  /** Matches the paths of config files from the project's folder. `docgen sync` stores their texts for `read`. */
  readonly configFiles: RegExp;
  /** Folders of the project that `read` needs even if they are outside the content folder. */
  readonly folders?: readonly string[] | undefined;
  /** Reads the project. A navigation over the limit is not used, and is reported. */
  readonly read: (files: ProjectFiles, limit?: NavigationLimit) => Project;
  /** Returns a test for pages: Markdown, or HTML with front matter, by its path from the content folder. Absent: names with `_` are partials. */
  readonly pageTest?: ((project: Project) => (path: string) => boolean) | undefined;
  /** Returns files other than Markdown by the URLs of their pages, from the root. Reads the files, so it is only called for broken links. */
  readonly unread?: (files: ProjectFiles, project: Project) => Readonly<Record<string, string>>;
  /** Whether links can reference a page of another folder by its file name alone. */
  readonly hasBareNames?: boolean;
  /** Whether the navigation references pages by their URLs, which front matter can change. */
  readonly navigatesByUrl?: boolean;
  /** Returns a doc's front matter with the values that the config or a folder sets for it. The other functions get the result as `written`. */
  readonly inherited?: ((written: WrittenFields, path: string, project: Project) => WrittenFields) | undefined;
  /** Returns fields of a doc from its front matter and its path from the content folder. */
  readonly fields?: ((written: WrittenFields, path: string, project: Project) => DocFields) | undefined;
  /** Returns the URL of a doc from the root of the content, such as `/a/b/`. Absent: Docusaurus's rule. */
  readonly slug?: ((path: string, written: WrittenFields, project: Project) => string) | undefined;
  /** Returns the navigation of a project whose config doesn't define it, from the front matter of its pages. Undefined if files determine it. */
  readonly arrange?: (pages: readonly ProjectPage[], project: Project, limit: NavigationLimit) => Project['navigation'];
}

/** Creates a project with default values. */
export const emptyProject = (generator: GeneratorName, headingIds: HeadingIds = 'github'): Project => {
  const empty = { variables: {}, redirects: [], excluded: [], shown: [], inherited: [], settings: {}, faults: [] };
  return { generator, contentDir: '', static: [], headingIds, ...empty };
};
