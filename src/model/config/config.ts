// The resolved config: loads and validates the config file, and fills in defaults and absolute paths.
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isString, mapValues, pick, sortBy } from 'lodash-es';
import type * as z from 'zod/mini';
import { type Checked, type Diagnostic, nearest, type Place, problem } from '../diagnostics/diagnostic.js';
import type { Home } from '../input/home.js';
import { plainData, shortKey } from '../input/plain-data.js';
import { bytesAt, fileFault, folderFault, ownFileFault, repositoryOf } from '../input/regular-file.js';
import { cleanStrings, reportCleaned } from '../input/text.js';
import { isLanguageTag, languages, missingLabels } from '../labels/ui-text.js';
import { redactText } from '../types/redact.js';
import type { RedirectsFile } from '../types/redirects-file.js';
import type { BuildReport } from '../types/report.js';
import { type Address, addressOf } from './address.js';
import { faultOf, keysAt, narrowUnionIssue } from './issues.js';
import {
  componentsFault,
  type FileFault,
  hookFault,
  offerModules,
  placeOfFault,
  pluginsFault,
  type RemarkPlugin,
  toPlugins,
} from './module.js';
import { configNames, readConfigFile, startOfKey } from './read.js';
import {
  configSchema,
  hooks,
  imageNameFault,
  type Locale,
  type LocaleOptions,
  type Logo,
  logoOf,
  type Messages,
} from './schema/config.js';
import {
  clashOf,
  layers,
  type Mount,
  type Source,
  splitVersioning,
  toMounts,
  type VersionFields,
  type VersioningOptions,
} from './schema/content.js';
import { type OnePageFolders, onePageFolders } from './schema/one-page.js';
import { mountsWith, snapshotFolder, type WithFolder, withVersions } from './sources.js';

export type { Extra, UserConfig } from './schema/config.js';
export type { Mount } from './schema/content.js';

type Replaced =
  | '$schema'
  | 'afterBuild'
  | 'content'
  | 'home'
  | 'logo'
  | 'onePage'
  | 'remarkPlugins'
  | 'sources'
  | 'version';
type Parsed = Omit<z.output<typeof configSchema>, Replaced | keyof Address | keyof VersioningOptions>;

/** The config with every default filled in and every path absolute. */
export interface Config extends Address, Parsed {
  readonly onePage: OnePageFolders;
  readonly redirectsFile: RedirectsFile | undefined;
  readonly remarkPlugins: readonly RemarkPlugin[];
  /** Name of the config file in messages. Undefined without a config file. */
  readonly file: string | undefined;
  readonly logo: Logo | undefined;
  /** The doc that is the home page of the hub, by path or id. */
  readonly home: string;
  /** Texts and links of the home page, if it is the list of sections. */
  readonly hero: Home | undefined;
  /** Folder of the config, from which its paths are read. */
  readonly cwd: string;
  /** Sources with one ref each. A source with versions becomes one source per version. */
  readonly sources: readonly Source[];
  readonly content: readonly Mount[];
  readonly version: VersionFields;
  /** The language of this site. Undefined if the hub has only one. */
  readonly locale: Locale | undefined;
  readonly direction: LocaleOptions['direction'];
  /** Translated labels of sidebars, by Docusaurus's keys. Empty for the default language. */
  readonly messages: Messages;
  /** Messages of `code.json` for texts of pages, by their ids. */
  readonly texts: Messages;
  /** Whether this is a version other than the latest, which has no files that exist once per site. */
  readonly isOtherVersion: boolean;
  /** Whether the version has sidebars. If Docusaurus saved none for it, readers get the tree of its folders. */
  readonly hasSidebars: boolean;
  /** Folder in which `docgen sync` stores fetched and exported files. */
  readonly workDir: string;
  readonly drafts: boolean;
}

type Options<Name extends string, T> = { readonly [Key in Name]?: T | undefined };

