// Schema of a config. The types of `docgen.config.*` that users import are inferred from it, with the comments on its keys
// (`.ci/config-types.mjs`).
import { extname } from 'node:path';
import * as z from 'zod/mini';
import { heroSchema, linkSchema as link } from '../../input/home.js';
import { labelsSchema } from '../../labels/labels-schema.js';
import { isLanguageTag } from '../../labels/ui-text.js';
import type { BuildReport } from '../../types/report.js';
import {
  addressGlobSchema,
  filledText,
  mountSchema,
  pathSchema as path,
  sourceSchema,
  versioningShape,
  versionSchema,
} from './content.js';
import { settingsSchema } from './diagnostics.js';
import { headSchema } from './head.js';
import { onePageSchema } from './one-page.js';
import { sidebarsSchema } from './sidebars.js';

z.config(z.locales.en());

const sidebarOptionsSchema = z.strictObject({
  expandCurrent: z._default(z.boolean(), false),
  maxLinks: z._default(z.int().check(z.minimum(1)), 1_000),
});

const checkExternalSchema = z.strictObject({
  /** The only sites to request: hosts, or prefixes of URLs that end with `*`. */
  allow: z._default(z.array(filledText), []),
  ignore: z._default(z.array(filledText), []),
  /** Hosts of private networks are requested too. */
  intranet: z._default(z.boolean(), false),
  /** Timeout of one request, in seconds. */
  timeout: z._default(z.number().check(z.minimum(1), z.maximum(120)), 15),
  /** Time between two requests to one host, in seconds. */
  pause: z._default(z.number().check(z.minimum(0), z.maximum(60)), 0.5),
  /** Days for which a result is cached. */
  maxAge: z._default(z.number().check(z.minimum(0)), 7),
});

const checkSchema = z.strictObject({
  /** Maximum size of one page, in units of 1,000 bytes. */
  pageKb: z.optional(z.number().check(z.positive())),
  /** Maximum size of the site, in units of 1,000,000 bytes. */
  totalMb: z.optional(z.number().check(z.positive())),
  /** `plain`: active content (scripts, event handlers, iframes, forms) is a violation (the default for sites that docgen built); `any`: they are allowed. */
  markup: z.optional(z.enum(['plain', 'any'])),
  external: z.prefault(checkExternalSchema, {}),
});

const level = z.int().check(z.minimum(1), z.maximum(6));
export const tocSchema = z
  .strictObject({ min: z._default(level, 1), max: z._default(level, 3) })
  .check(z.refine(({ min, max }) => min <= max, '`min` must not be greater than `max`'));

const words = z.string().check(z.minLength(1), z.maxLength(100));
export const codeSchema = z.strictObject({
  /** Comments that mark lines, instead of docgen's: those of Docusaurus's `prism.magicComments`. */
  magicComments: z.optional(
    z.array(z.object({ line: z.optional(words), block: z.optional(z.object({ start: words, end: words })) })),
  ),
  /** Package managers that have a tab, after npm, in code with `npm2yarn`. */
  npm2yarn: z._default(z.array(z.enum(['yarn', 'pnpm', 'bun'])), ['yarn', 'pnpm', 'bun']),
});
export type CodeOptions = z.output<typeof codeSchema>;

const remarkPluginSchema = z.union([filledText, z.tuple([filledText]), z.tuple([filledText, z.unknown()])]);
export type RemarkPluginEntry = z.output<typeof remarkPluginSchema>;

const extras = ['definitions', 'mark', 'subscript', 'superscript'] as const;
/** Syntax that is off by default. */
export type Extra = (typeof extras)[number];

export type UserLink = z.input<typeof link>;
const links = z.array(link).check(z.minLength(1));
const dropDown = z.strictObject({ label: filledText, links });
const homeSchema = z.union([z.string(), heroSchema]);

const column = z.strictObject({ title: z._default(z.string(), ''), links });

const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'it must be the name of a header'));
const headerValue = z.string().check(z.regex(/^[^\p{Cc}]*$/u, 'it must be one line'));
const headerPath = z.string().check(z.regex(/^\/[^\s\p{Cc}]*$/u, 'it must be a path such as `/assets/*`'));

const logoImages = z.strictObject({
  light: filledText,
  dark: z._default(z.string(), ''),
  /** Alternative text, needed if `showTitle` is off. */
  alt: z._default(z.string(), ''),
  showTitle: z._default(z.boolean(), true),
});
const logoSchema = z.union([z.string(), logoImages]);
export type Logo = Readonly<z.output<typeof logoImages>>;

const languageTag = z
  .string()
  .check(z.refine(isLanguageTag, 'it must be a language tag, such as `en`, `pt-BR` or `zh-Hans`'));

