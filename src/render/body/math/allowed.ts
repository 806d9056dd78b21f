// Allowlist for MathML: shapes and spaces, no active content and no other markup.
import { mapValues } from 'lodash-es';
import lists from './allowed.json' with { type: 'json' };

export const mathElements: readonly string[] = lists.elements;

/** Attributes and their values. Lengths have at most two digits, so that a formula can't cover a page. */
export const mathAttributes: Readonly<Record<string, RegExp>> = mapValues(
  lists.attributes,
  (kind) => new RegExp(lists.values[kind as keyof typeof lists.values]),
);
