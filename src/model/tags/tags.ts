import { kebabCase } from 'lodash-es';
import type { FrontMatterTag } from '../content/front-matter.js';
import type { Checked, Diagnostic, Place } from '../diagnostics/diagnostic.js';
import { tagAddress, tagNotDefined, tooManyTags } from '../diagnostics/front-matter.js';
import { fitSlug, hasEscape, isPathname, type Permalink, toPermalink } from '../path.js';
import type { TagDefinitions } from './tags-file.js';

/** A tag of a doc. */
export interface Tag {
  readonly label: string;
  readonly permalink: Permalink;
  readonly description: string | undefined;
  /** True where no tags file defines it. */
  readonly inline: boolean;
}

export interface TagsInput {
  readonly tags: readonly FrontMatterTag[];
  /** Address of all tags. */
  readonly base: Permalink;
  /** Of the tags file; undefined where there is none. */
  readonly defined: TagDefinitions | undefined;
}

/** Of one page; a front matter of 64 KB holds 20,000, and each becomes a page. */
const mostTags = 100;

/** The tags of a page, as its front matter names them. Rule: Docusaurus's. Diagnostics: DG431–DG433. */
export function readTags({ tags, base, defined }: TagsInput, place: Place): Checked<readonly Tag[]> {
  const diagnostics: Diagnostic[] = [];
  if (tags.length > mostTags) diagnostics.push(tooManyTags({ count: tags.length, most: mostTags }, place));
  const value = tags.slice(0, mostTags).map((written): Tag => {
    const definition = typeof written === 'string' ? defined?.get(written) : undefined;
    const { label, permalink } =
      definition ?? (typeof written === 'string' ? { label: written, permalink: undefined } : written);
    if (!definition && defined) diagnostics.push(tagNotDefined({ tag: label, known: defined.keys() }, place));
    const isRefused = permalink !== undefined && !isSafe(permalink);
    if (isRefused) diagnostics.push(tagAddress({ tag: label, permalink }, place));
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

/** What readers see of a tag: a label of blanks would be a link without a name. */
export function shownLabel({ label, permalink }: Tag): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(label) ? label : permalink.slice(permalink.lastIndexOf('/') + 1);
}

/** A path below the tags that is a folder of its own there. */
function isSafe(permalink: string): boolean {
  const segments = permalink.split('/').filter((segment) => segment !== '');
  return segments.length > 0 && isPathname(`/${segments.join('/')}`) && !hasEscape(permalink);
}

/** Labels without a letter or digit, such as `++`, have no words: their characters' numbers stand for them. */
function addressOf(label: string): string {
  const words = kebabCase(label);
  return isSafe(words) ? words : [...label].map((char) => char.codePointAt(0)?.toString(16)).join('-');
}
