// Resolves the tags of docs with the tags files of their content folders.
import { capitalize, kebabCase } from 'lodash-es';
import * as z from 'zod/mini';
import type { FrontMatterTag } from '../content/parse/front-matter.js';
import type { SourceFile } from '../content/read-file.js';
import { type Checked, type Diagnostic, nearest, type Place, problem } from '../diagnostics/diagnostic.js';
import * as field from '../input/fields.js';
import { placeOfYamlKey, readYamlMap } from '../input/yaml.js';
import { fitSlug, hasEscape, isPathname, type Permalink, toPermalink } from '../types/path.js';

export interface Tag {
  readonly label: string;
  readonly permalink: Permalink;
  readonly description: string | undefined;
  /** Whether the tag is missing in the tags file. */
  readonly inline: boolean;
}

/** Maximum tags of a page. Front matter of 64 KB could contain 20,000, and each tag becomes a page. */
const maxTags = 100;

/** Resolves the tags in a page's front matter. Rule: Docusaurus's. Diagnostics: DG431–DG433. */
export function readTags(
  tags: readonly FrontMatterTag[],
  base: Permalink,
  defined: TagDefinitions | undefined,
  place: Place,
): Checked<readonly Tag[]> {
  const diagnostics: Diagnostic[] = [];
  if (tags.length > maxTags) diagnostics.push(problem.tooManyTags({ count: tags.length, limit: maxTags }, place));
  const value = tags.slice(0, maxTags).map((written): Tag => {
    const definition = typeof written === 'string' ? defined?.get(written) : undefined;
    const { label, permalink } =
      definition ?? (typeof written === 'string' ? { label: written, permalink: undefined } : written);
    if (!definition && defined)
      diagnostics.push(problem.tagNotDefined({ tag: label, near: nearest(label, defined.keys()) }, place));
    const isRefused = permalink !== undefined && !isSafe(permalink);
    if (isRefused) diagnostics.push(problem.tagAddress({ tag: label, permalink }, place));
    const path = permalink === undefined || isRefused ? addressOf(label) : permalink;
    return {
      label,
      permalink: toPermalink(base, fitSlug(path)),
      description: definition?.description,
      inline: definition === undefined,
    };
  });
  return { value, diagnostics };
}

/** Returns the label of a tag, or its URL segment if the label has no visible character, because a link needs a name. */
export function shownLabel({ label, permalink }: Tag): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(label) ? label : permalink.slice(permalink.lastIndexOf('/') + 1);
}

/** Whether a permalink is a valid path below the folder of the tags. */
function isSafe(permalink: string): boolean {
  const segments = permalink.split('/').filter((segment) => segment !== '');
  return segments.length > 0 && isPathname(`/${segments.join('/')}`) && !hasEscape(permalink);
}

/** Returns the URL segment of a label. A label without letters or digits, such as `++`, is converted to code points. */
function addressOf(label: string): string {
  const words = kebabCase(label);
  return isSafe(words) ? words : [...label].map((char) => char.codePointAt(0)?.toString(16)).join('-');
}

/** A tag in a tags file. `permalink` is relative to the URL of all tags. */
type TagDefinition = Pick<Tag, 'label' | 'description'> & { readonly permalink: string };

/** Tags of a tags file, by the key that front matter uses. */
export type TagDefinitions = ReadonlyMap<string, TagDefinition>;

const text = z.optional(field.text);
const definition = z.nullable(z.object({ label: text, permalink: text, description: text }));

/** Parses a `tags.yml`. Rules: Docusaurus's for missing labels and permalinks. Diagnostics: DG304, DG430. */
function parseTagsFile(file: SourceFile): Checked<TagDefinitions> {
  const definitions = new Map<string, TagDefinition>();
  const data = readYamlMap(file, problem.tagsFileSyntax, { canBeEmpty: true });
  const diagnostics: Diagnostic[] = [...data.diagnostics];
  for (const [key, value] of Object.entries(data.value)) {
    const parsed = z.safeParse(definition, value);
    const { label, permalink, description } = parsed.data ?? {};
    if (!parsed.success) diagnostics.push(problem.tagsFileSyntax({ key }, placeOfYamlKey(file, key)));
    else
      definitions.set(key, {
        label: label || capitalize(key),
        permalink: permalink || `/${kebabCase(key)}`,
        description,
      });
  }
  return { value: definitions, diagnostics };
}

/** Returns a function from a source path to its tags file: that of the innermost content folder that has one. `files` are by prefix. */
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