interface ConfigOverrides
  extends Options<'config' | 'content' | 'out' | 'base', string>,
    Options<'relative' | 'preview' | 'drafts', boolean> {
  readonly redirects?: RedirectsFile | undefined;
  readonly with?: readonly WithFolder[] | undefined;
}

offerModules(async () => ({ 'docgen-hub': { defineConfig: (config: unknown) => config } }));

/** Returns possible config files of a folder. The first one that exists is used. `named` is the value of `--config`. */
export function configFiles(cwd: string, named: string | undefined): string[] {
  return (named === undefined ? configNames : [named]).map((name) => resolve(cwd, name));
}

interface LoadedConfig extends Checked<Config | undefined> {
  /** Calls the hook of the config. Returns a problem if it fails. */
  readonly afterBuild?: ((report: BuildReport) => Promise<readonly Diagnostic[]>) | undefined;
  /** A valid config that can't be used because of a file that it references. */
  readonly refused?: Config;
}

/** Finds, loads and validates the config of a folder. Diagnostics (all errors): DG103–DG106, DG207. */
export async function loadConfig(
  cwd: string,
  overrides: ConfigOverrides = {},
  { mayLackTemplates = false } = {},
): Promise<LoadedConfig> {
  const candidates = configFiles(cwd, overrides.config);
  const file = candidates.find((path) => overrides.config !== undefined || existsSync(path));
  const context = { cwd, overrides, existing: ['content', 'docs'].filter((dir) => existsSync(resolve(cwd, dir))) };
  if (file === undefined) return resolveConfig({}, { ...context, file });
  const shown = overrides.config ?? basename(file);
  if (!existsSync(file)) return { value: undefined, diagnostics: [problem.configNotFound({ path: shown })] };
  const unreadable = (reason: string, place: Place = { file: shown }) => {
    const isOldPackage = /'docgen(?:\/templates)?'/.test(reason);
    const values = { reason: redactText(reason.replaceAll(`${cwd}/`, '')), isOldPackage };
    return { value: undefined, diagnostics: [problem.configUnreadable(values, place)] };
  };
  const fault = fileFault(file);
  if (fault !== undefined) return unreadable(`it ${fault}`);
  const loaded = await readConfigFile(file, { cwd, shown });
  if ('fault' in loaded) return unreadable(loaded.fault.reason, loaded.fault.place);
  const text = bytesAt(file, maxConfigBytes)?.toString('utf8') ?? '';
  const placeOf = (key: string): Place => ({ file: shown, ...startOfKey(text, key) });
  const resolved = resolveConfig(loaded.value, { ...context, file: shown, placeOf });
  if (!resolved.value) return resolved;
  const faults = Object.entries(await fileFaults(resolved.value, mayLackTemplates));
  const diagnostics = faults.flatMap(([key, fault]) => {
    if (fault === undefined) return [];
    const { reason, place = placeOf(key) } = typeof fault === 'string' ? { reason: fault } : fault;
    return [problem.configInvalid({ key, reason }, place)];
  });
  if (diagnostics.length > 0) return { value: undefined, diagnostics, refused: resolved.value };
  return { ...resolved, diagnostics: [...loaded.diagnostics, ...resolved.diagnostics] };
}

/** Returns why referenced files can't be used, by config key. */
async function fileFaults(
  { components, remarkPlugins, templates, css, logo, favicon, socialImage, static: statics = [], cwd }: Config,
  mayLackTemplates: boolean,
): Promise<Readonly<Record<string, string | FileFault | undefined>>> {
  const checked = (path: string, kind: string, check: (path: string) => string | undefined) => {
    const fault = path === '' ? undefined : check(path);
    return fault && `${kind} \`${basename(path)}\` ${fault}`;
  };
  const root = repositoryOf(cwd) ?? cwd;
  const image = (key: 'logo' | 'favicon' | 'socialImage', path: string) =>
    checked(path, 'file', (file) => imageNameFault(key, file) ?? ownFileFault(file, root));
  return {
    logo: logo && (image('logo', logo.light) ?? image('logo', logo.dark)),
    favicon: image('favicon', favicon),
    socialImage: image('socialImage', socialImage),
    components: components === '' ? undefined : await componentsFault(components, cwd),
    remarkPlugins: await pluginsFault(remarkPlugins, cwd),
    templates: mayLackTemplates && !existsSync(templates) ? undefined : checked(templates, 'folder', folderFault),
    css: checked(css, 'file', (file) => ownFileFault(file, root)),
    static: statics.map((dir) => checked(dir, 'folder', folderFault)).find((fault) => fault !== undefined),
  };
}

