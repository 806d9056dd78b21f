// Parses imports, and finds the components that are available on all pages. Nothing is evaluated: an import only maps a name to a file.
import { posix } from 'node:path';
import { once } from 'lodash-es';
import { isHidden, scriptNames } from '../types/path.js';
import { mapOf } from './plain-data.js';
import { vueName } from './text.js';

/**
 * `partial`: Markdown. `raw`: a file whose text is shown. `code`: a file of a repository in an `includecode`. `mkdocs`, `mdbook`: a file of
 * the repository in a `Snippet`. `data`: code with constants that props use. `file`: an image or download. `glob`: images that a component
 * references by a path or a pattern. `pages`: front matter of the pages that a pattern matches. `module`: code, which is never run.
 */
type ImportKind =
  | 'partial'
  | 'raw'
  | 'code'
  | 'mkdocs'
  | 'mdbook'
  | 'include'
  | 'file'
  | 'glob'
  | 'pages'
  | 'module'
  | 'data';

/** A file whose content a text includes. `include` is the kind of `<<path>>` and `{% include path %}`. */
export interface NamedFile {
  readonly kind: ImportKind;
  readonly path: string;
}

export interface Import {
  readonly name: string;
  readonly kind: ImportKind;
  /** The path without loaders, query and escapes. */
  readonly path: string;
  /** Whether the import is a named one, in braces. */
  readonly isExport?: true;
  /** Name of the export, if the import renames it. */
  readonly original?: string;
}

/** Parses the path of an import or of `require`, by its loaders and its extension. */
export function importedFile(written: string): Omit<Import, 'name'> {
  const loaders = /^!{0,2}(?:[^!]{1,200}!)*/.exec(written)?.[0] ?? '';
  const [path = '', query = ''] = written.slice(loaders.length).replace(/\\(.)/g, '$1').split('?');
  return { path, kind: kindOf(path, /\braw-loader\b/.test(loaders) || /(?:^|&)raw\b/.test(query)) };
}

