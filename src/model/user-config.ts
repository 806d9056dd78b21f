// What a maintainer writes in `docgen.config.*`, as types without imports, so that an editor shows them where only docgen is installed.
// `config.ts` validates the same; a test holds the two together.
import type { OwnLabels } from './labels/en.js';

/** Whose rule makes the ids of headings; found by the files of the project's generator where it is not given. */
export type UserHeadingIds = 'github' | 'vitepress' | 'kramdown' | 'mkdocs';
/** Whose rule makes the routes of docs; found likewise. */
export type UserRoutes = 'docusaurus' | 'starlight';

/** A content folder, and the id prefix at which its docs are mounted. */
export interface UserMount extends Omit<UserVersioning, 'versions'> {
  /** Folders, newest first, or Docusaurus's options by name. */
  versions?: UserFolderVersion[] | UserVersioning['versions'];
  dir: string;
  /** Of the instance of Docusaurus's docs plugin: its versions are in `<id>_versions.json` and folders of that name. */
  id?: string | undefined;
  prefix?: string | undefined;
  /** Its files win over all others: what the hub's owner writes into gathered sections. */
  overlay?: boolean | undefined;
  /** Its files are used only in sections that are not synced. */
  fallback?: boolean | undefined;
  /** Globs below `dir`: the Markdown files that are docs; all where nothing is given. */
  include?: string[] | undefined;
  /** Globs below `dir`: Markdown files that are no docs. */
  exclude?: string[] | undefined;
  /** What git ignores is left out (the default). */
  gitignore?: boolean | undefined;
  headingIds?: UserHeadingIds | undefined;
  routes?: UserRoutes | undefined;
  /** All of it is also published as one page. */
  onePage?: boolean | undefined;
}

/** What Docusaurus's options say of a version. */
export interface UserVersionOptions {
  label?: string | undefined;
  /** Path of its pages below the docs. */
  path?: string | undefined;
  banner?: 'none' | 'unreleased' | 'unmaintained' | undefined;
  badge?: boolean | undefined;
  noIndex?: boolean | undefined;
  className?: string | undefined;
}

/** A version of a section, newest first in their list. */
export interface UserNamedVersion {
  name: string;
  label?: string | undefined;
  /** Without one: `latest` is the first, those above it `next`, those below it `maintained`. */
  status?: 'latest' | 'maintained' | 'unmaintained' | 'next' | undefined;
  /** Path of its pages below the section's, its name where nothing is given. */
  path?: string | undefined;
}

export interface UserFolderVersion extends UserNamedVersion {
  /** Its folder; the content folder itself where nothing is given. */
  dir?: string | undefined;
}

export interface UserSourceVersion extends UserNamedVersion {
  /** As that of a source. */
  ref: string;
  /** In place of those of the source: its docs were elsewhere. */
  paths?: UserSourcePath[] | undefined;
}

/** Docusaurus's options for a folder that has `versions.json` beside it. */
export interface UserVersioning {
  lastVersion?: string | undefined;
  includeCurrentVersion?: boolean | undefined;
  onlyIncludeVersions?: string[] | undefined;
  disableVersioning?: boolean | undefined;
  /** By the name of the version. */
  versions?: Record<string, UserVersionOptions> | undefined;
}

/** Selects files of a repository and their place in the section. */
export interface UserSourcePath {
  /** A folder or a file of the repository; `.` is all of it. */
  from: string;
  to?: string | undefined;
  /** Globs below `from`. */
  include?: string[] | undefined;
  exclude?: string[] | undefined;
  /** New names of single files. */
  rename?: Record<string, string> | undefined;
}

/** A repository whose docs `docgen sync` gathers. */
export interface UserSource {
  /** Folder of the hub, `libs/beta` too; several sources may share one. */
  section: string;
  repo: string;
  /** Branch, tag or commit; `HEAD` is the default branch; `v2.*` is the newest tag of those. Not beside `versions`. */
  ref?: string | undefined;
  /** Versions, newest first, each at a ref. */
  versions?: UserSourceVersion[] | undefined;
  paths: UserSourcePath[];
  license?: string | undefined;
  homepage?: string | undefined;
  editUrl?: string | undefined;
  /** The project's own site: links to it become links into the hub. */
  linkBase?: string | undefined;
  headingIds?: UserHeadingIds | undefined;
  routes?: UserRoutes | undefined;
  /** The section is also published as one page. */
  onePage?: boolean | undefined;
  /** Where it cannot be fetched, `docgen sync` warns and exits with 0: the section is that of the last export, or left out. */
  optional?: boolean | undefined;
  /** `docgen sync` fetches the history too: each page shows when it was last changed. */
  history?: boolean | undefined;
}

