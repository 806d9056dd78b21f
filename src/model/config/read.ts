// Reads a config file: a module, JSON or YAML.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Checked, type Place, type Point, pointsOf } from '../diagnostics/diagnostic.js';
import { ownText } from '../input/regular-file.js';
import { reportCleaned } from '../input/text.js';
import { parseYaml } from '../input/yaml.js';
import { scriptNames } from '../types/path.js';
import { type FileFault, importModule, moduleFault, placeOfFault } from './module.js';

export const configNames: readonly string[] = [
  ...scriptNames('docgen.config'),
  ...['json', 'yaml', 'yml'].map((extension) => `docgen.config.${extension}`),
];

type Named = { readonly config?: string; readonly content?: string };

/** Whether a config or the command line sets the content folder. */
export function hasConfig(cwd: string, { config, content }: Named): boolean {
  return config !== undefined || content !== undefined || configNames.some((name) => existsSync(join(cwd, name)));
}

type Loaded = Checked<unknown> | { readonly fault: FileFault };

/** Loads a config file. `shown` is its name in messages. Diagnostics: DG304. */
export async function readConfigFile(file: string, { cwd, shown }: Record<'cwd' | 'shown', string>): Promise<Loaded> {
  if (/\.(?:json|ya?ml)$/.test(file)) return readYaml(ownText(file), shown);
  try {
    return { value: await importModule(file), diagnostics: [] };
  } catch (error) {
    const fault = moduleFault(error);
    const isOwn = fault.file === undefined || fault.file === file;
    const place = placeOfFault(fault, file, cwd);
    return { fault: { reason: fault.reason, place: isOwn ? { ...place, file: shown } : place } };
  }
}

/** Parses YAML, or JSON, which is a subset of YAML. */
function readYaml(text: string, file: string): Loaded {
  const read = parseYaml(text);
  if ('value' in read) return { value: read.value ?? {}, diagnostics: reportCleaned(read.cleaned, { file }) };
  const { reason, line, column } = read.fault;
  return { fault: { reason, place: { file, start: { line, column } } } };
}

/** Returns the position of a key in the text of a config, or nothing if the key occurs several times. */
export function startOfKey(text: string, key: string): { readonly start?: Point } {
  if (!/^[\w$-]{1,100}$/.test(key)) return {};
  const named = new RegExp(`(?<![\\w$-])(["']?)${key.replaceAll('$', '\\$')}\\1\\s*:`, 'g');
  const [found, ...others] = text.matchAll(named);
  return found && others.length === 0 ? { start: pointsOf(text, '\n')(found.index) } : {};
}

/** Returns the location of a config file. Unlike paths of the content, a path with another name starts with `/`. */
export function placeOfConfig(file: string | undefined): Place | undefined {
  return file === undefined ? undefined : { file: file.startsWith('docgen.config') ? file : `/${file}` };
}