function kindOf(path: string, isRaw: boolean): ImportKind {
  if (isRaw) return 'raw';
  const extension = /[^./\\]\.([A-Za-z0-9]{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (/^mdx?$/.test(extension)) return 'partial';
  const isModule = /^(?:|data|[cm]?[jt]sx?|vue|svelte|astro|css|s[ac]ss|less|json)$/.test(extension);
  return isModule ? 'module' : 'file';
}

// Each part has a maximum length, because a text can contain thousands of lines that start like an import.
const statement =
  /import\s{0,100}(?:type\s{1,100})?(?:([\w$*{][\w\s$*{},]{0,1000}?)from\s{0,100})?(['"])([^'"\n]{1,1000})\2(?:\s{1,100}with\s{0,100}\{[^}]{0,500}\})?[ \t]*(?:;[ \t]*(?=import[\s'"])|;?[ \t]*(?:\/\/[^\n]*)?(?=\n|$))/y;

/** Matches the name of a default import. `Content` of a Markdown file is the same in Astro. */
const importName = /^(?:\{\s{0,9}Content\s{1,9}as\s{1,9})?([A-Za-z_$][\w$]*)/;

/** Parses the import statements of a line. A line can contain several, and one can span lines. */
export function readImports(
  text: string,
  offset: number,
): { readonly end: number; readonly imports: readonly Import[] } | undefined {
  const imports: Import[] = [];
  let end = offset;
  for (;;) {
    statement.lastIndex = end;
    const found = statement.exec(text);
    if (!found) return end === offset ? undefined : { end, imports };
    const [whole, names = '', , path = ''] = found;
    const file = importedFile(path);
    imports.push({ name: importName.exec(names)?.[1] ?? '', ...file });
    const exported = file.kind === 'module' ? (/\{(.*)\}/s.exec(names)?.[1]?.split(',') ?? []) : [];
    for (const one of exported) {
      const [, original = '', renamed] = /^\s*([A-Za-z_$][\w$]*)(?:\s+as\s+([A-Za-z_$][\w$]*))?\s*$/.exec(one) ?? [];
      if (original === '') continue;
      imports.push({ name: renamed ?? original, ...file, isExport: true, ...(renamed !== undefined && { original }) });
    }
    end += whole.length;
  }
}

/** Replaces the fences of Docusaurus's `mdx-code-block` by spaces. The block contains MDX that translation tools must not change. Offsets stay. */
export function unwrapMdxCode(text: string): string {
  if (!text.includes('mdx-code-block')) return text;
  const lines = text.split('\n');
  let [fence, start] = ['', -1];
  for (const [index, line] of lines.entries()) {
    const [, ticks = '', rest = ''] = /^[ \t>]*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (ticks === '') continue;
    if (fence === '') [fence, start] = [ticks, rest.trim() === 'mdx-code-block' ? index : -1];
    else if (ticks.startsWith(fence) && rest.trim() === '') {
      if (start >= 0) for (const at of [start, index]) lines[at] = (lines[at] ?? '').replace(/[^ \t>\r]/g, ' ');
      fence = '';
    }
  }
  return lines.join('\n');
}

const lineStart = /^(?:[ \t>]*(`{3,}|~{3,})([^\n]*)|[ \t]*(?=import[\s'"]))/gm;
const rawRequire = /\brequire\(\s{0,100}(['"])([^'"\n]{0,200}raw-loader![^'"\n]{1,500})\1/g;

/** Returns all imports of a text outside fenced code, and the files that it loads as text with `require`. */
export function importsOf(written: string): readonly Import[] {
  const text = unwrapMdxCode(written);
  const imports: Import[] = [];
  if (text.includes('import') && /^[ \t]*import[\s'"]/m.test(text)) {
    let fence = '';
    for (const match of text.matchAll(lineStart)) {
      const [whole, ticks, rest = ''] = match;
      if (ticks === undefined) {
        if (fence === '') imports.push(...(readImports(text, match.index + whole.length)?.imports ?? []));
      } else if (fence === '') fence = ticks;
      else if (ticks.startsWith(fence) && rest.trim() === '') fence = '';
    }
  }
  if (!text.includes('raw-loader!')) return imports;
  const required = [...text.matchAll(rawRequire)].map(([, , path = '']) => ({ name: '', ...importedFile(path) }));
  return [...imports, ...required];
}

const memberOf = /(?<=[{,]\s{0,20})(?:([A-Z]\w{0,100}):\s{0,20})?([A-Z]\w{0,100})(?=\s{0,20}[,}])/g;
const call = /\.component\(\s{0,20}['"`]([\w-]{1,100})['"`],\s{0,20}(\w{1,100})\s{0,20}\)/g;
const declaration =
  /^\s{0,20}(\w{1,100}): typeof import\(['"](\.[^'"\n]{1,300}\.(?:vue|md)|~icons\/[^'"\n]{1,300})['"]\)/gm;

/** Matches the call by which Vite lists files. */
export const globCall = /\bimport\.meta\.glob(?:<[^()]{0,200}>)?\(\s{0,20}(['"`])([^'"`\n$]{1,300})\1/g;
/** Maximum number of folders whose components are available on all pages. */
const maxFolders = 10;

/** Paths of files that register components, by generator. */
const registries = {
  docusaurus: ['', '/index'].flatMap((name) =>
    ['js', 'jsx', 'ts', 'tsx'].map((ending) => `src/theme/MDXComponents${name}.${ending}`),
  ),
  vitepress: [...scriptNames('.vitepress/theme/index'), '.vitepress/components.d.ts', 'components.d.ts'],
};

/**
 * Returns the paths, from the project's folder, of components that are available on all pages, by name. Finds the imports of a file that are
 * in an object (`MDXComponents` of Docusaurus) or in `app.component('X', X)` of Vue, and `X: typeof import('./X.vue')`, which
 * unplugin-vue-components writes, also for icons of unplugin-icons. The name and path of a folder of components, `import.meta.glob('./parts/*.vue')`, are its pattern.
 */
export function registeredComponents(
  read: (file: string) => string | undefined,
  generator: keyof typeof registries,
): Readonly<Record<string, string>> {
  const found = registries[generator].flatMap((file) => {
    const text = (read(file) ?? '').replace(/^[ \t]*\/\/.*/gm, '');
    const imported = new Map(importsOf(text).map((one) => [one.name, one]));
    const code = text.replace(/^import\b[^'"]*/gm, '');
    const globs = Array.from(code.matchAll(globCall), ([, , path = '']) => path);
    const folders = globs.filter((path) => path.endsWith('/*.vue'));
    const pairs: (readonly [string, Partial<Import> | undefined])[] = [
      ...folders.slice(0, maxFolders).map((path) => [path, { path }] as const),
      ...Array.from(code.matchAll(memberOf), ([, name, local = '']) => [name ?? local, imported.get(local)] as const),
      ...Array.from(code.matchAll(call), ([, name = '', local = '']) => [vueName(name), imported.get(local)] as const),
      ...Array.from(code.matchAll(declaration), ([, name = '', path = '']) => [name, { name, path }] as const),
    ];
    return pairs.flatMap(([name, { path = '', isExport, name: local, original } = {}]) => {
      const whole = path.startsWith('.') ? posix.join('@site', posix.dirname(file), path) : path;
      const isRead = /^(?:@site|@theme|~icons)\//.test(whole);
      return isRead ? [[name, isExport ? `${whole}#${original ?? local}` : whole] as const] : [];
    });
  });
  return Object.fromEntries(found);
}

/** Returns the components that are available on all pages, as imports: those of a folder only if their names are used. Their files might not exist. A value of `components` is a path, or `path#export`. `namesIn` returns the names that a text uses. */
export function componentsOf(variables: { readonly components?: unknown }, namesIn: () => Iterable<string>): Import[] {
  const usedNames = once(() => [...namesIn()]);
  return Object.entries(mapOf(variables.components)).flatMap(([name, written]): Import[] => {
    const [path = '', original] = String(written).split('#');
    if (path.includes('*'))
      return usedNames().map((used) => ({ name: used, kind: 'data', path: path.replace('*', used) }));
    return [{ name, kind: 'data', path, ...(original !== undefined && { isExport: true, original }) }];
  });
}

/** Matches a list of snippets, a path on each line, between two lines `--8<--`. */
const snippetList =
  /^[ \t]*-{1,20}8<-{1,20}[ \t]*\n((?:(?!.{0,20}8<)[^"\n]{0,500}\n){1,50})[ \t]*-{1,20}8<-{1,20}[ \t]*$/gm;

/** Converts lists of snippets to a snippet per line, also in code. Those after `;` are left out. */
export const withSnippetLines = (text: string): string =>
  text.replace(snippetList, (_, list: string) =>
    `\n${list}`.replace(/^[ \t]*;.*/gm, '').replace(/^([ \t]*)(\S.*)/gm, '$1--8<-- "$2"'),
  );

/** Returns the text of a file, in which lists of snippets are replaced by the texts of their files. Hidden files are not read. */
export function withSnippets(name: string, read: (name: string) => string | undefined): string {
  const readShown = (path: string) => (isHidden(path) ? undefined : read(path));
  return withSnippetLines(readShown(name) ?? '').replace(/^--8<-- "(.*)"$/gm, (line, path) => readShown(path) ?? line);
}
