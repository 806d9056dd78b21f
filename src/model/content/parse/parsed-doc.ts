// Data of a Markdown file that the model needs and that doesn't require a syntax tree. It is plain data, so that a build can reuse it for unchanged files without loading
// their texts.
import { posix } from 'node:path';
import { pick } from 'lodash-es';
import type { Checked } from '../../diagnostics/diagnostic.js';
import { sha256 } from '../../input/hash.js';
import { cleanName } from '../../input/text.js';
import type { SourcePath } from '../../types/path.js';
import { contentTitle, excerpt } from './excerpt.js';
import { type FrontMatter, parseFrontMatter, parseStartMeta, type StartMeta } from './front-matter.js';
import { type NamedTexts, namedTexts } from './imports.js';
import { parseNumberPrefix } from './number-prefix.js';

export interface ParsedDoc {
  readonly frontMatter: FrontMatter;
  /** Keys of the front matter that docgen does not know. Absent if there are none. */
  readonly foreign?: Readonly<Record<string, unknown>> | undefined;
  readonly startMeta: StartMeta;
  /** Start of the body in the text, as the number of characters before it. `bodyLine` is its line, from 1. */
  readonly bodyStart: number;
  readonly bodyLine: number;
  readonly keyLines: readonly (readonly [key: string, line: number])[];
  /** Title and description by Docusaurus's rules. Without a title, the name of the file is the title. */
  readonly title?: string | undefined;
  readonly description: string;
  /** Whether the text contains the doc's own name as inline code. */
  readonly isCode: boolean;
  /** Files whose content the body includes. */
  readonly named: NamedTexts;
  readonly bodyHash: string;
}

/** Splits a text and collects what the model needs from it. Diagnostics: DG304, DG401–DG408. */
export function parseDoc(text: string, file: SourcePath): Checked<ParsedDoc> {
  const parsed = parseFrontMatter(text, file);
  const { body, bodyLine, keyLines, foreign } = parsed.value;
  const startMeta = parseStartMeta(body, { file, start: { line: bodyLine, column: 1 } });
  const frontMatter = { ...pick(startMeta.value, ['custom_edit_url', 'keywords']), ...parsed.value.frontMatter };
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
      bodyHash: sha256(body),
      ...(Object.keys(foreign).length > 0 && { foreign }),
    },
    diagnostics: [...parsed.diagnostics, ...startMeta.diagnostics],
  };
}

/** Returns the name of a doc's file without number and extension, and the last part of its id. */
export function namesOf(path: string, { id, parse_number_prefixes: isParsed = true }: FrontMatter) {
  const baseName = posix.basename(path, posix.extname(path));
  const prefixed = isParsed ? parseNumberPrefix(baseName) : { name: baseName, number: undefined };
  return { baseName, prefixed, baseId: id === undefined || id.includes('/') ? prefixed.name : id };
}
