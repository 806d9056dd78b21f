// What is given of a Docusaurus site, and what is said of it.
/** A Docusaurus site, loaded. */
export interface DocusaurusSite {
  /** What `docusaurus.config.*` exports; what its function returns, if it is one. */
  readonly config: unknown;
  /** What the modules of `sidebarPath` export, by the path as the config names it or from the site's folder. */
  readonly sidebars?: Readonly<Record<string, unknown>> | undefined;
  /** Paths of the files below the site's folder, without `node_modules`: they show swizzled components, pages and versions. */
  readonly files?: readonly string[] | undefined;
  /** Whether a folder exists, by its path from the site's folder; without it those of docs do and static ones do not. */
  readonly hasFolder?: ((path: string) => boolean) | undefined;
  /** Addresses of the docs below the base path, where rules are to be run over them. */
  readonly routes?: readonly string[] | undefined;
  /** The folder of `docusaurus.config.*`, absolute: the config may name absolute paths. */
  readonly siteDir?: string | undefined;
}

/** Something of a site that docgen has no place for. */
export interface NotTaken {
  /** Where it is: a key of the config, or a path from the site's folder. */
  readonly key: string;
  /** What it is, in a few words. */
  readonly what: string;
}
