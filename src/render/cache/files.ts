// Cache of parsed content files by path and stat signature, so that a build only reads files that have changed.
import * as z from 'zod/mini';
import { type CachedFile, type CachedFiles, isPlain } from '../../model/content/doc-file.js';
import { frontMatterTypes } from '../../model/content/parse/front-matter.js';
import { namedKinds } from '../../model/content/parse/imports.js';
import { isRecord } from '../../model/input/plain-data.js';
import { diagnosticSchema, flag, list, number, object, oneOf, optional, type Schema, text, tuple } from './schema.js';
import { type CacheTable, type SavedLines, saveTable } from './table.js';

const fields: Readonly<Record<string, z.ZodMiniType>> = frontMatterTypes;
/** Validates front matter: only known keys with valid values. */
const frontMatter: Schema = (value) =>
  isRecord(value) &&
  Object.keys(value).every(
    (key) => Object.hasOwn(fields, key) && z.safeParse(fields[key] ?? z.never(), value[key]).success,
  );
const docShape = object({
  frontMatter,
  foreign: optional(isRecord),
  startMeta: frontMatter,
  bodyStart: number,
  bodyLine: number,
  keyLines: list(tuple(text, number)),
  title: optional(text),
  description: text,
  isCode: flag,
  named: object({
    includes: list(text),
    imports: list(object({ name: text, kind: oneOf(...namedKinds), path: text })),
    components: optional(list(text)),
  }),
  bodyHash: text,
});
export const fileShape = object({
  path: text,
  signature: text,
  hash: text,
  isUnsettled: flag,
  parseKey: text,
  doc: optional(docShape),
  facts: optional(
    object({ title: optional(object({ text, level: number })), description: text, isEmpty: optional(flag) }),
  ),
  diagnostics: list(diagnosticSchema),
});

export function saveFileCache(known: CachedFiles, saved: SavedLines<CachedFile>, table: CacheTable): void {
  const isSame = known.size === saved.values.size && [...known.values()].every((file) => saved.lines.has(file));
  if (!isSame) saveTable(new Map([...known].filter(([, { doc }]) => !doc || isPlain(doc))), saved, table);
}
