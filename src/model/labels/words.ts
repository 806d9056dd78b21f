// The words of the interface in the language of the pages, with what the hub's owner says in another way.
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import { type CountKey, en, type Forms, type LabelKey, type Labels, type OwnLabels, type TextKey } from './en.js';
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

/** What is filled into the places of a label, by their names. */
export type Values = Readonly<Record<string, string>>;

/** The words that a build writes into pages. */
export interface Words {
  /** Language tag of the pages. */
  readonly lang: string;
  /** Undefined from left to right. */
  readonly dir: 'rtl' | undefined;
  /** A label; places without a value stay as they are, for elements. */
  readonly text: (key: TextKey, values?: Values) => string;
  /** A label in the form of a number. */
  readonly count: (key: CountKey, count: number) => string;
}

const tables: Readonly<Record<string, Labels>> = { en, de, es, fr, ja, zh, ar };

/** The languages that docgen speaks. */
export const languages: readonly string[] = Object.keys(tables);

/** Chinese that is not simplified. */
const traditional = /^zh-(?:.*-)?(?:hant|tw|hk|mo)(?:-|$)/i;

/** The table of a language tag; undefined for a language that docgen does not speak. */
export function tableOf(lang: string): Labels | undefined {
  const language = lang.split('-')[0]?.toLowerCase() ?? '';
  return traditional.test(lang) || !Object.hasOwn(tables, language) ? undefined : tables[language];
}

const rightToLeft = /^(?:ar|arc|ckb|dv|fa|he|iw|ks|nqo|ps|sd|syr|ug|ur|yi)(?:-(?!latn|cyrl)|$)/i;

/** True for a tag such as `en`, `pt-BR` or `zh-Hans`. */
export function isLanguageTag(lang: string): boolean {
  try {
    return Intl.getCanonicalLocales(lang).length === 1;
  } catch {
    return false;
  }
}

/** Keys of labels that neither the language nor the owner has. */
export function missingLabels(lang: string, own: OwnLabels): readonly LabelKey[] {
  if (tableOf(lang)) return [];
  return (Object.keys(en) as LabelKey[]).filter((key) => own[key] === undefined);
}

/** The words of a language. Numbers and plurals follow the language of the label that they stand in, wherever the build runs. */
export function wordsOf({ lang, labels: own }: { readonly lang: string; readonly labels: OwnLabels }): Words {
  const table = tableOf(lang);
  const rulesOfTable = numberRules(table ? lang : 'en');
  const rulesOfOwn = table ? rulesOfTable : numberRules(lang);
  const labels: Labels = table ?? en;
  return {
    lang,
    dir: rightToLeft.test(lang) ? 'rtl' : undefined,
    text: (key, values = {}) => fill(own[key] ?? labels[key], values),
    count: (key, count) => {
      const forms: Forms = own[key] ?? labels[key];
      const { form, number } = (own[key] ? rulesOfOwn : rulesOfTable)(count);
      return fill(forms[form] ?? forms.other, { count: number });
    },
  };
}

interface Counted {
  readonly form: Intl.LDMLPluralRule;
  readonly number: string;
}

/** The plural form and the digits of a number; what knows all languages is loaded for the first number, or the first that is grouped. */
function numberRules(lang: string): (count: number) => Counted {
  let plural: Intl.PluralRules | undefined;
  let grouped: Intl.NumberFormat | undefined;
  const digitsOf = (count: number): string => {
    if (count < 1_000) return count.toString(); // in every language
    grouped ??= new Intl.NumberFormat(lang, { numberingSystem: 'latn' });
    return grouped.format(count);
  };
  return (count) => {
    plural ??= new Intl.PluralRules(lang);
    return { form: plural.select(count), number: digitsOf(count) };
  };
}

/** A text with values in the places of their names; what is filled in is not searched. */
function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : place,
  );
}
