// Config key for the languages of a hub: Docusaurus's `i18n.localeConfigs`. The entry named as `lang` is the default language.
import * as z from 'zod/mini';
import { labelsSchema } from '../../labels/labels-schema.js';
import { isLanguageTag } from '../../labels/words.js';

const languageTag = z
  .string()
  .check(z.refine(isLanguageTag, 'it must be a language tag, such as `en`, `pt-BR` or `zh-Hans`'));

const localeSchema = z.strictObject({
  /** Name of the language in the menu. By default, its own name for itself. */
  label: z.optional(z.string().check(z.minLength(1))),
  /** Language tag of its pages, if its name isn't one. */
  htmlLang: z.optional(languageTag),
  /** Direction of its text; by default that of the language. */
  direction: z.optional(z.enum(['ltr', 'rtl'])),
  /** Its folder below `i18n`; by default its name. */
  path: z.optional(z.string().check(z.minLength(1))),
  /** UI text that replaces docgen's in this language. */
  labels: z.optional(labelsSchema),
});

const nameSchema = z.string().check(z.regex(/^[A-Za-z\d][\w-]{0,49}$/, 'it must be a name such as `ja` or `pt-BR`'));

/** Name → options, in the order of the menu. */
export const localesSchema = z._default(z.record(nameSchema, localeSchema), {});

export type LocaleOptions = z.output<typeof localeSchema>;
export type UserLocales = z.input<typeof localesSchema>;

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
