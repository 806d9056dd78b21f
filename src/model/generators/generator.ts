// The project of another generator as plain data, and the functions that each generator has.
import type { ConfigFault } from '../input/code/literal-values.js';
import type { Home } from '../input/home.js';
import type { NavigationLimit } from '../input/navigation.js';
import type { InheritedValues } from '../types/inherited-values.js';

/** Generators whose projects are read by their own rules. */
export const generatorNames = ['docusaurus', 'vitepress', 'starlight', 'mkdocs', 'mdbook', 'hugo', 'jekyll'] as const;
export type GeneratorName = (typeof generatorNames)[number];

/** Generators by whose rule headings get ids. */
export const headingIdRules = [
  'github',
  'docusaurus',
  'vitepress',
  'vitepress-cased',
  'kramdown',
  'mkdocs',
  'mkdocs-unicode',
  'mdbook',
  'hugo',
  'hugo-hyphens',
  'hugo-ascii',
  'hugo-blackfriday',
] as const;
export type HeadingIds = (typeof headingIdRules)[number];

/** The files of a project that its generator can ask for. The project's folder is the one that contains the generator's config. */
export interface ProjectFiles {
  /** Paths of the files that are known, from the project's folder, POSIX, sorted: at least those of the content. */
  readonly paths: readonly string[];
  /** Returns the text of a file by its path from the project's folder, or undefined if it does not exist, is too large or is outside the repository. */
  readonly read: (path: string) => string | undefined;
}

/** An item of the owner's navigation. Paths and folders are relative to `Project.contentDir`. */
export type NavigationItem =
  /** `isRef`: the page has its place elsewhere. */
  | { readonly type: 'page'; readonly path: string; readonly label?: string | undefined; readonly isRef?: true }
  | { readonly type: 'link'; readonly label: string; readonly href: string }
  | {
      readonly type: 'folder';
      readonly label: string;
      /** Page of the folder itself. */
      readonly page?: string | undefined;
      readonly items: readonly NavigationItem[];
    }
  /** The pages and folders in a folder, '' for the content folder, by the order of their front matter and names. */
  | { readonly type: 'files'; readonly dir: string };

export type ProjectFault = ConfigFault;

/** A project as its config describes it. Plain data: it is compared and stored between builds. */
export interface Project {
  readonly generator: GeneratorName;
  /** Folder of the docs from the project's folder, '' if they are the same. */
  readonly contentDir: string;
  /** Folders of static files that are published at the root of the site, from the project's folder. */
  readonly static: readonly string[];
  /** Folders with files that pages name by their paths from there, from the project's folder. */
  readonly assets?: readonly string[] | undefined;
  /** Folders with files that pages include by their paths from there, from the project's folder. */
  readonly included?: readonly string[] | undefined;
  readonly title?: string | undefined;
  /** The file with its navigation, else its config, from the project's folder. */
  readonly file?: string | undefined;
  /** URL of the folder `contentDir` in the editor of the project's Git host, without a slash at its end. */
  readonly editUrl?: string | undefined;
  readonly headingIds: HeadingIds;
  /** The owner's order; absent if files and their front matter determine it. */
  readonly navigation?: readonly NavigationItem[] | undefined;
  /** Values that texts can show, such as `site.title`: plain data. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Former addresses and their targets, both from the root of the site. */
  readonly redirects: readonly (readonly [from: string, to: string])[];
  /** Globs of files in the content folder that have no page, and of those that have one whatever their names are. */
  readonly excluded: readonly string[];
  readonly shown: readonly string[];
  /** Of two rules, the later one counts. */
  readonly inherited: readonly InheritedValues[];
  /** Values of the config that the generator's functions use. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly faults: readonly ProjectFault[];
  /** Folder of the default language in the content folder, if all are folders of languages. */
  readonly main?: string | undefined;
  /** Folders of translations in the content folder, which are left out. */
  readonly locales?: readonly string[] | undefined;
}

/** Front matter as written: known keys with their types, others as YAML has them. */
export type WrittenFields = Readonly<Record<string, unknown>>;

/** Fields of a doc that a generator sets by its own front matter. `undefined` removes what the author wrote under Docusaurus's name. */
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

/** A page of a project, for a generator whose order depends on the front matter of pages. */
export interface ProjectPage {
  /** Path from the content folder. */
  readonly path: string;
  readonly title: string;
  readonly position: number | undefined;
  readonly written: WrittenFields;
}

/** Knows one generator. Its functions are pure and do not run anything of the project. */
export interface Generator {
  readonly name: GeneratorName;
  /** Whether a folder with these names is a project of the generator. */
  readonly detect: (names: ReadonlySet<string>) => boolean;
  /** Matches the paths of config files from the project's folder, whose texts `docgen sync` stores for `read`. */
  readonly configFiles: RegExp;
  /** Folders of the project whose files `read` needs, also if only a folder next to them is the content. */
  readonly folders?: readonly string[] | undefined;
  /** A navigation that exceeds the limit is not used, and reported. */
  readonly read: (files: ProjectFiles, limit?: NavigationLimit) => Project;
  /** Tells whether a file of Markdown, or of HTML with front matter, is a page, by its path from the content folder. Absent: by docgen's rule, that names with `_` are partials. */
  readonly pageTest?: ((project: Project) => (path: string) => boolean) | undefined;
  /** Files by the addresses of their pages, from the root, that are not Markdown. Reads them, so it is only called for broken links. */
  readonly unread?: (files: ProjectFiles, project: Project) => Readonly<Record<string, string>>;
  /** Whether its links can name a page of another folder by its file name alone. */
  readonly hasBareNames?: boolean;
  /** Whether its navigation names pages by their addresses, which their front matter can set. */
  readonly hasAddressesInOrder?: boolean;
  /** The fields that the author of a doc wrote, and those that the config or a folder sets for it. The other functions get it as `written`. */
  readonly inherited?: ((written: WrittenFields, path: string, project: Project) => WrittenFields) | undefined;
  /** Fields of a doc, by what its author wrote and its path from the content folder. */
  readonly fields?: ((written: WrittenFields, path: string, project: Project) => DocFields) | undefined;
  /** Address of a doc from the root of the content, such as `/a/b/`. Absent: Docusaurus's rule. */
  readonly slug?: ((path: string, written: WrittenFields, project: Project) => string) | undefined;
  /** The owner's order of a project whose config leaves pages to their files, by the front matter of its pages. Undefined if files determine it. */
  readonly arrange?: (pages: readonly ProjectPage[], project: Project, limit: NavigationLimit) => Project['navigation'];
}

/** A project without anything that is special. */
export const emptyProject = (generator: GeneratorName, headingIds: HeadingIds = 'github'): Project => {
  const empty = { variables: {}, redirects: [], excluded: [], shown: [], inherited: [], settings: {}, faults: [] };
  return { generator, contentDir: '', static: [], headingIds, ...empty };
};
