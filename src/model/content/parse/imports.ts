// Finds the files whose content a text includes: imports, includes and snippets.
import { posix } from 'node:path';
import { difference, map, uniq } from 'lodash-es';
import {
  globCall,
  type Import,
  importsOf,
  type NamedFile,
  unwrapMdxCode,
  withSnippetLines,
} from '../../input/imports.js';
import { vueName } from '../../input/text.js';
import { alias } from './named-paths.js';

export const isSnippet = ({ kind }: Pick<NamedFile, 'kind'>): boolean => kind === 'mkdocs' || kind === 'mdbook';

const wrapper =
  /^export[ \t]+(?:function[ \t]+([A-Z]\w{0,100})\(\)[ \t]*\{\s{0,20}return|const[ \t]+([A-Z]\w{0,100})[ \t]*=[ \t]*\(\)[ \t]*=>)\s{1,20}\(?\s{0,20}<([A-Z]\w{0,100})\s{0,20}\/>\s{0,20}\)?\s{0,20};?\s{0,20}(?:\}|$)/gm;

/** Returns components that only show Markdown that their module imports, as imports of this Markdown. */
export function wrappedPartials(code: string, path: string): readonly Import[] {
  const partials = new Map(importsOf(code).flatMap((file) => (file.kind === 'partial' ? [[file.name, file]] : [])));
  return [...code.matchAll(wrapper)].slice(0, maxReferences).flatMap(([, declared, assigned, shown = '']) => {
    const file = partials.get(shown);
    if (!file) return [];
    const isRelative = file.path.startsWith('.');
    const joined = isRelative ? posix.join(posix.dirname(path), file.path) : file.path;
    const from = isRelative && !/^[@.]/.test(joined) ? `./${joined}` : joined;
    return [{ name: declared ?? assigned ?? '', kind: 'partial', path: from }];
  });
}

