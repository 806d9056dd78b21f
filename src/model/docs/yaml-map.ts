// YAML files that contain a map: `tags.yml` and `_category_` files.
import type { SourceFile } from '../content/read.js';
import type { Checked, Diagnostic, Place } from '../diagnostics/diagnostic.js';
import { isRecord } from '../input/plain-data.js';
import { reportCleaned } from '../input/text.js';
import { parseYaml } from '../input/yaml.js';

type Refuse = (values: { readonly reason: string }, place: Place) => Diagnostic;

/** Reads a YAML file. If it does not contain a map, returns an empty one and the diagnostic that `refuse` makes. Diagnostics: DG304. */
export function readYamlMap(
  file: SourceFile,
  refuse: Refuse,
  { canBeEmpty = false } = {},
): Checked<Readonly<Record<string, unknown>>> {
  const result = parseYaml(file.text);
  if ('fault' in result) {
    const { reason, line, column } = result.fault;
    return { value: {}, diagnostics: [refuse({ reason }, { file: file.path, start: { line, column } })] };
  }
  const start = { file: file.path, start: { line: 1, column: 1 } };
  const value = canBeEmpty ? (result.value ?? {}) : result.value;
  if (!isRecord(value)) return { value: {}, diagnostics: [refuse({ reason: 'it must be a map' }, start)] };
  return { value, diagnostics: reportCleaned(result.cleaned, start) };
}

/** Returns the line of a key: the first that starts with it, else the first that contains it, else the first of the file. */
export function placeOfYamlKey({ path, text }: SourceFile, key: string): Place {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(key));
  const index = start >= 0 ? start : lines.findIndex((line) => line.includes(key) && line.includes(':'));
  return { file: path, start: { line: Math.max(0, index) + 1, column: 1 } };
}
