// Cache of parsed content files by path and stat signature, so that a build only reads files that have changed.
import * as z from 'zod/mini';
import { type CachedFile, type CachedFiles, isPlain } from '../../model/content/doc-file.js';
import { frontMatterTypes } from '../../model/content/parse/front-matter.js';
import { namedKinds } from '../../model/content/parse/imports.js';
import type { FieldType } from '../../model/input/fields.js';
import { sha256 } from '../../model/input/hash.js';
import { isRecord } from '../../model/input/plain-data.js';
import {
  diagnosticSchema,
  flag,
  list,
  number,
  oneOf,
  optional,
  parseLines,
  record,
  type SavedLines,
  type Schema,
  text,
  tuple,
} from './schema.js';
import type { CacheStore } from './store.js';

/** Location of the cache entry. Each output folder has its own. */
interface KeptPlace {
  readonly store: CacheStore | undefined;
  readonly out: string;
  /** Hash of everything else that affects parsing: docgen's code, the Markdown extras and the components. */
  readonly key: string;
}

const fields: Readonly<Record<string, FieldType<unknown>>> = frontMatterTypes;
/** Validates front matter: only known keys with valid values. */
const frontMatter: Schema = (value) =>
  isRecord(value) &&
  Object.keys(value).every(
    (key) => Object.hasOwn(fields, key) && z.safeParse(fields[key]?.schema ?? z.never(), value[key]).success,
  );
const docShape = record({
  frontMatter,
  foreign: optional(isRecord),
  startMeta: frontMatter,
  bodyStart: number,
  bodyLine: number,
  keyLines: list(tuple(text, number)),
  title: optional(text),
  description: text,
  isCode: flag,
  named: record({
    includes: list(text),
    imports: list(record({ name: text, kind: oneOf(...namedKinds), path: text })),
    components: optional(list(text)),
  }),
  bodyHash: text,
});
const lineShape = tuple(
  text,
  record({
    path: text,
    stamp: text,
    hash: text,
    isUnsettled: flag,
    reader: text,
    doc: optional(docShape),
    facts: optional(record({ title: optional(record({ text, level: number })), description: text })),
    diagnostics: list(diagnosticSchema),
  }),
);

export function loadFileCache({ store, out, key }: KeptPlace): SavedLines<CachedFile> {
  return parseLines(store?.get(nameOf(out)), key, lineShape);
}

export function saveFileCache(
  known: CachedFiles,
  { values, lines }: SavedLines<CachedFile>,
  { store, out, key }: KeptPlace,
): void {
  if (!store || (known.size === values.size && [...known.values()].every((file) => lines.has(file)))) return;
  const kept = [...known].flatMap(([path, file]) => {
    if (file.doc && !isPlain(file.doc)) return [];
    return lines.get(file) ?? JSON.stringify([path, file]);
  });
  store.put(nameOf(out), [key, ...kept].join('\n'));
}

const nameOf = (out: string) => sha256(`files of ${out}`);
