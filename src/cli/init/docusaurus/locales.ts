// Converts `i18n` of a Docusaurus config to languages of the hub. Pure.
import { posix } from 'node:path';
import { partition } from 'lodash-es';
import type { UserConfig } from '../../../model/config/schema/config.js';
import { type DocusaurusSite, list, type NotTaken, record, text } from './site.js';

/** Returns the languages, if there are several, and that of the docs. */
export function readLocales(
  i18n: unknown,
  { hasFolder }: DocusaurusSite,
  notTaken: NotTaken,
): Pick<UserConfig, 'lang' | 'locales'> {
  const { defaultLocale, locales, localeConfigs, path = 'i18n' } = record(i18n);
  const optionsOf = (name: string) => record(record(localeConfigs)[name]);
  const own = text(defaultLocale) ?? 'en';
  const folderOf = (name: string) => posix.join(String(path), text(optionsOf(name)['path']) ?? name);
  const listed = list(locales).filter((name) => typeof name === 'string');
  // Sites that fetch their translations have none in a clone: each page would be there once more for each language.
  const [names, absent] = partition(listed, (name) => name === own || hasFolder(folderOf(name)));
  for (const name of absent)
    notTaken.add(`i18n.locales.${name}`, `languages without a folder of translations in ${String(path)}`);
  const lang = names.length > 1 ? own : (text(optionsOf(own)['htmlLang']) ?? own);
  const entries = names.map((name) => {
    const { label, htmlLang, direction, ...rest } = optionsOf(name);
    for (const key of ['url', 'baseUrl'].filter((key) => rest[key] !== undefined))
      notTaken.add(`i18n.localeConfigs.${name}.${key}`, `another address of the docs in ${name}`);
    const below = posix.relative('i18n', folderOf(name));
    const dir = below === name ? undefined : below;
    const side = direction === 'ltr' || direction === 'rtl' ? direction : undefined;
    return [name, { label: text(label), htmlLang: text(htmlLang), direction: side, path: dir }] as const;
  });
  return {
    lang: lang === 'en' ? undefined : lang,
    locales: names.length > 1 ? Object.fromEntries(entries) : undefined,
  };
}
