// The languages of a hub: one config per language, as for a separate site in a folder of the output. Translations are stored like
// Docusaurus's: `i18n/<locale>/docusaurus-plugin-content-docs[-<id>]/<version>/` with docs, and JSON files with labels of sidebars, navigation bar and
// footer. A doc without a translation is shown in the default language.
import { basename, join } from 'node:path';
import { memoize, omitBy, sortBy } from 'lodash-es';
import type { Config, Mount } from '../config/config.js';
import type { LocaleChoice, LocaleOptions, Messages } from '../config/schema/config.js';
import { isFolder } from '../content/list-files.js';
import { projectFolderOf, siteFolder } from '../content/project-folders.js';
import { type Checked, type Diagnostic, outsidePath, problem } from '../diagnostics/diagnostic.js';
import { isRecord } from '../input/plain-data.js';
import { fileFault, ownText } from '../input/regular-file.js';
import { cleanStrings } from '../input/text.js';
import { attempt } from '../types/attempt.js';
import { currentName, type SiteVersion, type Versions } from './read-versions.js';
import themeLabels from './theme-labels.json' with { type: 'json' };

/** Returns the possible folders with translations of a content folder: those of the site that contains it. */
export function translationFolders({ dir }: Mount, { cwd, locale }: Pick<Config, 'cwd' | 'locale'>): string[] {
  if (!locale) return [];
  const project = projectFolderOf(dir);
  const sites = [project, join(project, siteFolder(project) ?? ''), cwd];
  return [...new Set(sites)].map((site) => join(site, 'i18n', locale.path));
}

/** Adds translations to the versions of a hub in a language other than the default. Diagnostics: DG314 for files that can't be read. */
export function withTranslations({ value, diagnostics }: Checked<Versions>, { locale }: Config): Checked<Versions> {
  if (!locale) return { value, diagnostics };
  const reader = messageReader(value.main);
  const main = translated(value.main, reader.read);
  const versionOf = (version: SiteVersion) => ({
    ...version,
    config: version.config === value.main ? main : translated(version.config, reader.read),
  });
  return { value: { main, all: value.all.map(versionOf) }, diagnostics: [...diagnostics, ...reader.diagnostics] };
}

function translated(config: Config, readMessages: (file: string) => Messages): Config {
  const found = config.content.map((mount) => ({ mount, dir: folderOf(mount, config) }));
  const labelsOf = (dir: string | undefined) => (dir === undefined ? {} : readMessages(`${dir}.json`));
  const messages = Object.assign({}, ...found.map(({ dir }) => labelsOf(dir)).reverse()) as Messages;
  const content = found.flatMap(({ mount, dir }): Mount[] => {
    const { version } = mount;
    const label = labelsOf(dir)['version.label'];
    const own = version && label !== undefined ? { ...mount, version: { ...version, label } } : mount;
    const { id, prefix, include, exclude } = mount;
    const fixed = { layer: 'locale', gitignore: false, translates: mount } as const; // files of translation platforms are often ignored by Git
    if (dir === undefined || !isFolder(dir)) return [own];
    return [{ id, prefix, include, exclude, dir, shown: outsidePath(dir, config.cwd), ...fixed }, own];
  });
  const { version } = config;
  const i18n = config.content.flatMap((mount) => translationFolders(mount, config)).find(isFolder);
  const read = (name: string) => (i18n === undefined ? {} : readMessages(join(i18n, name)));
  const code = read('code.json');
  const texts = omitBy(code, (_, id) => id.startsWith('theme.'));
  const own = { ...config, content: sortBy(content, ({ layer }) => layer !== 'locale'), messages, texts };
  return {
    ...withLayout(own, read('docusaurus-theme-classic/navbar.json'), read('docusaurus-theme-classic/footer.json')),
    labels: { ...labelsFrom(code), ...config.labels },
    version: { ...version, label: messages['version.label'] ?? version.label },
  };
}

/** Returns the first folder with translations of a content folder that has docs or labels. */
function folderOf(mount: Mount, config: Config): string | undefined {
  if (mount.layer !== 'content') return undefined;
  const others = config.content.filter((one) => one !== mount && one.layer === 'content');
  const isDefault = mount.id === 'default' || others.length === 0 || basename(mount.dir) === 'docs';
  const ids = mount.id === undefined ? [`-${basename(mount.dir)}`, ...(isDefault ? [''] : [])] : [suffixOf(mount.id)];
  const name = (mount.version ?? config.version).version;
  const version = name === currentName ? name : `version-${name}`;
  return translationFolders(mount, config)
    .flatMap((folder) => ids.map((id) => join(folder, `docusaurus-plugin-content-docs${id}`, version)))
    .find((dir) => isFolder(dir) || fileFault(`${dir}.json`) === undefined);
}

