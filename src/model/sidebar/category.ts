import { posix } from 'node:path';
import { type CategoryLink, categoryLink } from '../config/schema/sidebars.js';
import type { SourceFile } from '../content/read.js';
import { type Checked, type Diagnostic, nearest } from '../diagnostics/diagnostic.js';
import { problem } from '../diagnostics/problem.js';
import { placeOfYamlKey, readYamlMap } from '../docs/yaml-map.js';
import * as field from '../input/fields.js';

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

const maxUnknownKeys = 20;

/** Metadata of each folder that has a `_category_` file, by folder path (`.` is the root). Diagnostics: DG304, DG420–DG422, DG424. */
export function readCategories(files: readonly SourceFile[]): Checked<ReadonlyMap<string, CategoryMetadata>> {
  const categories = new Map<string, CategoryMetadata>();
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const dir = posix.dirname(file.path);
    const taken = categories.get(dir);
    if (taken) {
      diagnostics.push(problem.categoryTwice({ taken: taken.file }, { file: file.path }));
      continue;
    }
    const parsed = parseCategory(file);
    categories.set(dir, { ...parsed.value, file: file.path });
    diagnostics.push(...parsed.diagnostics);
  }
  return { value: categories, diagnostics };
}

function parseCategory(file: SourceFile): Checked<field.Fields<typeof categoryTypes>> {
  const data = readYamlMap(file, problem.categorySyntax);
  const known = Object.keys(categoryTypes);
  const { fields, faults } = field.readFields(data.value, categoryTypes);
  const unknown = Object.keys(data.value).filter((key) => !known.includes(key));
  const more = unknown.length - maxUnknownKeys;
  const start = { file: file.path, start: { line: 1, column: 1 } };
  return {
    value: fields,
    diagnostics: [
      ...data.diagnostics,
      ...unknown
        .slice(0, maxUnknownKeys)
        .map((key) => problem.categoryUnknownKey({ key, near: nearest(key, known), known }, placeOfYamlKey(file, key))),
      ...(more > 0 ? [problem.categoryMoreUnknown({ count: more }, start)] : []),
      ...faults.map((fault) => problem.categoryFieldType(fault, placeOfYamlKey(file, fault.key))),
    ],
  };
}
