// Reads config files of projects as plain data.
import { posix } from 'node:path';
import { parseToml } from '../input/front-matter-block.js';
import { mapOf, textOf } from '../input/plain-data.js';
import { parseYaml } from '../input/yaml.js';
import { leaves } from '../types/project-paths.js';
import type { ProjectFault, ProjectFiles, WrittenFields } from './generator.js';

interface DataFile<Value> {
  readonly value: Value;
  readonly faults: readonly ProjectFault[];
}

/** Reads a YAML, JSON or TOML file. Undefined if the file does not exist or can't be read. */
export function readData({ read }: Pick<ProjectFiles, 'read'>, file: string): DataFile<unknown> {
  const text = read(file);
  if (text === undefined) return { value: undefined, faults: [] };
  const result = file.endsWith('.toml') ? parseToml(text) : parseYaml(text, { canHaveTags: true });
  if (!('fault' in result)) return { value: result.value, faults: [] };
  const reason = `\`${posix.basename(file)}\`: ${result.fault.reason}`;
  return { value: undefined, faults: [{ file, line: result.fault.line, reason, advice: 'isInvalid' }] };
}

/** Reads a file that contains a map. Empty if it does not exist or can't be read. */
export function readConfig(files: Pick<ProjectFiles, 'read'>, file: string): DataFile<WrittenFields> {
  const { value, faults } = readData(files, file);
  return { value: mapOf(value), faults };
}

/** Returns a fault for each key with a folder outside the project. The default of the key applies instead. */
export const outsideFaults = (file: string, folders: WrittenFields): readonly ProjectFault[] =>
  Object.entries(folders).flatMap(([key, value]) =>
    leaves(posix.join('.', textOf(value) ?? '')) ? [{ file, reason: `\`${key}\` is outside the project` }] : [],
  );
