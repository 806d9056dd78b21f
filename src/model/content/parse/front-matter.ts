// Splits a text into front matter and body, and reads the fields by Docusaurus's rules. Netdata's metadata comments are read too.
import matter from 'gray-matter';
import { omitBy, pick } from 'lodash-es';
import * as z from 'zod/mini';
import { type Checked, type Diagnostic, type Place, problem } from '../../diagnostics/diagnostic.js';
import * as field from '../../input/fields.js';
import { maxBlockChars, readOtherBlock } from '../../input/front-matter-block.js';
import { heroSchema } from '../../input/home.js';
import { isRecord } from '../../input/plain-data.js';
import { reportCleaned } from '../../input/text.js';
import { parseYaml, type YamlResult } from '../../input/yaml.js';
import type { SourcePath } from '../../types/path.js';

/** A tag: the key in a tags file or a label, or a label with its address. */
export type FrontMatterTag = string | { readonly label: string; readonly permalink?: string | undefined };

const tagObject = z.object({ label: field.filledText, permalink: z.optional(field.filledText) });
/** Splits a text of tags at spaces, as Jekyll and Hugo do. */
const wordsOf = z.transform((text: string): FrontMatterTag[] => text.split(/\s+/).filter(Boolean));
/** Removes empty tags, which templates for new pages contain. */
const filled = z.transform((tags: unknown) => (Array.isArray(tags) ? tags.filter((tag) => tag !== '') : tags));
const tags = field.expecting(
  'a list of labels, or of maps with a label',
  z.union([z.pipe(z.string(), wordsOf), z.pipe(filled, z.array(z.union([field.filledText, tagObject])))]),
);

/** The known keys with their types; every other key is allowed and ignored. */
export const frontMatterTypes = {
  id: field.filledText,
  title: field.text,
  description: field.text,
  slug: field.filledText,
  sidebar_key: field.filledText,
  sidebar_label: field.filledText,
  sidebar_position: field.number,
  sidebar_class_name: field.filledText,
  sidebar_custom_props: field.map,
  displayed_sidebar: field.orNull(field.filledText),
  pagination_label: field.filledText,
  pagination_prev: field.orNull(field.filledText),
  pagination_next: field.orNull(field.filledText),
  parse_number_prefixes: field.boolean,
  hide_title: field.boolean,
  hide_table_of_contents: field.boolean,
  toc_min_heading_level: field.level(2, 6),
  toc_max_heading_level: field.level(2, 6),
  keywords: field.textOrTexts,
  image: field.filledText,
  tags,
  custom_edit_url: field.orNull(field.text),
  last_update: field.map,
  mdx: field.format,
  redirect_from: field.orNull(field.textOrTexts),
  aliases: field.orNull(field.textOrTexts),
  home: field.expecting('a map of `title`, `lead`, `image`, `actions` and `features`', heroSchema),
  draft: field.boolean,
  unlisted: field.boolean,
} as const satisfies field.FieldTypes;

export type FrontMatter = field.Fields<typeof frontMatterTypes>;

/** Front matter and body of a Markdown file. `bodyLine` is the line of the file, from 1, on which the body begins. */
interface ParsedFile {
  readonly frontMatter: FrontMatter;
  /** Other keys, which generators other than Docusaurus might know. */
  readonly foreign: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly bodyLine: number;
  /** Last line of the file, from 1, that contains each key of the front matter. */
  readonly keyLines: ReadonlyMap<string, number>;
}

// gray-matter reads the word after the first `---` as a language; its engines for JavaScript and other languages are never reached.
const openingLine = /^---[^\S\r\n]*(\S[^\r\n]*)?(?:\r?\n|$)/;

