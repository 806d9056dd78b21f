import { posix } from 'node:path';
import * as field from '../content/fields.js';
import type { SourceFile } from '../content/read.js';
import { reportCleaned } from '../content/text.js';
import { parseYaml } from '../content/yaml.js';
import type { Checked, Diagnostic, Place } from '../diagnostics/diagnostic.js';
import {
  categoryFieldType,
  categoryMoreUnknown,
  categorySyntax,
  categoryTwice,
  categoryUnknownKey,
} from '../diagnostics/front-matter.js';
import { isRecord } from '../plain-data.js';
import { type CategoryLink, categoryLink } from './category-link.js';

export type { CategoryLink };

const categoryTypes = {
  label: field.filledText,
  position: field.number,
  link: categoryLink,
  collapsible: field.boolean,
  collapsed: field.boolean,
  className: field.filledText,
  key: field.filledText,
  description: field.filledText,
  customProps: field.map,
} as const satisfies field.FieldTypes;

export type CategoryMetadata = field.Fields<typeof categoryTypes> & { readonly file: string };

/** Metadata of each folder that has a `_category_` file, by folder path (`.` is the root). Diagnostics: DG304, DG420–DG422, DG424. */
export function readCategories(files: readonly SourceFile[]): Checked<ReadonlyMap<string, CategoryMetadata>> {
  const categories = new Map<string, CategoryMetadata>();
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const dir = posix.dirname(file.path);
    const taken = categories.get(dir);
    if (taken) {
      diagnostics.push(categoryTwice({ taken: taken.file }, { file: file.path }));
      continue;
    }
    const parsed = parseCategory(file);
    categories.set(dir, { ...parsed.value, file: file.path });
    diagnostics.push(...parsed.diagnostics);
  }
  return { value: categories, diagnostics };
}

/** Unknown keys of one file that are reported each for itself. */
const mostUnknown = 20;

function parseCategory(file: SourceFile): Checked<field.Fields<typeof categoryTypes>> {
  const at = (line: number, column = 1): Place => ({ file: file.path, start: { line, column } });
  const result = parseYaml(file.text);
  if ('fault' in result) {
    const { reason, line, column } = result.fault;
    return { value: {}, diagnostics: [categorySyntax({ reason }, at(line, column))] };
  }
  if (!isRecord(result.value)) {
    return { value: {}, diagnostics: [categorySyntax({ reason: 'it must be a map' }, at(1))] };
  }
  const lines = file.text.split('\n');
  const keyPlace = (key: string) => {
    const index = lines.findIndex((line) => line.includes(key) && line.includes(':'));
    return at(Math.max(0, index) + 1);
  };
  const known = Object.keys(categoryTypes);
  const { fields, faults } = field.readFields(result.value, categoryTypes);
  const unknown = Object.keys(result.value).filter((key) => !known.includes(key));
  const more = unknown.length - mostUnknown;
  return {
    value: fields,
    diagnostics: [
      ...reportCleaned(result.cleaned, at(1)),
      ...unknown.slice(0, mostUnknown).map((key) => categoryUnknownKey({ key, known }, keyPlace(key))),
      ...(more > 0 ? [categoryMoreUnknown({ count: more }, at(1))] : []),
      ...faults.map((fault) => categoryFieldType(fault, keyPlace(fault.key))),
    ],
  };
}
