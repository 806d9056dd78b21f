// Parses YAML as plain data, with limits for anchors and aliases.
import {
  CORE_SCHEMA,
  constructFromEvents,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  EVENT_ALIAS,
  EVENT_POP,
  EVENT_SCALAR,
  type Event,
  parseEvents,
  type Schema,
  YAMLException,
} from 'js-yaml';
import type { Checked, Diagnostic, Place } from '../diagnostics/diagnostic.js';
import { isRecord } from './plain-data.js';
import { type Cleaned, cleanStrings, reportCleaned } from './text.js';

/** A syntax error in YAML. `line` counts from 1 in the parsed text. */
interface YamlFault {
  readonly kind: 'syntax' | 'tag' | 'alias';
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

export type YamlResult =
  | {
      readonly value: unknown;
      readonly duplicates: readonly string[];
      /** The characters that were replaced in strings, for `reportCleaned`. */
      readonly cleaned: Cleaned<unknown>;
    }
  | { readonly fault: YamlFault };

/** Maximum characters of a value with an anchor, and maximum number of aliases. */
const [maxAnchored, maxAliases] = [1_000, 100];

// Rejects aliases in values with anchors, which prevents cycles and exponential expansion (“billion laughs”).
function load(text: string, options: { readonly schema: Schema; readonly json?: boolean }): unknown {
  const { source, events } = readEvents(text);
  for (const [index, event] of events.entries()) {
    if (!('anchorStart' in event) || event.anchorStart < 0 || event.type === EVENT_ALIAS) continue;
    const fault = anchorFault(events, index);
    if (fault !== undefined) YAMLException.throwAt(source, event.anchorStart, fault);
  }
  const documents = constructFromEvents(events, { source, maxAliases, ...options });
  // Other generators read the first document of a config or a data file.
  if (documents.length > 1 && options.schema !== withTags)
    throw new YAMLException('expected a single document in the stream, but found more');
  return documents[0];
}

function anchorFault(events: readonly Event[], index: number): string | undefined {
  let [start, end, depth] = [-1, 0, 0];
  for (let at = index, event = events[at]; event; at += 1, event = events[at]) {
    if (event.type === EVENT_ALIAS) return 'an alias inside of an anchor is not allowed';
    if (event.type === EVENT_SCALAR) {
      if (start < 0) start = event.valueStart;
      end = event.valueEnd;
    } else depth += event.type === EVENT_POP ? -1 : 1;
    if (end - start > maxAnchored) return `an anchor of more than ${maxAnchored} characters is not allowed`;
    if (depth <= 0) return undefined;
  }
  return undefined;
}

/** Maximum lines of flow collections and quoted texts that are indented less than YAML requires. */
const maxUnindented = 200;
/** Maximum number of characters to parse again for such lines. */
const maxReparsed = 10_000_000;

const addedSpaces = 100;

/** Parses YAML. Accepts lines with too little indentation, such as a closing bracket at the start of a line, as other parsers do. */
function readEvents(text: string) {
  let source = text;
  const indented = new Set<number>();
  for (;;) {
    try {
      return { source, events: parseEvents(source, {}) };
    } catch (error) {
      if (!(error instanceof YAMLException) || !error.mark) throw error;
      const { line, column, position } = error.mark;
      if (indented.has(line)) error.mark.column = Math.max(0, column - addedSpaces);
      if (
        error.reason !== 'deficient indentation' ||
        indented.has(line) || // repeating would not change the result
        indented.size >= Math.min(maxUnindented, maxReparsed / text.length)
      )
        throw error;
      indented.add(line);
      const start = source.lastIndexOf('\n', position - 1) + 1;
      source = source.slice(0, start) + ' '.repeat(addedSpaces) + source.slice(start);
    }
  }
}

/** Returns the name of a function of Python by its tag, such as `!!python/name:x`. Null for other tags. */
const functionOf = (tag: string) => /^tag:yaml\.org,2002:python\/[\w/]+:(.+)/.exec(tag)?.[1] ?? null;

/** Parses values with application-specific tags without running anything. */
const withTags = CORE_SCHEMA.withTags(
  ['!', 'tag:yaml.org,2002:python'].flatMap((prefix) => {
    const options = { matchByTagPrefix: true, identify: () => false, create: functionOf };
    return [
      defineScalarTag(prefix, { ...options, resolve: (_, __, tag) => functionOf(tag) }),
      defineSequenceTag(prefix, { ...options, addItem: () => undefined }),
      defineMappingTag(prefix, { ...options, addPair: () => '', has: () => false, keys: () => [], get: () => null }),
    ];
  }),
);

/** Matches a value of the environment in MkDocs, such as `!ENV [NAME, "default"]`, up to its default. */
const environmentValue =
  /!ENV[ \t]+\[[^\]\n]{0,200},[ \t]*("[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\]\n,"']{1,200}?)[ \t]*\]/g;

/**
 * Parses YAML or JSON as plain data: only core types, anchors of short values, and no tags unless they can be ignored. Dates stay text.
 * A duplicate key is reported, and its last value applies. Control characters are removed from strings.
 */
export function parseYaml(written: string, { canHaveTags = false } = {}): YamlResult {
  const text = canHaveTags ? written.replace(environmentValue, '$1') : written;
  const options = { schema: canHaveTags ? withTags : CORE_SCHEMA };
  try {
    return parsed(load(text, options), []);
  } catch (error) {
    if (!(error instanceof YAMLException) || error.reason !== 'duplicated mapping key')
      return { fault: toFault(error) };
    const line = text.split('\n')[error.mark?.line ?? 0] ?? '';
    const key = /^\s*["']?([^"':]+)/.exec(line)?.[1]?.trim() ?? '';
    try {
      return parsed(load(text, { ...options, json: true }), [key]);
    } catch (second) {
      return { fault: toFault(second) };
    }
  }
}

function parsed(data: unknown, duplicates: readonly string[]): YamlResult {
  const cleaned = cleanStrings(data);
  return { value: cleaned.value, duplicates, cleaned };
}

function toFault(error: unknown): YamlFault {
  if (error instanceof YAMLException) {
    const { line, column } = error.mark ?? { line: 0, column: 0 };
    const kind = /unknown tag|tag/i.test(error.reason) ? 'tag' : /alias|anchor/.test(error.reason) ? 'alias' : 'syntax';
    return { kind, reason: error.reason, line: line + 1, column: column + 1 };
  }
  return { kind: 'syntax', reason: error instanceof Error ? error.message : String(error), line: 1, column: 1 };
}

interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Reads a YAML file such as `tags.yml` or `_category_.yml`. If it does not contain a map, returns an empty one and the diagnostic that `refuse` makes. Diagnostics: DG304. */
export function readYamlMap(
  file: TextFile,
  refuse: (values: { readonly reason: string }, place: Place) => Diagnostic,
  { canBeEmpty = false } = {},
): Checked<Readonly<Record<string, unknown>>> {
  const result = parseYaml(file.text);
  if ('fault' in result) {
    const { reason, line, column } = result.fault;
    return { value: {}, diagnostics: [refuse({ reason }, { file: file.path, start: { line, column } })] };
  }
  const start = { file: file.path, start: { line: 1, column: 1 } };
  const value = canBeEmpty ? (result.value ?? {}) : result.value;
  if (!isRecord(value)) return { value: {}, diagnostics: [refuse({ reason: 'it must be a map' }, start)] };
  return { value, diagnostics: reportCleaned(result.cleaned, start) };
}

/** Returns the location of a key: the first line that starts with it, else the first that contains it, else line 1. */
export function placeOfYamlKey({ path, text }: TextFile, key: string): Place {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(key));
  const index = start >= 0 ? start : lines.findIndex((line) => line.includes(key) && line.includes(':'));
  return { file: path, start: { line: Math.max(0, index) + 1, column: 1 } };
}