const suffixOf = (id: string) => (id === 'default' ? '' : `-${id}`);

/** Translates the labels of header and footer. */
function withLayout(config: Config, navbar: Messages, footer: Messages): Config {
  const named = <Item extends { readonly label: string }>(item: Item, messages: Messages, key: string): Item => ({
    ...item,
    label: messages[`${key}.${item.label}`] ?? item.label,
  });
  const links = config.header.links.map((item) => {
    const own = named(item, navbar, 'item.label');
    return 'links' in own ? { ...own, links: own.links.map((one) => named(one, navbar, 'item.label')) } : own;
  });
  const columns = config.footer.columns.map(({ title, links }) => ({
    title: footer[`link.title.${title}`] ?? title,
    links: links.map((one) => named(one, footer, 'link.item.label')),
  }));
  const { logo } = config;
  return {
    ...config,
    title: navbar['title'] ?? config.title,
    logo: logo && { ...logo, alt: navbar['logo.alt'] ?? logo.alt },
    header: { ...config.header, links },
    footer: { ...config.footer, columns, text: footer['copyright'] ?? config.footer.text },
  };
}

/** Returns docgen's labels from Docusaurus's theme labels in `code.json`. Labels with placeholders are skipped. */
function labelsFrom(code: Messages): Config['labels'] {
  const labels = Object.entries(themeLabels).flatMap(([id, key]) => {
    const text = code[`theme.${id}`];
    return text === undefined || text === '' || text.includes('{') ? [] : [[key, text] as const];
  });
  return Object.fromEntries(labels);
}

const maxBytes = 4 * 1024 * 1024;

/** Reads files of messages, each once. */
function messageReader({ cwd }: Pick<Config, 'cwd'>) {
  const diagnostics: Diagnostic[] = [];
  const read = memoize((file: string): Messages => {
    if (fileFault(file) !== undefined) return {};
    const data = attempt(() => JSON.parse(ownText(file, maxBytes)) as unknown);
    if (data === undefined) {
      const place = { file: outsidePath(file, cwd) };
      diagnostics.push(problem.translationUnusable({ reason: 'it is not JSON' }, place));
    }
    const texts = Object.entries(isRecord(data) ? data : {}).flatMap(([key, value]) => {
      const text = isRecord(value) ? value['message'] : value;
      return typeof text === 'string' ? [[key, text] as const] : [];
    });
    return cleanStrings(Object.fromEntries(texts)).value;
  });
  return { read, diagnostics };
}

/** Returns the config of each language, the default language first. Without languages, returns only the config itself. */
export function localeConfigs(config: Config): readonly Config[] {
  const { lang, basePath, siteBase, locales } = config;
  const entries = Object.entries(locales);
  if (entries.length === 0) return [config];
  const all = entries.map(([name, options]): LocaleChoice => {
    const folder = name === lang ? '' : `${name}/`;
    const bases = { basePath: basePath + folder, siteBase: siteBase + folder };
    return { name, label: labelOf(name, options), lang: options.htmlLang ?? name, folder, ...bases };
  });
  const others = all.filter(({ folder }) => folder !== '');
  const configOf = (choice: LocaleChoice): Config => {
    const { path = choice.name, direction, labels } = locales[choice.name] ?? {};
    const { name, basePath, siteBase } = choice;
    // Links from the default language to others are external, because each language is a separate site.
    const external = others.filter((one) => one !== choice).map((one) => `${one.basePath}**`);
    return {
      ...config,
      basePath,
      siteBase,
      direction,
      lang: choice.lang,
      labels: { ...(name === lang ? config.labels : {}), ...labels },
      external: [...config.external, ...external],
      out: join(config.out, choice.folder),
      locale: { ...choice, path, all },
    };
  };
  const isDefault = ({ folder }: LocaleChoice) => folder === '';
  return [...all.filter(isDefault), ...others].map(configOf);
}

/** Docusaurus's default label: the name of the language in the language itself, with a capital first letter. */
function labelOf(name: string, { label, htmlLang = name }: LocaleOptions): string {
  if (label !== undefined) return label;
  const known = new Intl.DisplayNames(htmlLang, { type: 'language' }).of(htmlLang) ?? name;
  return known.charAt(0).toLocaleUpperCase(htmlLang) + known.slice(1);
}
