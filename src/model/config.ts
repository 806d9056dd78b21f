import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import * as z from 'zod/mini';
import { checkExternalSchema, checkSchema } from './check-config.js';
import { addressOf } from './config-file/address.js';
import { isComponent } from './config-file/component.js';
import { faultOf, meant } from './config-file/issues.js';
import { configNames, foundContent, readConfigFile } from './config-file/read.js';
import { cleanStrings, reportCleaned } from './content/text.js';
import type { Checked, Diagnostic, Place } from './diagnostics/diagnostic.js';
import { prefixTaken } from './diagnostics/sync.js';
import {
  configInvalid,
  configNotFound,
  configUnknownKey,
  configUnreadable,
  labelsMissing,
} from './diagnostics/usage-and-config.js';
import { shownText } from './docs/address.js';
import { frameKeys, frameShape, imageNameFault, type Logo, logoOf } from './frame/frame-schema.js';
import { ownFileFault, projectRoot } from './frame/own-file.js';
import { labelKeys, labelsSchema } from './labels/labels-schema.js';
import { isLanguageTag, languages, missingLabels } from './labels/words.js';
import { importModule, offerModules } from './module.js';
import { headingIdRules, routeRules } from './mounts/generator.js';
import { clashOf, layered, type Mount, mountSchema, pathSchema as path, toMounts } from './mounts/mounts.js';
import { plainData, reasonOf, shortKey } from './plain-data.js';
import { fileFault, folderFault } from './regular-file.js';
import { sidebarsSchema } from './sidebar/sidebar-config.js';
import { type SiteFields, type SiteOverrides, siteKeys, siteShape } from './strict/site-schema.js';
import { defineConfig } from './user-config.js';
import { sourceVersionSchema } from './versions/named-versions.js';
import { withVersions } from './versions/source-versions.js';
import {
  splitVersioning,
  type VersionFields,
  type VersioningOptions,
  versioningShape,
} from './versions/version-options.js';

export type { Mount } from './mounts/mounts.js';
export type { UserConfig } from './user-config.js';

z.config(z.locales.en());

const versionSchema = z.strictObject({
  version: z._default(z.string(), 'current'),
  label: z._default(z.string(), 'Next'),
  banner: z._default(z.nullable(z.enum(['none', 'unreleased', 'unmaintained'])), null),
  badge: z._default(z.boolean(), false),
  noIndex: z._default(z.boolean(), false),
  className: z._default(z.string(), 'docs-version-current'),
  isLast: z._default(z.boolean(), true),
});

const sidebarOptionsSchema = z.strictObject({
  expandCurrent: z._default(z.boolean(), false),
  maxLinks: z.optional(z.int().check(z.minimum(1))),
});

const sourcePathSchema = z.strictObject({
  from: z.string(),
  to: z._default(z.string(), ''),
  include: z._default(z.array(z.string()), []),
  exclude: z._default(z.array(z.string()), []),
  rename: z._default(z.record(z.string(), z.string()), {}),
});

