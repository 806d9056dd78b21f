// Types of the UI text. docgen's English table defines the keys and the allowed placeholders.
// en.json is complete, and the files of other languages have the same keys (in fr.json the space
// before a colon is U+00A0, which does not break). `{names}` in braces are placeholders. `{count}` selects one of several plural forms.
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

/** Returns the names of the placeholders in a label. */
export function placesOf(label: string | Forms): readonly string[] {
  const texts = typeof label === 'string' ? [label] : Object.values(label);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))];
}
