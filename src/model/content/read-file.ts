// Reads one file of the content, or takes it from the cache if it is unchanged. Only regular files are opened.
import { isEqual } from 'lodash-es';
import type { Mount } from '../config/config.js';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import { sha256 } from '../input/hash.js';
import { decodeText } from '../input/text.js';
import { joined, type SourcePath } from '../types/path.js';
import {
  type CachedFile,
  type CachedFiles,
  type DocText,
  maxFileBytes,
  parseBytes,
  type RecentTexts,
  withText,
} from './doc-file.js';
import type { Provenance } from './exports.js';
import { fileAt, readBytes, type ScannedFile } from './list-files.js';
import type { PageFacts } from './parse/page-facts.js';
import type { ParsedDoc } from './parse/parsed-doc.js';
import { type FileRules, withOwnFields } from './projects.js';
import { isRacy, type Kind } from './scan-hub.js';

export interface SourceFile {
  readonly path: SourcePath;
  readonly text: string;
}

export interface FoundFile {
  readonly mount: Mount;
  readonly relativePath: string;
  readonly path: SourcePath;
  readonly absolutePath: string;
  readonly kind: Kind;
  readonly provenance: Provenance | undefined;
  readonly rules: FileRules;
  /** Text of the file. Absent for a doc, and for a file that isn't text or can't be read. */
  readonly source?: SourceFile | undefined;
  readonly doc?: DocText | undefined;
  readonly cached?: CachedFile | undefined;
  /** Facts of a doc, unless they are cached. */
  readonly facts?: Promise<PageFacts | undefined> | undefined;
  /** Diagnostics of this file, which are dropped if another file overrides it. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReadMemory {
  /** Time at which the files were listed, in milliseconds. */
  readonly since: number;
  readonly cachedFiles: CachedFiles;
  readonly texts: RecentTexts;
}

/** Maximum sizes, in bytes. Other files are read only to compare those of a snapshot with its list. */
const sizeLimits: Readonly<Record<Kind, number>> = {
  doc: maxFileBytes,
  category: 64 * 1024, // as front matter
  partial: maxFileBytes,
  tags: 1024 * 1024, // enough for 10,000 tags
  file: Number.POSITIVE_INFINITY,
};

/** Returns the paths of a file of a mount: in its folder, in the hub and on disk. */
export function placeIn({ dir, prefix }: Pick<Mount, 'dir' | 'prefix'>, file: Pick<ScannedFile, 'path' | 'target'>) {
  return { relativePath: file.path, path: joined(prefix, file.path), absolutePath: fileAt(dir, file) };
}

/** Reads a file, or takes it from the cache. Hashes it if required. */
export function readFound(
  { path, absolutePath, kind, rules }: Pick<FoundFile, 'path' | 'absolutePath' | 'kind' | 'rules'>,
  file: ScannedFile,
  { since, cachedFiles, texts, isHashed }: ReadMemory & { readonly isHashed: boolean },
): Pick<FoundFile, 'kind' | 'source' | 'doc' | 'cached' | 'diagnostics'> & { readonly hash: string } {
  const { signature } = file;
  const { parseKey } = rules;
  const toDoc = (parsed: ParsedDoc, text?: string) =>
    withText({ path, absolutePath, parsed: withOwnFields(parsed, rules) }, texts, text);
  const cached = cachedFiles.get(absolutePath);
  const isSame =
    cached?.path === path && cached.signature === signature && signature !== '' && cached.parseKey === parseKey;
  const same = isSame ? cached : undefined;
  const isHtml = kind === 'doc' && path.endsWith('.html');
  const isCacheable = kind === 'file' || isHtml || (kind === 'doc' && same?.doc !== undefined);
  if (same?.isUnsettled === false && isCacheable && !(isHashed && same.hash === '')) {
    const { doc, hash, diagnostics } = same;
    return { kind: doc ? kind : 'file', cached: same, doc: doc && toDoc(doc), hash, diagnostics };
  }

  const isRead = kind !== 'file' || isHashed;
  const { value: bytes, diagnostics } = isRead ? readBytes(path, absolutePath, sizeLimits[kind]) : none;
  const isUnsettled = isRacy(file, since);
  const hash = bytes && (isHashed || isUnsettled || same?.isUnsettled) ? sha256(bytes) : '';
  const entry = { path, signature, hash, isUnsettled, parseKey };
  // HTML without front matter is published as it is.
  if (kind === 'file' || (isHtml && !/^(?:---|\+{3})/.test(bytes?.toString('latin1', 0, 3) ?? '')))
    return { kind: 'file', hash, cached: bytes && { ...entry, diagnostics: [] }, diagnostics: [] };
  if (!bytes) return { kind, hash, diagnostics };
  if (kind !== 'doc') {
    const decoded = decodeText(bytes, path);
    const source = { path, text: decoded.value };
    return { kind, hash, source, diagnostics: [...diagnostics, ...decoded.diagnostics] };
  }
  if (same?.doc && same.hash === hash) {
    const { doc, facts, diagnostics } = same;
    return { kind, hash, doc: toDoc(doc), cached: { ...entry, doc, facts, diagnostics }, diagnostics };
  }
  const { value: parsed, text, ...ofText } = parseBytes(bytes, path);
  const all = [...diagnostics, ...ofText.diagnostics];
  const facts = cached?.path === path ? reusableFacts(cached, parsed, rules) : undefined;
  return {
    kind,
    hash,
    doc: toDoc(parsed, text),
    cached: { doc: parsed, facts, diagnostics: all, ...entry },
    diagnostics: all,
  };
}

/** Returns the cached facts if the text is the same. A file with another signature can have the same text, such as after a fresh checkout. */
function reusableFacts({ doc, facts, ...cached }: CachedFile, parsed: ParsedDoc, { parseKey, project }: FileRules) {
  if (cached.parseKey !== parseKey || doc?.bodyHash !== parsed.bodyHash) return undefined;
  // A text of another generator can show its front matter.
  const shownBy = ({ frontMatter, foreign }: ParsedDoc) => (project ? [frontMatter, foreign] : frontMatter.mdx);
  return isEqual(shownBy(doc), shownBy(parsed)) ? facts : undefined;
}

const none: Checked<Buffer | undefined> = { value: undefined, diagnostics: [] };
