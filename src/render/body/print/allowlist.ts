// The allowlist of HTML: GitHub's, without forms, scripts and authors' styles.
import type { Element } from 'hast';
import type { Schema } from 'hast-util-sanitize';
import { mapValues } from 'lodash-es';
import lists from './allowed.json' with { type: 'json' };

/** Matches classes that are allowed on every element. A list for an element replaces the common list, so it must include these. */
const alignment = /^align-(?:left|right|center)$/;

/** Converts an allowed value. One in the form `/…/` is a pattern. */
const patternIn = (value: string | number) =>
  typeof value === 'string' && value.startsWith('/') ? new RegExp(value.slice(1, -1)) : value;

/** Elements that readers miss. The other removed elements (`unseen`), such as scripts, show nothing themselves. */
export const { unpublished } = lists;

/**
 * Elements in `strip` are removed with their content, which is not text, or which HTML parsers treat specially. headings.ts has made ids unique and renamed
 * those of the page layout.
 */
export const schema: Schema = {
  ...lists,
  strip: [...unpublished, ...lists.unseen],
  attributes: mapValues(lists.attributes, (entries: readonly (string | readonly (string | number)[])[]) =>
    entries.map((entry) => {
      if (typeof entry === 'string') return entry;
      const [name, ...values] = entry;
      return [String(name), ...values.map(patternIn), ...(name === 'className' ? [alignment] : [])];
    }),
  ) as NonNullable<Schema['attributes']>,
  clobber: [],
  required: {},
};

const classes = Object.values(schema.attributes ?? {})
  .flat()
  .flatMap((entry) => (Array.isArray(entry) && entry[0] === 'className' ? entry.slice(1) : []));

/** Removes classes that the schema doesn't allow, so that no empty attribute remains. */
export function dropUnlistedClasses({ properties }: Element): void {
  const { className } = properties;
  if (className === undefined) return;
  const names = [className].flat().map(String);
  const kept = names.filter((name) => classes.some((own) => (own instanceof RegExp ? own.test(name) : own === name)));
  if (kept.length > 0) properties['className'] = kept;
  else delete properties['className'];
}
