// Converts `i18n` of a Docusaurus config to languages of the hub. Pure.
import { posix } from 'node:path';
import type { UserConfig } from '../../../model/config/schema/config.js';
import { list, type NotTaken, record, text } from './site.js';

/** Returns the languages, if there are several, and that of the docs. */
export function readLocales(i18n: unknown, notTaken: NotTaken): Pick<UserConfig, 'lang' | 'locales'> {
  const { defaultLocale, locales, localeConfigs, path = 'i18n' } = record(i18n);
  const names = list(locales).filter((name) => typeof name === 'string');
  const optionsOf = (name: string) => record(record(localeConfigs)[name]);
  const own = text(defaultLocale) ?? 'en';
  const lang = names.length > 1 ? own : (text(optionsOf(own)['htmlLang']) ?? own);
  const entries = names.map((name) => {
    const { label, htmlLang, direction, path: folder, ...rest } = optionsOf(name);
    for (const key of ['url', 'baseUrl'].filter((key) => rest[key] !== undefined))
      notTaken.add(`i18n.localeConfigs.${name}.${key}`, `another address of the docs in ${name}`);
    const below = posix.relative('i18n', posix.join(String(path), text(folder) ?? name));
    const dir = below === name ? undefined : below;
    const side = direction === 'ltr' || direction === 'rtl' ? direction : undefined;
    return [name, { label: text(label), htmlLang: text(htmlLang), direction: side, path: dir }] as const;
  });
  return {
    lang: lang === 'en' ? undefined : lang,
    locales: names.length > 1 ? Object.fromEntries(entries) : undefined,
  };
}