/** Parses the front matter of a text. A file with broken front matter keeps its body. Diagnostics: DG304, DG401–DG408. */
export function parseFrontMatter(text: string, file: SourcePath): Checked<ParsedFile> {
  const whole: ParsedFile = { frontMatter: {}, foreign: {}, body: text, bodyLine: 1, keyLines: new Map() };
  const other = /^\s*(?:\+|<!--)|^\{/.test(text) ? readOtherBlock(text) : undefined;
  const first = openingLine.exec(text);
  if (!other && (!first || text.startsWith('----'))) return { value: whole, diagnostics: [] };
  const at = (line: number, column = 1): Place => ({ file, start: { line, column } });
  const { block, body, result } = other ?? splitFile(text, first?.[0].length ?? 0);
  const open = other || text.includes('\n---', 3) ? [] : [problem.frontMatterOpen({}, at(1))];
  // Without a closing line, gray-matter reads the whole file as front matter. Text with one colon is more likely a paragraph.
  const isData = result && 'value' in result && isRecord(result.value) && Object.keys(result.value).length > 1;
  if (open.length > 0 && !isData) return { value: whole, diagnostics: open };
  const bodyLine = text.slice(0, text.length - body.length).split('\n').length;
  const bodyOnly = (...diagnostics: Diagnostic[]) => ({ value: { ...whole, body, bodyLine }, diagnostics });
  if (first?.[1]) return bodyOnly(problem.frontMatterLanguage({ language: first[1].trim().slice(0, 40) }, at(1, 4)));
  if (block.length > maxBlockChars) return bodyOnly(problem.frontMatterSize({ limit: '64 KB' }, at(1)));
  if (result === undefined) return bodyOnly();
  if ('fault' in result) {
    const { kind, reason, line, column } = result.fault;
    // The block begins with the line break of the opening line, so its line n is the file's line n.
    const place = at(line, column);
    if (kind === 'alias') return bodyOnly(problem.frontMatterAlias({ reason }, place));
    if (kind === 'tag') return bodyOnly(problem.frontMatterTag({ tag: /![^\s>]*/.exec(reason)?.[0] ?? '!' }, place));
    return bodyOnly(problem.frontMatterSyntax({ reason, isUnquoted: /mapping|implicit/.test(reason) }, place));
  }
  if (result.value === undefined || result.value === null) return bodyOnly();
  if (!isRecord(result.value))
    return bodyOnly(problem.frontMatterSyntax({ reason: 'it must contain `key: value` lines' }, at(2)));
  const { fields, faults } = field.readFields(result.value, frontMatterTypes);
  const keyLines = linesOfKeys(block);
  return {
    value: {
      frontMatter: fields,
      foreign: omitBy(result.value, (_, key) => Object.hasOwn(frontMatterTypes, key)),
      body,
      bodyLine,
      keyLines,
    },
    diagnostics: [
      ...open,
      ...reportCleaned(result.cleaned, at(1)),
      ...result.duplicates.map((key) => problem.duplicateKey({ key }, at(keyLines.get(key) ?? 1))),
      ...faults.map((fault) => problem.fieldType(fault, at(keyLines.get(fault.key) ?? 1))),
    ],
  };
}

function linesOfKeys(block: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of block.split('\n').entries()) {
    const key = /^(?:[ \t]+(?="))?["']?([\w-]+)["']?[ \t]*[:=]/.exec(line)?.[1];
    if (key !== undefined) lines.set(key, index + 1); // the block begins with the line break of the opening line
  }
  return lines;
}

/**
 * Splits a file at the first line that begins with `---`, and parses the block, by gray-matter with YAML as the only language, so that
 * nothing is executed. `result` is undefined if the block is empty or too large. gray-matter looks for comments in time that is quadratic
 * in the length of a run of empty lines (10 s for 64 KB of them), so it doesn't get a block with a long one, or a large block.
 */
function splitFile(text: string, opened: number): { block: string; body: string; result: YamlResult | undefined } {
  const start = opened - 1; // with the line break of the opening line
  const found = text.indexOf('\n---', start);
  const close = found === -1 ? text.length : found;
  const block = text.slice(start, close);
  const isLarge = block.length > maxBlockChars;
  const isSlow = isLarge || /\s{1000}/.test(block);
  const yaml = { parse: (found: string) => ({ result: parseYaml(found) }) };
  const options = { language: 'yaml', engines: { yaml } };
  const { content: body, data } = matter(`---${text.slice(isSlow ? close : start)}`, options);
  const result = isSlow ? parseYaml(isLarge ? '' : block) : (data['result'] as YamlResult | undefined);
  return { block, body, result };
}

// Netdata's metadata: a comment `<!--startmeta … endmeta-->` at the start of a file that contains YAML. Older files lack the two words.
// `custom_edit_url` and `keywords` act as front matter. Title, label and description are only shown to readers, because Docusaurus doesn't
// read them and `VersionMetadata` matches Docusaurus. Keys for positions are ignored.

const maxHeadChars = 10_000;
const metaOpening = /^<!--\s*startmeta\s*?\n/;
/** Matches the comment of older files, which is recognized by its keys. */
const bareOpening = /^<!--[ \t]*\r?\n(?=[a-z_]+:)/;
const metaKey = /^(?:custom_edit_url|sidebar_label|learn_[a-z_]+):/m;

/** Returns the text between the two words, each on its own line. Searches for them, because one pattern would take cubic time on blank lines. */
function blockOf(body: string): string | undefined {
  const head = body.trimStart().slice(0, maxHeadChars);
  const start = metaOpening.exec(head)?.[0].length;
  if (start === undefined) return bareBlockOf(head);
  for (let end = head.indexOf('endmeta', start); end !== -1; end = head.indexOf('endmeta', end + 1)) {
    const text = head.slice(start, end);
    const block = text.trimEnd();
    const rest = head.slice(end + 'endmeta'.length).trimStart();
    if (rest.startsWith('-->') && text.includes('\n', block.length)) return block;
  }
  return undefined;
}

function bareBlockOf(head: string): string | undefined {
  const start = bareOpening.exec(head)?.[0].length;
  const end = start === undefined ? -1 : head.indexOf('-->', start);
  const block = end === -1 ? '' : head.slice(start, end);
  return metaKey.test(block) ? block : undefined;
}

const keys = ['custom_edit_url', 'keywords', 'title', 'sidebar_label', 'description'] as const;

export type StartMeta = Pick<FrontMatter, (typeof keys)[number]>;

/** Returns the known keys of the comment. Empty without a comment, or if it is not YAML. Diagnostics: DG304 at `place`. */
export function parseStartMeta(body: string, place: Place): Checked<StartMeta> {
  const text = blockOf(body);
  if (text === undefined) return noMeta;
  const parsed = parseYaml(text);
  if (!('value' in parsed) || !isRecord(parsed.value)) return noMeta;
  const { fields } = field.readFields(parsed.value, frontMatterTypes);
  return { value: pick(fields, keys), diagnostics: reportCleaned(parsed.cleaned, place) };
}

const noMeta: Checked<StartMeta> = { value: {}, diagnostics: [] };