/** A language of the hub: Docusaurus's `i18n.localeConfigs`. The entry named as `lang` is the default language. */
const localeSchema = z.strictObject({
  /** Name of the language in the menu. By default, its own name for itself. */
  label: z.optional(filledText),
  /** Language tag of its pages, if its name isn't one. */
  htmlLang: z.optional(languageTag),
  /** Direction of its text; by default that of the language. */
  direction: z.optional(z.enum(['ltr', 'rtl'])),
  /** Its folder below `i18n`; by default its name. */
  path: z.optional(filledText),
  /** UI text that replaces docgen's in this language. */
  labels: z.optional(labelsSchema),
});

const nameSchema = z.string().check(z.regex(/^[A-Za-z\d][\w-]{0,49}$/, 'it must be a name such as `ja` or `pt-BR`'));

/** Name → options, in the order of the menu. */
const localesSchema = z._default(z.record(nameSchema, localeSchema), {});

export type LocaleOptions = z.output<typeof localeSchema>;

/** A language in the menu. */
export interface LocaleChoice {
  readonly name: string;
  readonly label: string;
  readonly lang: string;
  /** Path of its pages from those of the default language: `ja/`, or ''. */
  readonly folder: string;
  readonly basePath: string;
  readonly siteBase: string;
}

export interface Locale extends LocaleChoice {
  /** Folder of its translations below `i18n`. */
  readonly path: string;
  readonly all: readonly LocaleChoice[];
}

/** Translations by Docusaurus's keys. */
export type Messages = Readonly<Record<string, string>>;

const redirectSchema = z.strictObject({
  from: z.string().check(z.maxLength(2000), z.regex(/^\/(?!\/)/, 'it must begin with one slash')),
  to: z.string().check(z.minLength(1), z.maxLength(2000)),
  status: z._default(z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]), 301),
});
export type UserRedirect = z.input<typeof redirectSchema>;
export type RedirectStatus = z.output<typeof redirectSchema>['status'];

export const hooks = ['afterBuild'] as const;