/** These addresses are shown in pages. */
const hasNoName = z.refine(
  (url: unknown) => !/^[^/\\]*[/\\]*[^/\\?#]*@/.test(String(url)),
  'it must not contain a user name or password',
);
const webUrl = z.url({ protocol: /^https?$/ }).check(hasNoName);
const sourceSchema = z.strictObject({
  section: z.string().check(z.regex(/^[^./\\\s][^/\\]*$/, 'it must be one folder name')),
  repo: z.string().check(z.minLength(1)),
  ref: z.optional(z.string().check(z.minLength(1))),
  versions: z.optional(z.array(sourceVersionSchema).check(z.minLength(1))),
  paths: z.array(sourcePathSchema).check(z.minLength(1)),
  license: z.optional(z.string()),
  homepage: z.optional(webUrl),
  editUrl: z.optional(webUrl),
  linkBase: z.optional(webUrl),
  headingIds: z.optional(z.enum(headingIdRules)),
  routes: z.optional(z.enum(routeRules)),
});

/** A repository at one ref, whose docs are gathered into a section, or into a version of one. */
export interface Source extends Omit<z.output<typeof sourceSchema>, 'ref' | 'versions'> {
  readonly ref: string;
}
/** What is gathered of a repository: a folder or a file, and its place in the section. */
export type SourcePathRule = z.output<typeof sourcePathSchema>;

const extras = ['definitions', 'mark', 'subscript', 'superscript'] as const;
/** Syntax that is read only where it is asked for. */
export type Extra = (typeof extras)[number];

const configSchema = z.strictObject({
  title: z._default(z.string(), 'Documentation'),
  tagline: z._default(z.string(), ''),
  url: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  basePath: z.optional(z.string()),
  trailingSlash: z._default(z.boolean(), true),
  lang: z._default(
    z.string().check(z.refine(isLanguageTag, 'it must be a language tag, such as `en`, `pt-BR` or `zh-Hans`')),
    'en',
  ),
  labels: z._default(labelsSchema, {}),
  content: z._default(z.union([path, z.array(z.union([path, mountSchema])).check(z.minLength(1))]), 'content'),
  out: z._default(path, 'build'),
  routeBase: z._default(z.string(), 'docs'),
  editUrl: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  components: z._default(path, ''),
  extras: z._default(z.array(z.enum(extras)), []),
  templates: z._default(path, ''),
  titles: z._default(z.enum(['page', 'record']), 'page'),
  css: z._default(path, ''),
  seeAlso: z._default(z.boolean(), true),
  static: z.optional(z.array(path)),
  ...siteShape,
  sidebar: z.prefault(sidebarOptionsSchema, {}),
  version: z.prefault(versionSchema, {}),
  ...frameShape,
  ...versioningShape,
  tagsBasePath: z._default(z.string(), 'tags'),
  sources: z._default(z.array(sourceSchema), []),
  check: z.prefault(checkSchema, {}),
  sidebars: z._default(sidebarsSchema, { tutorialSidebar: [{ type: 'autogenerated', dirName: '.' }] }),
});

/** What the validation takes; the same as `UserConfig`. */
export type ConfigInput = z.input<typeof configSchema>;

/** The config with every default filled in and every path absolute. */
export interface Config
  extends Omit<
      z.output<typeof configSchema>,
      'content' | 'basePath' | 'logo' | 'sources' | 'version' | keyof VersioningOptions
    >,
    SiteFields {
  readonly logo: Logo | undefined;
  /** Folder of the config, from which its paths are read. */
  readonly cwd: string;
  /** Each at one ref: a source with versions is one for each of them. */
  readonly sources: readonly Source[];
  /** Begins and ends with a slash. */
  readonly basePath: string;
  /** In the order of the layers. */
  readonly content: readonly Mount[];
  readonly version: VersionFields;
  /** True for a version that stands beside the hub: what a site has once is the hub's. */
  readonly isBeside: boolean;
  /** False for a version of which Docusaurus saved no sidebars: readers get the tree of its folders, its record has none. */
  readonly hasSidebars: boolean;
  /** Folder in which `docgen sync` keeps what it fetched and exported. */
  readonly workDir: string;
  /** Docs marked as drafts are built as well. */
  readonly drafts: boolean;
}

/** Options of the command line that override the config file. */
export interface ConfigOverrides extends SiteOverrides {
  readonly config?: string | undefined;
  readonly content?: string | undefined;
  readonly out?: string | undefined;
  readonly base?: string | undefined;
  readonly drafts?: boolean | undefined;
}

offerModules(async () => ({ 'docgen-hub': { defineConfig } }));

/** The files of which the first that exists is the config of a folder; `named` is what `--config` says. */
export function configFiles(cwd: string, named: string | undefined): string[] {
  return (named === undefined ? configNames : [named]).map((name) => resolve(cwd, name));
}

/** Finds, loads and validates the config of a folder. Diagnostics (all errors): DG103–DG106, DG207. */
export async function loadConfig(
  cwd: string,
  overrides: ConfigOverrides = {},
  { mayLackTemplates = false } = {},
): Promise<Checked<Config | undefined>> {
  const candidates = configFiles(cwd, overrides.config);
  const file = overrides.config === undefined ? candidates.find((path) => existsSync(path)) : candidates[0];
  if (file === undefined) return resolveConfig({ content: foundContent(cwd) }, { cwd, file: undefined, overrides });
  const shown = overrides.config ?? basename(file);
  if (!existsSync(file)) return { value: undefined, diagnostics: [configNotFound({ path: shown })] };
  const unreadable = (reason: string, place: Place = { file: shown }) => ({
    value: undefined,
    diagnostics: [configUnreadable({ reason: shownText(reason.replaceAll(`${cwd}/`, '')) }, place)],
  });
  const fault = fileFault(file);
  if (fault !== undefined) return unreadable(`it ${fault}`);
  const loaded = await readConfigFile(file, { cwd, shown });
  if ('fault' in loaded) return unreadable(loaded.fault.reason, loaded.fault.place);
  const resolved = resolveConfig(loaded.value, { cwd, file: shown, overrides });
  if (!resolved.value) return resolved;
  const diagnostics = Object.entries(await fileFaults(resolved.value, mayLackTemplates)).flatMap(([key, reason]) =>
    reason === undefined ? [] : [configInvalid({ key, reason }, { file: shown })],
  );
  return diagnostics.length === 0 ? resolved : { value: undefined, diagnostics };
}

/** Why the files that a config names cannot be used, by its keys. */
async function fileFaults(
  { components, templates, css, logo, favicon, socialImage, static: statics = [], cwd }: Config,
  mayLackTemplates: boolean,
): Promise<Readonly<Record<string, string | undefined>>> {
  const checked = (path: string, kind: string, check: (path: string) => string | undefined) => {
    const fault = path === '' ? undefined : check(path);
    return fault && `${kind} \`${basename(path)}\` ${fault}`;
  };
  const root = projectRoot(cwd);
  const image = (key: 'logo' | 'favicon' | 'socialImage', path: string) =>
    checked(path, 'file', (file) => imageNameFault(key, file) ?? ownFileFault(file, root));
  return {
    logo: logo && (image('logo', logo.light) ?? image('logo', logo.dark)),
    favicon: image('favicon', favicon),
    socialImage: image('socialImage', socialImage),
    components: components === '' ? undefined : await componentsFault(components),
    templates: mayLackTemplates && !existsSync(templates) ? undefined : checked(templates, 'folder', folderFault),
    css: checked(css, 'file', (file) => ownFileFault(file, root)),
    static: statics.map((dir) => checked(dir, 'folder', folderFault)).find((fault) => fault !== undefined),
  };
}

/** Why a file cannot give components, or undefined: it must export a map of names as its default. */
async function componentsFault(file: string): Promise<string | undefined> {
  const fault = fileFault(file);
  if (fault !== undefined) return `\`${basename(file)}\` ${fault}`;
  try {
    const loaded = await importModule(file);
    if (typeof loaded !== 'object' || loaded === null) return 'its default export must be a map: name → component';
    const wrong = Object.entries(loaded).find(([, entry]) => !isComponent(entry)); // a getter or a proxy that throws does so here
    return (
      wrong && `\`${wrong[0]}\` is no component, no \`{component, isInline}\` and no module whose default export is one`
    );
  } catch (error) {
    return reasonOf(error);
  }
}

/** Validates a config of unknown shape and fills in the defaults. Pure. */
export function resolveConfig(
  loaded: unknown,
  { cwd, file, overrides }: { cwd: string; file: string | undefined; overrides: ConfigOverrides },
): Checked<Config | undefined> {
  const place = file === undefined ? undefined : { file };
  const data = plainData(loaded);
  if ('fault' in data) return { value: undefined, diagnostics: [configInvalid(data.fault, place)] };
  const parsed = configSchema.safeParse(data.value);
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, mostIssues).flatMap((issue) => meant(issue, data.value));
    const found = issues.flatMap((issue) => toDiagnostics(issue, data.value, place));
    return { value: undefined, diagnostics: found.slice(0, mostIssues) };
  }
  const cleaned = cleanStrings(parsed.data);
  const { content, version, ...withVersioning } = cleaned.value;
  const { of: versioning, rest } = splitVersioning(withVersioning);
  const address = addressOf(rest, overrides.base);
  if ('fault' in address) return { value: undefined, diagnostics: [configInvalid(address.fault, place)] };
  const { url, basePath, routeBase, tagsBasePath } = address;
  const wanted = overrides.content ?? content;
  const absolute = (path: string) => (path === '' ? '' : resolve(cwd, path));
  const mounts = toMounts(wanted, cwd).map((mount) =>
    mount.prefix === '' ? { ...mount, versioning: { ...versioning, ...mount.versioning } } : mount,
  );
  const clash = clashOf(mounts);
  if (clash) return { value: undefined, diagnostics: [prefixTaken(clash, place)] };
  const workDir = resolve(cwd, '.docgen');
  // `--content` replaces all content folders and sources.
  const given = withVersions(overrides.content === undefined ? rest.sources : []);
  if ('fault' in given)
    return { value: undefined, diagnostics: [configInvalid({ key: 'sources', reason: given.fault }, place)] };
  const { sources, versioned } = given;
  const sections = new Set(overrides.content === undefined ? rest.sources.map(({ section }) => section) : []);
  const exported = [...sections].map(
    (section): Mount => ({
      dir: resolve(workDir, 'sources', section),
      prefix: section,
      layer: 'export',
      named: versioned.get(section),
    }),
  );
  const out = resolve(cwd, overrides.out ?? rest.out);
  return {
    value: {
      ...rest,
      sources,
      cwd,
      workDir,
      url,
      basePath,
      routeBase,
      tagsBasePath,
      content: layered([...mounts, ...exported]),
      out,
      components: absolute(rest.components),
      templates: absolute(rest.templates),
      css: absolute(rest.css),
      logo: logoOf(rest.logo, absolute),
      favicon: absolute(rest.favicon),
      socialImage: absolute(rest.socialImage),
      static: rest.static?.map(absolute),
      version: { ...version, banner: version.banner === 'none' ? null : version.banner },
      isBeside: false,
      hasSidebars: true,
      drafts: overrides.drafts ?? false,
      ...{ redirectsFile: overrides.redirects, relative: overrides.relative ?? rest.relative, file },
    },
    diagnostics: [...reportCleaned(cleaned, place), ...reportLabels(rest, place)],
  };
}