interface ConfigContext {
  readonly cwd: string;
  readonly file: string | undefined;
  readonly overrides: ConfigOverrides;
  /** Returns the location of a key. By default, the location is the file. */
  readonly placeOf?: ((key: string) => Place | undefined) | undefined;
  /** Existing folders with a default name, preferred first. */
  readonly existing?: readonly string[];
}

/** Validates a config and fills in the defaults. Pure. */
export function resolveConfig(loaded: unknown, configContext: ConfigContext): LoadedConfig {
  const { cwd, file, overrides, existing = ['content'], ...context } = configContext;
  const place = file === undefined ? undefined : { file };
  const { placeOf = () => place } = context;
  const refused = (...diagnostics: readonly Diagnostic[]) => ({ value: undefined, diagnostics });
  const data = plainData(loaded, hooks);
  if ('fault' in data) return refused(problem.configInvalid(data.fault, place));
  const parsed = configSchema.safeParse(data.value);
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, maxIssues).flatMap((issue) => narrowUnionIssue(issue, data.value));
    const found = issues.flatMap((issue) => toDiagnostics(issue, data.value, placeOf));
    return refused(...found.slice(0, maxIssues));
  }
  const cleaned = cleanStrings(parsed.data);
  const { content, version, $schema: _, afterBuild, ...withVersioning } = cleaned.value;
  const { of: versioning, rest } = splitVersioning(withVersioning);
  const address = addressOf(rest, overrides);
  if ('fault' in address) return refused(problem.configInvalid(address.fault, placeOf(address.fault.key)));
  const localeFault = faultOfLocales(rest);
  if (localeFault) return refused(problem.configInvalid(localeFault, placeOf('locales')));
  const absolute = (path: string) => (path === '' ? '' : resolve(cwd, path));
  const out = resolve(cwd, overrides.out ?? rest.out);
  const ownContent = existing.find((name) => resolve(cwd, name) !== out);
  const fallback = ownContent ?? (rest.sources.length > 0 ? [] : 'content'); // a hub may consist of sources only
  const mounts = toMounts(overrides.content ?? content ?? fallback, cwd).map((mount) =>
    mount.prefix === '' ? { ...mount, versioning: { ...versioning, ...mount.versioning } } : mount,
  );
  const clash = clashOf(mounts);
  if (clash) return refused(problem.prefixTaken(clash, place));
  const workDir = resolve(cwd, '.docgen');
  // `--content` replaces all content folders and sources.
  const given = withVersions(overrides.content === undefined ? rest.sources : []);
  if ('fault' in given)
    return refused(problem.configInvalid({ key: 'sources', reason: given.fault }, placeOf('sources')));
  const { sources, versioned } = given;
  const sections = new Set(overrides.content === undefined ? rest.sources.map(({ section }) => section) : []);
  const exports = [...sections].map((prefix): Mount => {
    const dir = resolve(workDir, 'sources', snapshotFolder(prefix));
    return { dir, prefix, layer: 'synced', named: versioned.get(prefix) };
  });
  const exported = mountsWith(exports, overrides.with ?? [], { cwd, sources });
  if ('fault' in exported) return refused(exported.fault);
  return {
    value: {
      ...rest,
      sources,
      cwd,
      workDir,
      ...address,
      ...(isString(rest.home) ? { home: rest.home, hero: undefined } : { home: '', hero: rest.home }),
      content: sortBy([...mounts, ...exported.mounts], ({ layer }) => layers.indexOf(layer)),
      onePage: onePageFolders(rest.onePage, [...mounts.map((one) => ({ ...one, section: one.prefix })), ...sources]),
      out,
      ...mapValues(pick(rest, ['components', 'templates', 'css', 'favicon', 'socialImage']), absolute),
      remarkPlugins: toPlugins(rest.remarkPlugins, cwd),
      logo: logoOf(rest.logo, absolute),
      static: rest.static?.map(absolute),
      version: { ...version, banner: version.banner === 'none' ? null : version.banner },
      ...ofDefaultLanguage,
      drafts: overrides.drafts ?? false,
      redirectsFile: overrides.redirects,
      relative: overrides.relative ?? rest.relative,
      file,
    },
    diagnostics: [...reportCleaned(cleaned, place), ...reportLabels(rest, place)],
    afterBuild: afterBuild && toHook('afterBuild', afterBuild, { placeOf, cwd }),
  };
}

