import { posix } from 'node:path';
import type { FrontMatter } from '../content/front-matter.js';
import type { NamedTexts } from '../content/imports.js';
import { cleanName } from '../content/text.js';
import type { Checked, Diagnostic, Place } from '../diagnostics/diagnostic.js';
import { idWithSlash } from '../diagnostics/front-matter.js';
import { nameTooLong, slugEscapes } from '../diagnostics/routes.js';
import type { Mount } from '../mounts/mounts.js';
import { fitSlug, hasEscape, type Permalink, type SourcePath, toPermalink } from '../path.js';
import { readTags, type Tag } from '../tags/tags.js';
import type { TagDefinitions } from '../tags/tags-file.js';
import type { DocFile } from './doc-file.js';
import { parseNumberPrefix, stripNumberPrefixes } from './number-prefix.js';
import { namesOf } from './parsed-doc.js';
import { type Shown, shownOf } from './shown/shown.js';
import { computeSlug, defaultSlug, type SlugInput } from './slug.js';
import { starlightSlug } from './starlight.js';

/** A page that an author wrote. Its sidebar is in the version record only. */
export interface Doc {
  readonly id: string;
  /** Docusaurus's, as the records have them; see `shown` for what readers see. */
  readonly title: string;
  readonly description: string;
  readonly shown: Shown;
  readonly slug: string;
  readonly permalink: Permalink;
  readonly source: SourcePath;
  /** Folder of the source, `.` at the root. */
  readonly sourceDirName: string;
  readonly frontMatter: FrontMatter;
  /** The text without its front matter; read from disk where it is first asked for and the file is as it was for the previous build. */
  readonly body: () => string;
  /** Names the body. */
  readonly bodyHash: string;
  /** The texts that the body names. */
  readonly named: NamedTexts;
  /** Line of the source, from 1, on which the body begins. */
  readonly bodyLine: number;
  /** Line of the source on which each key of the front matter stands. */
  readonly keyLines: ReadonlyMap<string, number>;
  readonly sidebarPosition: number | undefined;
  readonly unlisted: boolean;
  readonly draft: boolean;
  readonly tags: readonly Tag[];
}

export interface DocOptions {
  readonly basePath: string;
  readonly routeBase: string;
  readonly titles: 'page' | 'record';
  /** What readers see of a folder. */
  readonly folderLabel: (dir: string) => string;
  /** The content folder of a file. */
  readonly mountOf: ReadonlyMap<SourcePath, Pick<Mount, 'prefix'>>;
  /** Docs whose routes are Starlight's. */
  readonly starlight: ReadonlySet<SourcePath>;
  readonly tagsBasePath: string;
  /** The tags file of a doc's content folder. */
  readonly definedTags: (source: SourcePath) => TagDefinitions | undefined;
}

/** The doc of a source file. Rules: Docusaurus's doc metadata. Diagnostics: DG409, DG431–DG433, DG503, DG504. */
export function toDoc(file: DocFile, options: DocOptions): Checked<Doc> {
  const { basePath, routeBase, titles, folderLabel } = options;
  const root = options.mountOf.get(file.path)?.prefix ?? '';
  const isStarlight = options.starlight.has(file.path);
  const { frontMatter, startMeta, bodyLine, bodyHash, named, isCode } = file.parsed;
  const diagnostics: Diagnostic[] = [];
  const keyLines = new Map(file.parsed.keyLines);
  const placeOf = (key: string) => placeOfKey({ source: file.path, keyLines }, key);

  const parseNumberPrefixes = frontMatter.parse_number_prefixes ?? true;
  const path = cleanName(file.path).value; // what a reader sees of it; `source` stays as on disk
  const dir = posix.dirname(path);
  const { baseName, prefixed, baseId } = namesOf(path, frontMatter);

  const wantedId = frontMatter.id;
  if (wantedId?.includes('/')) diagnostics.push(idWithSlash({ id: wantedId }, placeOf('id')));
  const idDir = parseNumberPrefixes ? stripNumberPrefixes(dir) : dir;
  const id = dir === '.' ? baseId : `${idDir}/${baseId}`;

  const wantedSlug = frontMatter.slug;
  const slugInput = { dir, baseName, baseId, parseNumberPrefixes };
  const slug = isStarlight
    ? safeSlug(
        {
          ...slugInput,
          frontMatterSlug: starlightSlug(posix.join(dir, baseName), { wanted: wantedSlug, root }),
          root: '',
        },
        placeOf,
      )
    : safeSlug({ ...slugInput, frontMatterSlug: wantedSlug, root }, placeOf);
  diagnostics.push(...slug.diagnostics);

  const tagsBase = toPermalink(basePath, routeBase, options.tagsBasePath);
  const tags = readTags(
    { tags: frontMatter.tags ?? [], base: tagsBase, defined: options.definedTags(file.path) },
    placeOf('tags'),
  );
  diagnostics.push(...tags.diagnostics);

  const title = file.parsed.title ?? baseId;
  const page = { path, name: baseId, frontMatter, startMeta, isCode, facts: file.facts };
  return {
    value: {
      id,
      title,
      shown: shownOf({ ...page, recordTitle: title, titles, folderLabel }),
      description: file.parsed.description,
      slug: slug.value,
      permalink: toPermalink(basePath, routeBase, slug.value),
      source: file.path,
      sourceDirName: posix.dirname(file.path),
      frontMatter,
      body: file.body,
      bodyHash,
      named,
      bodyLine,
      keyLines,
      sidebarPosition: frontMatter.sidebar_position ?? prefixed.number,
      unlisted: frontMatter.unlisted ?? false,
      draft: frontMatter.draft ?? false,
      tags: tags.value,
    },
    diagnostics,
  };
}

/** Where a key of a doc's front matter stands, or the beginning of the file. */
export function placeOfKey({ source, keyLines }: Pick<Doc, 'source' | 'keyLines'>, key: string): Place {
  return { file: source, start: { line: keyLines.get(key) ?? 1, column: 1 } };
}

/** The doc's slug, or its default where the front matter asks for one that leaves the docs or cannot be a file. */
function safeSlug(input: SlugInput, placeOf: (key: string) => Place): Checked<string> {
  const wanted = computeSlug(input);
  if (wanted === undefined || hasEscape(wanted)) {
    const key = input.frontMatterSlug === undefined ? 'id' : 'slug';
    const value = input.frontMatterSlug ?? input.baseId;
    const fallback = defaultSlug({
      ...input,
      baseId: key === 'id' ? parseNumberPrefix(input.baseName).name : input.baseId,
    });
    const problem = slugEscapes({ key, value, fallback: `${fallback} is used` }, placeOf(key));
    return { value: fitSlug(fallback), diagnostics: [problem] };
  }
  const fitted = fitSlug(wanted);
  return { value: fitted, diagnostics: fitted === wanted ? [] : [nameTooLong({ shortened: fitted }, placeOf('slug'))] };
}
