// Types of the UI text: docgen's own table defines the keys and the allowed placeholders.
// en.json has all of it in English, and the files of the other languages have the same keys (in fr.json the space
// before a colon is U+00A0, which does not break). `{names}` in braces are placeholders. A label with several forms is chosen by `{count}`.
import type en from './en.json';

/** A text for each plural form of a language. */
export interface Forms extends Readonly<Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string | undefined>>> {
  readonly other: string;
}

type Table = typeof en;

export type Labels = { readonly [Key in keyof Table]: Table[Key] extends string ? string : Forms };
/** Labels of the site owner, used instead of docgen's. */
export type OwnLabels = { readonly [Key in keyof Labels]?: Labels[Key] | undefined };
export type LabelKey = keyof Labels;
export type TextKey = { [Key in LabelKey]: Labels[Key] extends string ? Key : never }[LabelKey];
export type CountKey = Exclude<LabelKey, TextKey>;

/** The names in braces of a label. */
export function placesOf(label: string | Forms): readonly string[] {
  const texts = typeof label === 'string' ? [label] : Object.values(label);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))];
}
