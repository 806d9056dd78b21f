import { capitalize, kebabCase } from 'lodash-es';
import * as z from 'zod/mini';
import * as field from '../content/fields.js';
import type { SourceFile } from '../content/read.js';
import { reportCleaned } from '../content/text.js';
import { parseYaml } from '../content/yaml.js';
import type { Checked, Diagnostic, Place } from '../diagnostics/diagnostic.js';
import { tagsFileSyntax } from '../diagnostics/front-matter.js';
import { isRecord } from '../plain-data.js';

/** A tag as a tags file defines it; `permalink` counts from the address of all tags. */
export interface TagDefinition {
  readonly label: string;
  readonly permalink: string;
  readonly description: string | undefined;
}

/** By the key that front matter names. */
export type TagDefinitions = ReadonlyMap<string, TagDefinition>;

const text = z.optional(field.text.schema);
const definition = z.nullable(z.object({ label: text, permalink: text, description: text }));

/** The tags that a `tags.yml` defines. Rules: Docusaurus's for labels and permalinks that are not given. Diagnostics: DG304, DG430. */
export function parseTagsFile(file: SourceFile): Checked<TagDefinitions> {
  const definitions = new Map<string, TagDefinition>();
  const at = (line: number, column = 1): Place => ({ file: file.path, start: { line, column } });
  const result = parseYaml(file.text);
  if ('fault' in result) {
    const { reason, line, column } = result.fault;
    return { value: definitions, diagnostics: [tagsFileSyntax({ reason }, at(line, column))] };
  }
  const data = result.value ?? {};
  if (!isRecord(data))
    return { value: definitions, diagnostics: [tagsFileSyntax({ reason: 'it must be a map' }, at(1))] };
  const diagnostics: Diagnostic[] = [...reportCleaned(result.cleaned, at(1))];
  const lines = file.text.split('\n');
  for (const [key, value] of Object.entries(data)) {
    const parsed = z.safeParse(definition, value);
    if (parsed.success) {
      const { label, permalink, description } = parsed.data ?? {};
      definitions.set(key, {
        label: label || capitalize(key),
        permalink: permalink || `/${kebabCase(key)}`,
        description,
      });
      continue;
    }
    const reason = `\`${key}\` must be a map of \`label\`, \`permalink\` and \`description\`, or empty`;
    diagnostics.push(tagsFileSyntax({ reason }, at(lines.findIndex((line) => line.startsWith(key)) + 1)));
  }
  return { value: definitions, diagnostics };
}

/** The definitions for each source path: those of the innermost content folder that has a tags file. `files` are by prefix. */
export function tagsByFolder(
  files: ReadonlyMap<string, SourceFile>,
): Checked<(path: string) => TagDefinitions | undefined> {
  const parsed = [...files].map(([prefix, file]) => ({ prefix, ...parseTagsFile(file) }));
  const innermostFirst = parsed.toSorted((a, b) => b.prefix.length - a.prefix.length);
  return {
    value: (path) => innermostFirst.find(({ prefix }) => prefix === '' || path.startsWith(`${prefix}/`))?.value,
    diagnostics: parsed.flatMap(({ diagnostics }) => diagnostics),
  };
}
