// What the name of a component says before anything is rendered.
import { htmlTagNames } from 'html-tag-names';
import type { ComponentRegistry } from '../../../../templates/components/index.js';

export const htmlNames = new Set(htmlTagNames);
const phrasing = new Set(
  'a abbr b bdi bdo br cite code data del dfn em i img ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** True for a name that stands among phrases. */
export function isInlineName(name: string, registry: ComponentRegistry): boolean {
  if (Object.hasOwn(registry, name)) return registry[name]?.isInline === true;
  return !htmlNames.has(name) || phrasing.has(name);
}