const include =
  /^[ \t]*<<([^<>\n]+)>>[ \t]*$|\{%-?\s*include(?:_relative|-markdown)?\s+(?:["']([^"']+)["']|(\S+\.\w+))/gm;

const maxReferences = 1000;

/** Module of Docusaurus. A text that imports it can show messages of `code.json`. */
export const translateModule = '@docusaurus/Translate';

/** Kinds of imports whose files a text includes. */
export const namedKinds = ['partial', 'raw', 'code', 'mkdocs', 'mdbook', 'data'] as const;

/** Matches the start of `export { A } from './a'`, which references a file as an import does. */
const exportFrom = /^export(?=[ \t]{1,9}(?:type[ \t]{1,9})?[*{][\w\s$*{},]{0,1000}from[ \t]{0,9}['"])/gm;

/** Returns the imports of a file. Components and scripts also import what they export from another file. */
export const importsIn = (path: string, text: string): readonly Import[] =>
  importsOf(hasImports(path) ? text.replace(exportFrom, 'import') : text);

/** The files whose content a text includes. Plain data. */
export interface NamedTexts {
  /** Names of components that the text uses and does not import, if there are any. */
  readonly components?: readonly string[];
  /** Names that follow `site.` in Jekyll, which can be lists of pages, and `content` if the text shows that of pages. Absent if there are none. */
  readonly lists?: readonly string[];
  /** Paths in `<<path>>`, `{% include path %}` and `{% include-markdown "path" %}`. */
  readonly includes: readonly string[];
  /** Imports of Markdown and of text, code of a repository, and snippets. */
  readonly imports: readonly Import[];
}

/** Collects the files that a text includes. With the `path` of a component or script, its imports are collected too. */
export function namedTexts(whole: string, path = ''): NamedTexts {
  const text = unwrapMdxCode(whole);
  const isScript = hasImports(path);
  const includes: string[] = [];
  for (const [, angled, quoted, bare] of /<<|\{%/.test(text) ? text.matchAll(include) : []) {
    if (includes.length === maxReferences) break;
    includes.push(angled ?? quoted ?? bare ?? '');
  }
  const tags = componentNames(text);
  const imports = importsIn(path, text).flatMap((file) => {
    if (file.kind === 'partial' || file.kind === 'raw') return [file];
    if (isScript && isImage(file.path)) return [{ ...file, kind: 'glob' as const }];
    if (isScript && file.path === 'astro:content' && file.name === 'getCollection')
      return [{ ...file, kind: 'data' as const, path: '@site/src/content.config.ts' }];
    if (file.path === translateModule) return [{ ...file, kind: 'data' as const }];
    const isLocal = /^(?:\.{0,2}|@site)\//.test(file.path) || alias.test(file.path);
    const isData = file.kind === 'module' && (file.name !== '' || isScript) && isLocal;
    if (isScript && isData && !/\.(?:css|s[ac]ss|less)$/.test(file.path)) return [{ ...file, kind: 'data' as const }];
    const isUsed = tags.has(file.name) || text.replace(file.path, '').split(file.name, 3).length > 2;
    return isData && (isUsed || /\.json$/.test(file.path)) ? [{ ...file, kind: 'data' as const }] : [];
  });
  const code = codeIncludes(text).map((path): Import => ({ name: '', kind: 'code', path }));
  const add = (kind: Import['kind'], path = '') => imports.push({ name: '', kind, path });
  for (const [, , path] of isScript ? text.matchAll(globCall) : []) add('glob', path);
  for (const [, , path] of isScript ? text.matchAll(contentLoader) : []) add('pages', path);
  for (const [, , , path] of isScript ? text.matchAll(collectionFile) : []) add('data', `@site/${path}`);
  const tagged = /\{[{%]/.test(text) ? text.matchAll(pageList) : [];
  const lists = uniq(Array.from(tagged, ([, name = 'content']) => name)).slice(0, maxReferences);
  const components = difference([...tags], map(imports, 'name')).slice(0, maxComponents);
  return {
    includes,
    imports: [...imports, ...code, ...snippetsIn(text)].slice(0, maxReferences),
    ...(components.length > 0 && { components }),
    ...(lists.length > 0 && { lists }),
  };
}

export const namedFiles = ({ includes, imports }: NamedTexts): readonly Import[] =>
  includes.map((path): Import => ({ name: '', kind: 'include', path })).concat(imports);

const componentTag = /<([A-Z]\w{0,99}|[a-z]\w{0,99}-[\w-]{1,99})(?=[\s/>])/g;
const maxComponents = 50;

/** Returns the names of components that a text shows. */
export const componentNames = (text: string): ReadonlySet<string> =>
  new Set(text.includes('<') ? Array.from(text.matchAll(componentTag), ([, name = '']) => vueName(name)) : []);

const pageList = /\bsite(?:\.|\[["'])([\w-]{1,50})|\.(?:content|excerpt)\b/g;

/** Matches the call by which VitePress lists pages. Its pattern starts at the content folder. */
const contentLoader = /\bcreateContentLoader(?:<[^()]{0,200}>)?\(\s{0,20}(['"`])\/?([^'"`\n$]{1,300})\1/g;

/** Matches a collection of Astro whose items are in a JSON file. */
export const collectionFile =
  /\b(\w{1,100}):\s{0,20}defineCollection\(\{\s{0,20}loader:\s{0,20}file\((['"])([^'"\n]{1,300}\.json)\2/g;

export const isImage = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(path);

/** Whether a file is a component whose template can be read. */
export const isComponent = (path: string): boolean => /\.(?:astro|vue|[jt]sx)$/.test(path);

/** Whether the imports of a file are read too: those of a component, or of data that a component imports. */
export const hasImports = (path: string): boolean => isComponent(path) || /\.[cm]?[jt]s$/.test(path);

/** A file, or part of one, that replaces a line (MkDocs) or a macro (mdBook). */
export interface Snippet {
  readonly kind: 'mkdocs' | 'mdbook';
  readonly path: string;
  /** The text after the path: the name of a part, or lines. '' for the whole file. */
  readonly part: string;
  /** Name of mdBook's macro, `region` for parts in VitePress, '' for MkDocs. */
  readonly macro: string;
}

/** Matches `{{#include path:part}}`, and `--8<-- "path:part"`, which is on its own line. Both can be escaped. */
export const snippetPattern =
  /(\\?)\{\{[ \t]{0,20}#(include|rustdoc_include|playground|playpen|region)[ \t]{1,100}([^\s{}]{1,1000})(?:[ \t][^{}\n]{0,200})?\}\}|(;?)-{1,20}8<-{1,20}[ \t]{1,100}(?:"([^"\n]{1,1000})"|'([^'\n]{1,1000})')/g;

/** Converts a match of `snippetPattern`. Returns undefined for a URL and for an invalid path. */
export function readSnippet(found: RegExpExecArray): Snippet | 'escaped' | undefined {
  const [, backslash, macro = '', ofMacro, semicolon, quoted, single] = found;
  if (backslash || semicolon) return 'escaped';
  const [, path, part = ''] = /^([^:]+)(?::([\w,:()-]*))?$/.exec((ofMacro ?? quoted ?? single ?? '').trim()) ?? [];
  return path === undefined ? undefined : { kind: macro === '' ? 'mkdocs' : 'mdbook', path, part, macro };
}

/** Whether a text might contain snippets. Faster than `snippetPattern`. */
export const hasSnippets = (text: string): boolean => text.includes('8<-') || /\{\{[ \t]{0,20}#/.test(text);

/** Matches the includes of two extensions of MkDocs, alone on their line: `{!> path[ln:3-5]!}` and `{* path ln[3:5] hl[4] *}`. */
export const includeLine =
  /^([ \t]*)(?:\{!>?[ \t]{0,20}([^\s{}!"[\]]{1,1000})(?:\[ln:([\d,-]{1,100})\])?[ \t]{0,20}!\}|\{\*[ \t]{1,20}([^\s{}*"[\]]{1,1000})((?:[ \t]{1,20}\w{1,20}\[[\w:,-]{0,100}\]){0,5})[ \t]{1,20}\*\})[ \t]*$/gm;

/** Matches VitePress's code of a file, alone on its line: `<<< @/path#region{1,3-4 ts} [title]`. */
export const codeLine =
  /^([ \t]*)<<<[ \t]*([@./~\w][^\s#{[\]"]{0,1000})(?:#([\w*-]{1,200}))?(?:\{([^{}\n]{0,200})\})?(?:[ \t]*(\[[^\]\n]{1,200}\]))?[ \t]*$/gm;

/** Matches VitePress's include of Markdown: `<!--@include: @/path#region{1,3}-->`. */
export const includeComment =
  /<!--[ \t]{0,20}@include:[ \t]{0,20}([^\s#{}<>]{1,1000})(?:#([\w-]{1,200}))?(?:\{(\d{0,9}),(\d{0,9})\})?[ \t]{0,20}-->/g;

/** VitePress replaces `@` by the path of the content folder, so that `@../` is that folder, too. */
export const pathOfInclude = (path = ''): string => path.replace(/^@(?!\/)(?:\.\.\/)?/, '@/');

const shortcodeIncludes =
  /\{\{[<%]\s{0,20}(?:(?:include|readfile)\s{1,20}(?:file=)?(?:["`]([^"`\n]{1,500})["`]|([\w./-]{1,500}))|docs\/shared\s[^\n{}]{0,300}?lookup="([^"\n]{1,500})"|glossary-term\s{1,20}(?:"([^"\n]{1,200})"|([\w-]{1,200})))/g;

/** Returns the path of the file that a shortcode of Hugo includes. */
export function shortcodeInclude(source: string): string | undefined {
  const [, quoted, bare, shared, term, word = term] = source.matchAll(shortcodeIncludes).next().value ?? [];
  // The shortcodes of Grafana and of Hugo's own docs include files from one folder.
  if (word !== undefined) return `quick-reference/glossary/${word.toLowerCase().replace(/\s+/g, '-')}.md`;
  const path = shared === undefined ? (quoted ?? bare)?.replace(/^\/+/, '') : `shared/${shared}`;
  return path === undefined || /\.\w+$/.test(path) ? path : `${path}.md`;
}

/** Matches Jekyll's include of a file by its path from the page. In code, it is read like mdBook's. */
export const relativeInclude = /\{%-?\s{1,20}include_relative\s{1,20}([\w./-]{1,500})\s{1,20}-?%\}/g;

function snippetsIn(text: string): readonly Import[] {
  const named = new Map<string, Import>();
  const add = (kind: Snippet['kind'], path = '') => named.set(`${kind} ${path}`, { name: '', kind, path });
  if (text.includes('{!') || text.includes('{*'))
    for (const [, , braced, , starred] of text.matchAll(includeLine)) add('mkdocs', braced ?? starred);
  if (text.includes('<<<')) for (const [, , path] of text.matchAll(codeLine)) add('mdbook', pathOfInclude(path));
  if (text.includes('@include:'))
    for (const [, path] of text.matchAll(includeComment)) add('mdbook', pathOfInclude(path));
  if (text.includes('include_relative')) for (const [, path] of text.matchAll(relativeInclude)) add('mdbook', path);
  for (const [source] of /\{\{[<%]/.test(text) ? text.matchAll(shortcodeIncludes) : [])
    add('mkdocs', shortcodeInclude(source));
  for (const found of hasSnippets(text) ? withSnippetLines(text).matchAll(snippetPattern) : []) {
    const snippet = readSnippet(found);
    if (snippet !== undefined && snippet !== 'escaped') add(snippet.kind, snippet.path);
  }
  return [...named.values()];
}

/** Returns the paths that an include in a file can refer to, the most likely first. All paths have the same root. */
export function includeCandidates(path: string, from: string): string[] {
  const clean = path.trim();
  const beside = posix.join(posix.dirname(from), clean);
  const fromRoot = posix.normalize(clean.replace(/^\/+/, ''));
  const named = clean.startsWith('/') ? [fromRoot] : [beside, fromRoot];
  // The name of a partial begins with `_`, even if the include omits it.
  const hidden = named.map((path) => posix.join(posix.dirname(path), `_${posix.basename(path)}`));
  return [...named, ...hidden].filter((candidate) => !candidate.startsWith('..'));
}

/** Returns a function that maps the local names of imported components of Starlight to their original names. */
export function renamedComponents(imports: readonly Import[]): (name: string) => string {
  const own = imports.filter(({ path }) => /^@astrojs\/starlight\//.test(path));
  const names = new Map(own.map(({ name, original = name }) => [name, original]));
  return (name) => names.get(name) ?? name;
}

/** A code include of Google's devsite dialect. */
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

function codeIncludes(text: string): readonly string[] {
  if (!text.includes('includecode')) return [];
  const paths = [...text.matchAll(codeTag)].map(([, inner = '']) => readCodeInclude(inner)?.path);
  return [...new Set(paths.filter((path) => path !== undefined))];
}