/** Values for the default language. `translations.ts` sets those of other languages. */
const ofDefaultLanguage = {
  locale: undefined,
  direction: undefined,
  messages: {},
  texts: {},
  isOtherVersion: false,
  hasSidebars: true,
};

/** Wraps a function of the config, so that an exception in it becomes a diagnostic. */
function toHook(
  key: (typeof hooks)[number],
  hook: (report: BuildReport) => unknown,
  { placeOf, cwd }: { readonly placeOf: (key: string) => Place | undefined; readonly cwd: string },
): NonNullable<LoadedConfig['afterBuild']> {
  return async (report) => {
    const fault = await hookFault(async () => hook(report));
    if (!fault) return [];
    const place = fault.file === undefined ? placeOf(key) : placeOfFault(fault, fault.file, cwd);
    return [problem.hookFailed({ key, reason: redactText(fault.reason) }, place)];
  };
}

/** Returns why `locales` can't be used, or undefined. It must have an entry for `lang`, the default language. */
function faultOfLocales({ lang, locales }: Pick<Config, 'lang' | 'locales'>) {
  const names = Object.keys(locales);
  if (names.length > 0 && !names.includes(lang))
    return { key: 'locales', reason: `it has no entry for \`${lang}\`, the \`lang\` of the config` };
  const bad = names.find((name) => !isLanguageTag(locales[name]?.htmlLang ?? name));
  return bad && { key: `locales.${bad}`, reason: `\`${bad}\` is not a language tag: add its \`htmlLang\`` };
}

function reportLabels(config: Pick<Config, 'lang' | 'labels' | 'locales'>, place: Place | undefined): Diagnostic[] {
  const { lang: own, labels, locales } = config;
  const others = Object.entries(locales).filter(([name]) => name !== own);
  const all = [{ lang: own, labels: { ...labels, ...locales[own]?.labels } }].concat(
    others.map(([name, { htmlLang = name, labels = {} }]) => ({ lang: htmlLang, labels })),
  );
  return all.flatMap(({ lang, labels }) => {
    const missing = missingLabels(lang, labels);
    if (missing.length === 0) return [];
    return problem.labelsMissing({ lang, count: missing.length, languages, missing: missing.slice(0, 5) }, place);
  });
}

/** Maximum config file in which the location of a key is searched, in bytes. */
const maxConfigBytes = 1024 * 1024;
const maxIssues = 100;

function toDiagnostics(
  issue: z.core.$ZodIssue,
  data: unknown,
  placeOf: (key: string) => Place | undefined,
): Diagnostic[] {
  const path = shortKey(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(configSchema, issue.path);
    return issue.keys.slice(0, maxIssues).map((key) => {
      const whole = path === '' ? key : `${path}.${key}`;
      return problem.configUnknownKey({ key: whole, near: nearest(key, known), known }, placeOf(key));
    });
  }
  const { path: at, reason, example, isMissing } = faultOf(issue, data);
  const named = (isMissing ? at.slice(0, -1) : at).findLast((key) => typeof key === 'string') ?? '';
  return [problem.configInvalid({ key: shortKey(at), reason, example }, placeOf(named))];
}