interface UserItem {
  key?: string | undefined;
  className?: string | undefined;
  customProps?: Record<string, unknown> | undefined;
}
export interface UserDocItem extends UserItem {
  type: 'doc' | 'ref';
  id: string;
  label?: string | undefined;
}
export interface UserLinkItem extends UserItem {
  type: 'link';
  label: string;
  href: string;
  description?: string | undefined;
  autoAddBaseUrl?: boolean | undefined;
}
export interface UserHtmlItem extends UserItem {
  type: 'html';
  value: string;
  defaultStyle?: boolean | undefined;
}
export interface UserAutogeneratedItem extends UserItem {
  type: 'autogenerated';
  dirName: string;
}
export interface UserCategory extends UserItem {
  type: 'category';
  label: string;
  items: UserSidebar;
  link?: UserCategoryLink | null | undefined;
  collapsible?: boolean | undefined;
  collapsed?: boolean | undefined;
  description?: string | undefined;
}
/** The page that a category's label leads to. */
export type UserCategoryLink =
  | { type: 'doc'; id: string }
  | {
      type: 'generated-index';
      slug?: string | undefined;
      title?: string | undefined;
      description?: string | undefined;
      image?: string | undefined;
      keywords?: string | string[] | undefined;
    };
/** `{label: items}`, short for categories. */
export interface UserShorthand {
  [label: string]: UserSidebar;
}
export type UserFullItem = UserDocItem | UserLinkItem | UserHtmlItem | UserAutogeneratedItem;
export type UserSidebarItem = string | UserFullItem | UserCategory | UserShorthand;
export type UserSidebar = UserSidebarItem[] | UserShorthand;

export interface UserRedirect {
  from: string;
  to: string;
  status?: 301 | 302 | 307 | 308 | undefined;
}

/** How much a diagnostic counts. */
export type UserSeverity = 'off' | 'info' | 'warning' | 'error';
/** By code, and in files that globs name, from the folder of the config or as paths in the hub. */
export interface UserDiagnostics {
  [code: `DG${number}`]: UserSeverity | undefined;
  at?: { paths: string[]; codes?: string[] | undefined; severity: UserSeverity }[] | undefined;
}

/** A link of the frame: an address, a path from the site's root, or the path of a Markdown file of the content. */
export interface UserLink {
  label: string;
  href: string;
}
/** Links behind a label, which opens them. */
export interface UserDropDown {
  label: string;
  links: UserLink[];
}
export interface UserColumn {
  title?: string | undefined;
  links: UserLink[];
}

/** Budgets of `docgen check`, and how it asks other sites. */
export interface UserCheck {
  /** Most that one page may have, in units of 1,000 bytes. */
  pageKb?: number | undefined;
  /** Most that the site may have, in units of 1,000,000 bytes. */
  totalMb?: number | undefined;
  /** `plain`: scripts, handlers and forms are faults (the default for sites of docgen); `any`: they are not. */
  markup?: 'plain' | 'any' | undefined;
  external?:
    | {
        /** Only these are asked: hosts, or starts of addresses before `*`. */
        allow?: string[] | undefined;
        ignore?: string[] | undefined;
        /** Hosts of private networks are asked too. */
        intranet?: boolean | undefined;
        /** Seconds for one answer. */
        timeout?: number | undefined;
        /** Seconds between two requests to one host. */
        pause?: number | undefined;
        /** Days for which an answer is remembered. */
        maxAge?: number | undefined;
      }
    | undefined;
}

