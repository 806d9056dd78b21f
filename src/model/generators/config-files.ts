// Reads config files of projects as plain data.
import { posix } from 'node:path';
import { mergeWith } from 'lodash-es';
import { parseToml } from '../input/front-matter-block.js';
import { mapOf, textOf } from '../input/plain-data.js';
import { parseYaml } from '../input/yaml.js';
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
  const { reason, line } = result.fault;
  return { value: undefined, faults: [{ file, line, reason: `\`${posix.basename(file)}\`: ${reason}` }] };
}

/** Reads a file that contains a map. Empty if it does not exist or can't be read. */
export function readConfig(files: Pick<ProjectFiles, 'read'>, file: string): DataFile<WrittenFields> {
  const { value, faults } = readData(files, file);
  return { value: mapOf(value), faults };
}

/** Merges configs. The keys of later ones win unless they are empty, and maps are merged. */
export function merged(configs: readonly WrittenFields[]): WrittenFields {
  const one = (known: unknown, own: unknown) => (own === null ? known : Array.isArray(own) ? own : undefined);
  return configs.reduce((all, config) => mergeWith({}, all, config, one), {});
}

/** Returns a folder of a config as a path without slashes at its ends, or the default if it is none or leaves the project. */
export function folderOf(value: unknown, byDefault: string): string {
  const path = posix.join('.', textOf(value) ?? byDefault).replace(/^\/+|\/+$/g, '');
  return leaves(path) ? byDefault : path === '.' ? '' : path;
}

const leaves = (path: string) => path.split('/').includes('..');

/** Faults of folders of a config, by key, that leave the project, so that the default is read. */
export const outsideFaults = (file: string, folders: WrittenFields): readonly ProjectFault[] =>
  Object.entries(folders).flatMap(([key, value]) =>
    leaves(posix.join('.', textOf(value) ?? '')) ? [{ file, reason: `\`${key}\` is outside the project` }] : [],
  );

/** Returns a path of a project from the text of a link in a file of it, or undefined if it leaves the project. */
export function pathFrom(folder: string, link: string): string | undefined {
  const path = posix.join(folder, link);
  return leaves(path) ? undefined : path.replace(/^\/+/, '');
}
