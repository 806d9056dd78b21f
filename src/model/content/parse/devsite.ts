// Parses code includes of Google's devsite dialect, for sync and for bodies.

export interface CodeInclude {
  readonly path: string;
  /** Name of a part of the file; undefined for all of it. */
  readonly region: string | undefined;
  /** Whether the shared indentation of the code is removed. */
  readonly isDedented: boolean;
}

/** A whole `{% includecode … %}`, with what is in it. */
export const codeTag = /\{%-?\s{0,100}(includecode\s[^%]{1,1000})%\}/g;

/** Parses a tag without its brackets. Returns undefined if it doesn't reference a file of a repository, or selects a part by something other than a region. */
export function readCodeInclude(inner: string): CodeInclude | undefined {
  const found = [...inner.matchAll(/\b([\w-]{1,40})\s{0,100}=\s{0,100}(["'])([^"'\n]{0,1000})\2/g)];
  const given = new Map(found.map(([, name = '', , value = '']) => [name, value]));
  const path = given.get('github_path') ?? '';
  if (
    path.split('/').length < 3 ||
    ['regexp', 'indented_block', 'from_line', 'to_line'].some((name) => given.has(name))
  )
    return undefined;
  return { path, region: given.get('region_tag') || undefined, isDedented: given.get('adjust_indentation') === 'auto' };
}

export function codeIncludes(text: string): readonly string[] {
  if (!text.includes('includecode')) return [];
  const paths = [...text.matchAll(codeTag)].map(([, inner = '']) => readCodeInclude(inner)?.path);
  return [...new Set(paths.filter((path) => path !== undefined))];
}