/** What a maintainer may write in `docgen.config.*`; every key has a default. docs/reference/config.md says what each does. */
export interface UserConfig extends UserVersioning {
  title?: string | undefined;
  tagline?: string | undefined;
  /** Address of the site, `https://docs.example` or `https://example.org/hub/`. */
  url?: string | undefined;
  /** Path of the site at its address, `/hub/`; that of `url` where it is not given. */
  basePath?: string | undefined;
  /** `true`: pages are folders, their addresses end in a slash (the default); `false`: pages are files (`flows.html`). */
  trailingSlash?: boolean | undefined;
  /** Addresses in pages are relative and name files, so that the folder opens from anywhere. */
  relative?: boolean | undefined;
  /** Each section, or the folders of this list (`.` is the whole hub), are also published as one page, for printing and full-text search. */
  onePage?: boolean | string[] | undefined;
  /** Language of the pages, and of the interface where docgen speaks it. */
  lang?: string | undefined;
  /** Words of the interface in place of docgen's. */
  labels?: OwnLabels | undefined;
  /** Content folders. By default `content`, else `docs`, else none if there are `sources`. */
  content?: string | (string | UserMount)[] | undefined;
  out?: string | undefined;
  routeBase?: string | undefined;
  editUrl?: string | undefined;
  /** Module whose default export maps names to components for MDX. */
  components?: string | undefined;
  /** Syntax that is read only where it is asked for. */
  extras?: ('definitions' | 'mark' | 'subscript' | 'superscript')[] | undefined;
  /** Folder of templates that replace docgen's own. */
  templates?: string | undefined;
  /** What readers see: `page`, titles made of the pages; `record`, Docusaurus's. */
  titles?: 'page' | 'record' | undefined;
  css?: string | undefined;
  /** Pages end with a few others that share their keywords, tags, title or rare words of it (the default). */
  seeAlso?: boolean | undefined;
  /** Image beside the title: SVG, PNG, WebP, AVIF, JPEG or GIF; `dark` is shown to readers with a dark scheme. */
  logo?:
    | string
    | {
        light: string;
        dark?: string | undefined;
        /** What the image says, where `showTitle` is off. */
        alt?: string | undefined;
        showTitle?: boolean | undefined;
      }
    | undefined;
  /** SVG, PNG or ICO; drawn from the title where it is not given. */
  favicon?: string | undefined;
  /** Image of link previews: PNG, JPEG, WebP or GIF, best 1200 × 630. */
  socialImage?: string | undefined;
  header?: { links?: (UserLink | UserDropDown)[] | undefined } | undefined;
  /** `text` is Markdown. */
  footer?: { columns?: UserColumn[] | undefined; text?: string | undefined } | undefined;
  /** One line of Markdown above every page. */
  announcement?: string | undefined;
  /** Markdown for addresses that lead nowhere. */
  notFound?: string | undefined;
  /** The doc that is the front of the hub: its path in the content, or its id. */
  home?: string | undefined;
  /** Path → name → value: added to `_headers`, or put in the place of docgen's. */
  headers?: Record<string, Record<string, string>> | undefined;
  /** Folders whose files are published at the root of the site as they are; `static` beside the content where nothing is given. */
  static?: string[] | undefined;
  /** From addresses of the site (`*` at the end stands for the rest) to others, or to other hosts. */
  redirects?: UserRedirect[] | undefined;
  /** Globs of addresses on the same host that others serve: links to them stay. */
  external?: string[] | undefined;
  diagnostics?: UserDiagnostics | undefined;
  sidebar?: { expandCurrent?: boolean | undefined; maxLinks?: number | undefined } | undefined;
  version?:
    | {
        version?: string | undefined;
        label?: string | undefined;
        banner?: 'none' | 'unreleased' | 'unmaintained' | null | undefined;
        badge?: boolean | undefined;
        noIndex?: boolean | undefined;
        className?: string | undefined;
        isLast?: boolean | undefined;
      }
    | undefined;
  /** Path of the tags below the docs. */
  tagsBasePath?: string | undefined;
  sources?: UserSource[] | undefined;
  /** What `docgen check` measures and asks. */
  check?: UserCheck | undefined;
  /** Sidebar name → items. */
  sidebars?: Record<string, UserSidebar> | undefined;
}

/** For the config file's types: `export default defineConfig({ … })`. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
