// Reads a package.json and adds scripts to it.
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../model/input/plain-data.js';

/** Parses a package.json. Returns undefined if it is not an object. */
export function parseManifest(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isRecord(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Matches a map of scripts up to its last value. The group is the space before its first entry. */
const scriptsMap = /"scripts"\s*:\s*\{(\s*)(?:"(?:[^"\\]|\\.)*"|[^"{}])*(?<=")(?=\s*\})/;

/**
 * Adds the scripts that do not exist yet, and returns the text with the names of those. Inserts them after existing scripts, so that the
 * owner's formatting stays. Otherwise the text is formatted anew, as package managers do. Returns undefined if npm can't read the text.
 */
export function addScripts(
  text: string,
  scripts: Readonly<Record<string, string>>,
): { readonly text: string; readonly added: readonly string[] } | undefined {
  const manifest = parseManifest(text);
  const own = manifest?.['scripts'] ?? {};
  if (manifest === undefined || !isRecord(own)) return undefined;
  const added = Object.keys(scripts).filter((name) => !Object.hasOwn(own, name));
  if (added.length === 0) return { text, added };
  const wanted = {
    ...manifest,
    scripts: { ...own, ...Object.fromEntries(added.map((name) => [name, scripts[name]])) },
  };
  const entries = added.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(scripts[name])}`);
  const inserted = text.replace(scriptsMap, (map, space) => map + entries.map((entry) => `,${space}${entry}`).join(''));
  if (isDeepStrictEqual(parseManifest(inserted), wanted)) return { text: inserted, added };
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const formatted = JSON.stringify(wanted, undefined, indent) + (/\s*$/.exec(text)?.[0] ?? '');
  return { text: text.includes('\r\n') ? formatted.replace(/\r?\n/g, '\r\n') : formatted, added };
}
