// What the model needs of the text of a Markdown file but for what needs its Markdown tree, as plain data: a build that finds the file as
// it was takes this from the previous build, and reads no text.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { type FrontMatter, parseFrontMatter } from '../content/front-matter.js';
import { type NamedTexts, namedTexts } from '../content/imports.js';
import { frontMatterOf, parseStartMeta, type StartMeta } from '../content/start-meta.js';
import { cleanName } from '../content/text.js';
import type { Checked } from '../diagnostics/diagnostic.js';
import type { SourcePath } from '../path.js';
import { contentTitle, excerpt } from './excerpt.js';
import { parseNumberPrefix } from './number-prefix.js';

export interface ParsedDoc {
  readonly frontMatter: FrontMatter;
  readonly startMeta: StartMeta;
  /** Where the body begins in the text: characters before it, and its line, from 1. */
  readonly bodyStart: number;
  readonly bodyLine: number;
  /** Line on which each key of the front matter stands. */
  readonly keyLines: readonly (readonly [key: string, line: number])[];
  /** Title and description by Docusaurus's rules; no title where the name is it. */
  readonly title?: string | undefined;
  readonly description: string;
  /** Whether the page writes its own name as code. */
  readonly isCode: boolean;
  /** The texts that the body names. */
  readonly named: NamedTexts;
  /** SHA-256 of the body. */
  readonly bodyHash: string;
}

/** Diagnostics: DG304, DG401–DG408. */
export function parseDoc(text: string, file: SourcePath): Checked<ParsedDoc> {
  const parsed = parseFrontMatter(text, file);
  const { body, bodyLine, keyLines } = parsed.value;
  const startMeta = parseStartMeta(body, { file, start: { line: bodyLine, column: 1 } });
  const frontMatter = { ...frontMatterOf(startMeta.value), ...parsed.value.frontMatter };
  const { baseId } = namesOf(cleanName(file).value, frontMatter);
  return {
    value: {
      frontMatter,
      startMeta: startMeta.value,
      bodyStart: text.length - body.length,
      bodyLine,
      keyLines: [...keyLines],
      title: frontMatter.title ?? contentTitle(body),
      description: frontMatter.description ?? excerpt(body.trim()),
      isCode: baseId.includes('-') && body.includes(`\`${baseId}\``),
      named: namedTexts(body),
      bodyHash: bodyHashOf(body),
    },
    diagnostics: [...parsed.diagnostics, ...startMeta.diagnostics],
  };
}

/** What names the body of a doc. */
export function bodyHashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** The name of a doc's file without number and extension, and the last part of its id. */
export function namesOf(path: string, { id, parse_number_prefixes: isParsed = true }: FrontMatter) {
  const baseName = posix.basename(path, posix.extname(path));
  const prefixed = isParsed ? parseNumberPrefix(baseName) : { name: baseName, number: undefined };
  return { baseName, prefixed, baseId: id === undefined || id.includes('/') ? prefixed.name : id };
}
