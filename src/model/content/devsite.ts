// Code that texts of Google's devsite dialect include: sync gathers it, bodies show it.

/** The code that an `{% includecode %}` asks for. */
export interface CodeInclude {
  /** `owner/repository/path` */
  readonly path: string;
  /** Name of a part of the file; undefined for all of it. */
  readonly region: string | undefined;
  /** True where the code moves to the left edge. */
  readonly isDedented: boolean;
}

/** A whole `{% includecode … %}`, with what is in it. */
export const codeTag = /\{%-?\s{0,100}(includecode\s[^%]{1,1000})%\}/g;

/** What a tag includes, without its brackets; undefined where it names no file of a repository, or a part of it in another way than by a region. */
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

/** The files whose code a text includes, each once: `owner/repository/path`. */
export function codeIncludes(text: string): readonly string[] {
  if (!text.includes('includecode')) return [];
  const paths = [...text.matchAll(codeTag)].map(([, inner = '']) => readCodeInclude(inner)?.path);
  return [...new Set(paths.filter((path) => path !== undefined))];
}
