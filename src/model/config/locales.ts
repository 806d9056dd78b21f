// The languages of a hub: a config for each, as for a site of its own in a folder of the output.
import { join } from 'node:path';
import type { Config } from './config.js';
import type { LocaleChoice, LocaleOptions } from './schema/locales.js';

/** Returns the config of each language, the default one first; only the config itself if it names no languages. */
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
    // Links from the default language to others stay, because each is a site of its own.
    const external = others.filter((one) => one !== choice).map((one) => `${one.basePath}**`);
    return {
      ...{ ...config, basePath, siteBase, direction, lang: choice.lang },
      labels: { ...(name === lang ? config.labels : {}), ...labels },
      external: [...config.external, ...external],
      out: join(config.out, choice.folder),
      locale: { ...choice, path, all },
    };
  };
  const isDefault = ({ folder }: LocaleChoice) => folder === '';
  return [...all.filter(isDefault), ...others].map(configOf);
}

/** Docusaurus's default: the name of the language in the language itself, in upper case. */
function labelOf(name: string, { label, htmlLang = name }: LocaleOptions): string {
  if (label !== undefined) return label;
  const known = new Intl.DisplayNames(htmlLang, { type: 'language' }).of(htmlLang) ?? name;
  return known.charAt(0).toLocaleUpperCase(htmlLang) + known.slice(1);
}