function reportLabels({ lang, labels }: Pick<Config, 'lang' | 'labels'>, place: { file: string } | undefined) {
  const missing = missingLabels(lang, labels);
  return missing.length === 0 ? [] : [labelsMissing({ lang, missing, languages }, place)];
}

type Issue = z.core.$ZodIssue;
/** Most faults that are reported for one config. */
const mostIssues = 100;

function toDiagnostics(issue: Issue, data: unknown, place: { file: string } | undefined): Diagnostic[] {
  const path = shortKey(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(issue.path);
    return issue.keys
      .slice(0, mostIssues)
      .map((key) => configUnknownKey({ key: path === '' ? key : `${path}.${key}`, known }, place));
  }
  const { path: at, reason, example } = faultOf(issue, data);
  return [configInvalid({ key: shortKey(at), reason, ...(example !== undefined && { example }) }, place)];
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  if (path[0] === 'sidebar') return Object.keys(sidebarOptionsSchema.shape);
  if (path[0] === 'version') return Object.keys(versionSchema.shape);
  if (path[0] === 'sources') return Object.keys(path[2] === 'paths' ? sourcePathSchema.shape : sourceSchema.shape);
  if (path[0] === 'labels') return labelKeys;
  const ofFrame = frameKeys[String(path[0])];
  if (ofFrame) return ofFrame;
  if (path[0] === 'check') return Object.keys((path.length === 1 ? checkSchema : checkExternalSchema).shape);
  if (String(path[0]) in siteShape && path.length > 0) return siteKeys(path);
  if (path[0] === 'content') return Object.keys(mountSchema.shape);
  if (path.length === 0) return Object.keys(configSchema.shape);
  return [];
}
