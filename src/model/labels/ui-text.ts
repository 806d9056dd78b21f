// UI text in the language of the pages, with the replacements of the config.
import { memoize, once } from 'lodash-es';
import { attempt } from '../types/attempt.js';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import type { CountKey, Forms, LabelKey, Labels, OwnLabels, TextKey } from './label-types.js';
import zh from './zh.json' with { type: 'json' };

export type Values = Readonly<Record<string, string>>;

export interface Words {
  readonly lang: string;
  /** Undefined for languages that are written from left to right. */
  readonly dir: 'rtl' | undefined;
  /** Returns a label. Placeholders without a value stay, so that the caller can insert elements. */
  readonly text: (key: TextKey, values?: Values) => string;
  readonly count: (key: CountKey, count: number) => string;
}

const tables: Readonly<Record<string, Labels>> = { en, de, es, fr, ja, zh, ar };

export const languages: readonly string[] = Object.keys(tables);

const traditional = /^zh-(?:.*-)?(?:hant|tw|hk|mo)(?:-|$)/i;

export function tableOf(lang: string): Labels | undefined {
  const language = lang.split('-')[0]?.toLowerCase() ?? '';
  return traditional.test(lang) || !Object.hasOwn(tables, language) ? undefined : tables[language];
}

const rightToLeft = /^(?:ar|arc|ckb|dv|fa|he|iw|ks|nqo|ps|sd|syr|ug|ur|yi)(?:-(?!latn|cyrl)|$)/i;

/** Whether a text is a language tag such as `en`, `pt-BR` or `zh-Hans`. */
export function isLanguageTag(lang: string): boolean {
  return attempt(() => Intl.getCanonicalLocales(lang).length === 1) === true;
}

/** Returns the keys of labels that are missing in a language without UI text and that the config doesn't set. */
export function missingLabels(lang: string, own: OwnLabels): readonly LabelKey[] {
  if (tableOf(lang)) return [];
  return (Object.keys(en) as LabelKey[]).filter((key) => own[key] === undefined);
}

type WordsOptions = {
  readonly lang: string;
  readonly labels: OwnLabels;
  readonly direction?: 'ltr' | 'rtl' | undefined;
};

/** Returns the UI text of a language. Numbers and plurals follow the language of their label, independent of the system. */
export function wordsOf({ lang, labels: own, direction }: WordsOptions): Words {
  const table = tableOf(lang);
  const rulesOfTable = numberRules(table ? lang : 'en');
  const rulesOfOwn = table ? rulesOfTable : numberRules(lang);
  const labels: Labels = table ?? en;
  return {
    lang,
    dir: (direction ? direction === 'rtl' : rightToLeft.test(lang)) ? 'rtl' : undefined,
    text: (key, values = {}) => fill(own[key] ?? labels[key], values),
    count: (key, count) => {
      const forms: Forms = own[key] ?? labels[key];
      const { form, number } = (own[key] ? rulesOfOwn : rulesOfTable)(count);
      return fill(forms[form] ?? forms.other, { count: number });
    },
  };
}

/** Returns a function for the plural form and digits of a number. `Intl` is loaded when a number first needs it. */
function numberRules(lang: string) {
  const plural = once(() => new Intl.PluralRules(lang));
  const grouped = once(() => new Intl.NumberFormat(lang, { numberingSystem: 'latn' }));
  return (count: number) => ({
    form: plural().select(count),
    number: count < 1_000 ? count.toString() : grouped().format(count),
  });
}

/** Splits a label: text, name of a placeholder, text, … */
const partsOf = memoize((label: string) => label.split(/\{(\w+)\}/));

/** Replaces placeholders by values. Inserted values are not searched for placeholders. */
function fill(text: string, values: Values): string {
  const shown = (part: string, index: number) =>
    index % 2 === 0 ? part : Object.hasOwn(values, part) ? (values[part] ?? '') : `{${part}}`;
  return partsOf(text).map(shown).join('');
}