export const configSchema = z.strictObject({
  /** JSON schema of a config in JSON or YAML, for editors: `./node_modules/docgen-hub/dist/config.schema.json`. */
  $schema: z.optional(z.string()),
  title: z._default(z.string(), 'Documentation'),
  tagline: z._default(z.string(), ''),
  /** URL of the site, such as `https://docs.example` or `https://example.org/hub/`. */
  url: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  /** Path of the site on its host, such as `/hub/`; by default that of `url`. */
  basePath: z.optional(z.string()),
  /**
   * `true`: pages are folders, and their URLs end in a slash (the default); `false`: pages are files (`flows.html`); `record`: as `true`,
   * but canonical URLs and the sitemap have Docusaurus's permalinks, as on a Docusaurus site without `trailingSlash`; `.html`: URLs of pages
   * end in `.html`, those of the index of a folder in a slash.
   */
  trailingSlash: z._default(z.union([z.boolean(), z.enum(['record', '.html'])]), true),
  /** Canonical URL of a page that several versions have: its own (the default), or that of the latest version. */
  canonical: z._default(z.enum(['page', 'latest']), 'page'),
  /** Language of the pages, and of the UI text if docgen has a translation. */
  lang: z._default(languageTag, 'en'),
  /** Languages of the site by name, with `lang` as the default one: each has its pages below its name, and its translations in `i18n`. */
  locales: localesSchema,
  /** UI text that replaces docgen's. */
  labels: z._default(labelsSchema, {}),
  /** Content folders. By default `content`, else `docs`, else none if there are `sources`. */
  content: z.optional(z.union([path, z.array(z.union([path, mountSchema])).check(z.minLength(1))])),
  out: z._default(path, 'build'),
  routeBase: z._default(z.string(), 'docs'),
  editUrl: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  /** Module whose default export maps names to components for MDX. */
  components: z._default(path, ''),
  /** Syntax that is off by default. */
  extras: z._default(z.array(z.enum(extras)), []),
  /** How `.md` files are read: `mdx`, as Docusaurus reads them; `detect`, as MDX only if they contain its syntax (the default). */
  markdown: z._default(z.enum(['detect', 'mdx']), 'detect'),
  code: z.prefault(codeSchema, {}),
  /** Plugins over the Markdown tree of each page: names or paths of modules, with options. */
  remarkPlugins: z._default(z.array(remarkPluginSchema), []),
  /** Folder of templates that replace docgen's own. */
  templates: z._default(path, ''),
  /** Titles that readers see: `page`, made from the pages; `record`, Docusaurus's. */
  titles: z._default(z.enum(['page', 'record']), 'page'),
  css: z._default(path, ''),
  /** First and last heading level of the table of contents; front matter can change both for a page. */
  toc: z.prefault(tocSchema, {}),
  /** Pages end with links to pages with the same keywords, tags, title or rare words of it (the default). */
  seeAlso: z._default(z.boolean(), true),
  /** Folders whose files are copied to the root of the site; by default `static` next to the content. */
  static: z.optional(z.array(path)),
  /** Redirects from URLs of the site (`*` at the end matches the rest) to other URLs. */
  redirects: z._default(z.array(redirectSchema).check(z.maxLength(10_000)), []),
  /** Globs of URLs on the same host that other applications serve: links to them stay. */
  external: z._default(z.array(addressGlobSchema), []),
  diagnostics: z._default(settingsSchema, {}),
  /** URLs in pages are relative and end with file names, so that the folder can be opened from anywhere. */
  relative: z._default(z.boolean(), false),
  /** Each section, or the folders of this list (`.` is the whole hub), are also published as one page, for printing and full-text search. */
  onePage: onePageSchema,
  sidebar: z.prefault(sidebarOptionsSchema, {}),
  version: z.prefault(versionSchema, {}),
  /** Image next to the title: SVG, PNG, WebP, AVIF, JPEG or GIF; `dark` is for readers with a dark color scheme. */
  logo: z._default(logoSchema, ''),
  /** SVG, PNG or ICO; by default docgen draws one from the title. */
  favicon: z._default(z.string(), ''),
  /** Image of link previews: PNG, JPEG, WebP or GIF, best 1200 × 630. */
  socialImage: z._default(z.string(), ''),
  header: z.prefault(z.strictObject({ links: z._default(z.array(z.union([link, dropDown])), []) }), {}),
  /** `text` is Markdown. */
  footer: z.prefault(
    z.strictObject({ columns: z._default(z.array(column), []), text: z._default(z.string(), '') }),
    {},
  ),
  /** One line of Markdown above every page. */
  announcement: z._default(z.string(), ''),
  /** Markdown of the page for URLs that don't exist. */
  notFound: z._default(z.string(), ''),
  /** The doc that is the home page of the hub (its path in the content, or its id), or texts and links above the list of sections. */
  home: z._default(homeSchema, ''),
  /** URL of a search, which a query follows, such as `https://duckduckgo.com/?q=`: pages link to a search of this site there. */
  searchUrl: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  /** Path → name → value: added to `_headers`, or replaces docgen's value. */
  headers: z._default(z.record(headerPath, z.record(headerName, headerValue)), {}),
  /** `meta` and `link` elements in the head of every page, or of the pages whose URLs match globs. */
  head: z._default(headSchema.check(z.maxLength(100)), []),
  ...versioningShape,
  /** Path of the tags below the docs. */
  tagsBasePath: z._default(z.string(), 'tags'),
  sources: z._default(z.array(sourceSchema), []),
  /** Budgets of `docgen check`, and how it requests other sites. */
  check: z.prefault(checkSchema, {}),
  /** Called when `docgen build` has published a site, and awaited. */
  afterBuild: z.optional(
    z.custom<(report: BuildReport) => unknown>((value) => typeof value === 'function', 'it must be a function'),
  ),
  /** Sidebar name → items. */
  sidebars: z._default(sidebarsSchema, { tutorialSidebar: [{ type: 'autogenerated', dirName: '.' }] }),
});

/** Content of `docgen.config.*`; every key has a default. docs/reference/config.md describes each. */
export type UserConfig = z.input<typeof configSchema>;

export function logoOf(logo: z.output<typeof logoSchema>, toPath: (path: string) => string): Logo | undefined {
  const { light, dark = '', alt = '', showTitle = true } = typeof logo === 'string' ? { light: logo } : logo;
  return light === '' ? undefined : { light: toPath(light), dark: toPath(dark), alt, showTitle };
}

const imageKinds = {
  logo: { extension: /^\.(?:svg|png|webp|avif|jpe?g|gif)$/i, names: 'SVG, PNG, WebP, AVIF, JPEG or GIF' },
  favicon: { extension: /^\.(?:svg|png|ico)$/i, names: 'SVG, PNG or ICO' },
  socialImage: { extension: /^\.(?:png|jpe?g|webp|gif)$/i, names: 'PNG, JPEG, WebP or GIF' },
};

export function imageNameFault(key: keyof typeof imageKinds, path: string): string | undefined {
  const { extension, names } = imageKinds[key];
  return extension.test(extname(path)) ? undefined : `must be a ${names} image`;
}
