// What builds parsed of the files of a hub, by where they are and how they look, so that of a hub of which little changed little is read.
import * as z from 'zod/mini';
import type { FieldType } from '../../model/content/fields.js';
import { frontMatterTypes } from '../../model/content/front-matter.js';
import { isPlain, type KnownFile, type KnownFiles } from '../../model/docs/doc-file.js';
import { isRecord } from '../../model/plain-data.js';
import { sha256 } from '../hash.js';
import {
  diagnosticShape,
  flag,
  list,
  number,
  oneOf,
  optional,
  parseAs,
  record,
  type Shape,
  text,
  tuple,
} from './shape.js';
import type { Store } from './store.js';

/** Files as an earlier build knew them, each with the line that says so. */
export interface KeptFiles {
  readonly files: KnownFiles;
  readonly lines: ReadonlyMap<KnownFile, string>;
}

/** Where they are kept: for each out folder. */
export interface KeptPlace {
  readonly store: Store | undefined;
  readonly out: string;
  /** Changes with all that decides how texts are read: docgen's own code, the extras of Markdown, and which components there are. */
  readonly key: string;
}

const fields: Readonly<Record<string, FieldType<unknown>>> = frontMatterTypes;
/** Only known keys, each of its type. */
const frontMatter: Shape = (value) =>
  isRecord(value) &&
  Object.keys(value).every(
    (key) => Object.hasOwn(fields, key) && z.safeParse(fields[key]?.schema ?? z.never(), value[key]).success,
  );
const docShape = record({
  frontMatter,
  startMeta: frontMatter,
  bodyStart: number,
  bodyLine: number,
  keyLines: list(tuple(text, number)),
  title: optional(text),
  description: text,
  isCode: flag,
  named: record({
    includes: list(text),
    imports: list(record({ name: text, kind: oneOf('partial', 'raw', 'code', 'mkdocs', 'mdbook'), path: text })),
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
    doc: optional(docShape),
    facts: optional(record({ title: optional(record({ text, level: number })), description: text })),
    diagnostics: list(diagnosticShape),
  }),
);

const none: KeptFiles = { files: new Map(), lines: new Map() };

/** What is known of files; nothing where it is of another version, or not sound. */
export function readKnown({ store, out, key }: KeptPlace): KeptFiles {
  const [found, ...lines] = store?.get(nameOf(out))?.split('\n') ?? [];
  if (found !== key) return none;
  const entries = lines.flatMap((line) => {
    const entry = parseAs<[string, KnownFile]>(line, lineShape);
    return entry ? [[...entry, line] as const] : [];
  });
  return {
    files: new Map(entries.map(([path, file]) => [path, file])),
    lines: new Map(entries.map(([, file, line]) => [file, line])),
  };
}

/** Keeps what is known now, where that is not what was known before. */
export function saveKnown(known: KnownFiles, { files, lines }: KeptFiles, place: KeptPlace): void {
  const { store, out, key } = place;
  if (known.size === files.size && [...known.values()].every((file) => lines.has(file))) return;
  const kept = [...known].flatMap(([path, file]) => {
    if (file.doc && !isPlain(file.doc)) return [];
    return lines.get(file) ?? JSON.stringify([path, file]);
  });
  store?.put(nameOf(out), [key, ...kept].join('\n'));
}

const nameOf = (out: string) => sha256(`files of ${out}`);
