import { posix } from 'node:path';
import type { Config } from '../config/config.js';
import type { DocFile } from '../content/doc-file.js';
import type { FrontMatter } from '../content/parse/front-matter.js';
import { parseNumberPrefix, stripNumberPrefixes } from '../content/parse/number-prefix.js';
import { namesOf, type ParsedDoc } from '../content/parse/parsed-doc.js';
import { generatorSlug, inheritedFields, titleInNavigation } from '../content/projects.js';
import type { Content } from '../content/read.js';
import { type Checked, type Diagnostic, type Place, problem } from '../diagnostics/diagnostic.js';
import { isRecord } from '../input/plain-data.js';
import { cleanName } from '../input/text.js';
import { fitSlug, hasEscape, type Permalink, type SourcePath, toPermalink } from '../types/path.js';
import { type DisplayMetadata, displayMetadata } from './display-metadata.js';
import { computeSlug, defaultSlug, rootSlug, type SlugInput } from './slug.js';
import { readTags, type Tag, type TagDefinitions } from './tags.js';

/** A page that an author wrote. Its sidebar is in `VersionMetadata` only. */
export interface Doc
  extends Pick<ParsedDoc, 'description' | 'frontMatter' | 'foreign' | 'bodyHash' | 'bodyLine' | 'named'>,
    Pick<DocFile, 'body'> {
  readonly id: string;
  /** Title and description are Docusaurus's; see `shown` for what readers see. */
  readonly title: string;
  readonly shown: DisplayMetadata;
  readonly slug: string;
  readonly permalink: Permalink;
  /** Permalink in the default language, if a translation has another one. */
  readonly original: Permalink | undefined;
  readonly source: SourcePath;
  /** Folder of the source, `.` at the root. */
  readonly sourceDirName: string;
  readonly keyLines: ReadonlyMap<string, number>;
  readonly sidebarPosition: number | undefined;
  readonly unlisted: boolean;
  readonly draft: boolean;
  readonly tags: readonly Tag[];
}

interface DocOptions extends Config, Pick<Content, 'mountOf' | 'rules'> {
  readonly folderLabel: (dir: string) => string;
  /** The tags file of a doc's content folder. */
  readonly definedTags: (source: SourcePath) => TagDefinitions | undefined;
}

/** Creates the doc of a source file. Rules: Docusaurus's doc metadata. Diagnostics: DG409, DG431–DG433, DG503, DG504. */
export function toDoc(file: DocFile, options: DocOptions): Checked<Doc> {
  const { basePath, routeBase, titles, folderLabel } = options;
  const root = options.mountOf.get(file.path)?.prefix ?? '';
  const rules = options.rules.get(file.path);
  const { description, frontMatter, foreign, startMeta, isCode, bodyHash, bodyLine, named } = file.parsed;
  const diagnostics: Diagnostic[] = [];
  const keyLines = new Map(file.parsed.keyLines);
  const placeOf = (key: string) => placeOfKey({ source: file.path, keyLines }, key);

  const parseNumberPrefixes = frontMatter.parse_number_prefixes ?? true;
  const path = cleanName(file.path).value; // as readers see it; `source` is the path on disk
  const dir = posix.dirname(path);
  const { baseName, prefixed, baseId } = namesOf(path, frontMatter);

  if (frontMatter.id?.includes('/')) diagnostics.push(problem.idWithSlash({ id: frontMatter.id }, placeOf('id')));
  const idDir = parseNumberPrefixes ? stripNumberPrefixes(dir) : dir;
  const id = dir === '.' ? baseId : `${idDir}/${baseId}`;

  const slugWith = (from: FrontMatter) => {
    const { parse_number_prefixes: parseNumberPrefixes = true, slug: wanted } = from;
    const { baseId } = namesOf(path, from);
    const written = { dir, baseName, baseId, parseNumberPrefixes, frontMatterSlug: wanted, root };
    const own = rules && generatorSlug(file.path, rules, inheritedFields({ ...file.parsed, frontMatter: from }, rules));
    if (!own) return safeSlug(written, placeOf);
    const frontMatterSlug = `${rootSlug(own.root, parseNumberPrefixes)}${own.slug}`;
    return safeSlug({ ...written, frontMatterSlug, root: '' }, placeOf);
  };
  const slug = slugWith(frontMatter);
  diagnostics.push(...slug.diagnostics);
  const permalinkOf = ({ value }: Checked<string>) => toPermalink(basePath, routeBase, value);
  const permalink = permalinkOf(slug);
  const original = file.original && permalinkOf(slugWith(file.original));

  const tagsBase = toPermalink(basePath, routeBase, options.tagsBasePath);
  const tags = readTags(frontMatter.tags ?? [], tagsBase, options.definedTags(file.path), placeOf('tags'));
  diagnostics.push(...tags.diagnostics);

  const title = file.parsed.title ?? baseId;
  const inNavigation = rules && titleInNavigation(rules);
  const page = { path, name: baseId, inNavigation, frontMatter, startMeta, isCode, facts: file.facts };
  return {
    value: {
      id,
      title,
      shown: displayMetadata({ recordTitle: title, titles, folderLabel, ...page }),
      description,
      frontMatter,
      foreign,
      bodyHash,
      bodyLine,
      named,
      slug: slug.value,
      permalink,
      original: original === permalink ? undefined : original,
      source: file.path,
      sourceDirName: posix.dirname(file.path),
      body: file.body,
      keyLines,
      sidebarPosition: frontMatter.sidebar_position ?? prefixed.number,
      unlisted: frontMatter.unlisted ?? false,
      draft: frontMatter.draft ?? false,
      tags: tags.value,
    },
    diagnostics,
  };
}

/** Returns the day (`YYYY-MM-DD`) on which the author last changed a doc, from `last_update` in front matter. */
export function dateOf({ frontMatter: { last_update: update } }: Doc): string | undefined {
  const date = isRecord(update) ? update['date'] : undefined;
  return typeof date === 'string'
    ? /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/.exec(date)?.[0]
    : undefined;
}

/** Returns the location of a key of a doc's front matter, or the start of the file. */
export function placeOfKey({ source, keyLines }: Pick<Doc, 'source' | 'keyLines'>, key: string): Place {
  return { file: source, start: { line: keyLines.get(key) ?? 1, column: 1 } };
}

/** Returns the slug of a doc. If its front matter sets an invalid one, or one outside the docs, returns the default. Diagnostics: DG503. */
function safeSlug(input: SlugInput, placeOf: (key: string) => Place): Checked<string> {
  const wanted = computeSlug(input);
  if (wanted === undefined || hasEscape(wanted)) {
    const key = input.frontMatterSlug === undefined ? 'id' : 'slug';
    const value = input.frontMatterSlug ?? input.baseId;
    const fallback = defaultSlug({
      ...input,
      baseId: key === 'id' ? parseNumberPrefix(input.baseName).name : input.baseId,
    });
    const slugProblem = problem.slugEscapes({ key, value, fallback }, placeOf(key));
    return { value: fitSlug(fallback), diagnostics: [slugProblem] };
  }
  const fitted = fitSlug(wanted);
  return {
    value: fitted,
    diagnostics: fitted === wanted ? [] : [problem.nameTooLong({ shortened: fitted }, placeOf('slug'))],
  };
}
