// Inline syntax of MkDocs: attribute lists, keys, marks, abbreviations and icons. Each is parsed only if the config enables its extension.
import { escapeRegExp } from 'lodash-es';
import type { Code, Definition, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { withSnippetLines } from '../../../../model/input/imports.js';
import { isRecord, listOf, mapOf, wordOf } from '../../../../model/input/plain-data.js';
import { replaceNodes, visit } from '../../../base/visit.js';
import { readAttributes } from '../../syntax/attributes.js';
import { isBlank } from '../../syntax/containers.js';
import {
  cellsOf,
  type GeneratorContext,
  type GeneratorSyntax,
  isSeparator,
  joinLines,
  type ReportUnread,
  type RewrittenLines,
  rewriteInSequence,
  rewriteProse,
} from '../../syntax/generator-syntax.js';
import namesJson from '../../syntax/names.json' with { type: 'json' };
import { patternReader } from '../../syntax/scan.js';
import { named, readExtras, readStrong, replaceText } from '../extras.js';
import { blockLines } from './block-lines.js';
import { rewriteBlocks } from './blocks.js';
import { readHookComments } from './hooks.js';
import * as jinja from './jinja.js';
import { dropValues, icons, mkdocstrings, readBrace, readReferences } from './values.js';

export const mkdocs: GeneratorSyntax = {
  rewriteLines: (text, context, isStart) => {
    const { appended, hasHooks, hasValues } = context.variables;
    return rewriteInSequence(
      text,
      ...(isStart ? [withoutFields] : []),
      ...(hasValues === true ? [(own: string) => jinja.renderJinja(own, context)] : []),
      (own) => (own.includes('8<') ? joinLines(linesOf(withSnippetLines(own))) : undefined),
      (own) => rewriteBlocks(own, String(appended ?? ''), hasHooks === true),
      escapePipes,
    );
  },
  rules: (_, { variables }) => [
    blockLines,
    targetList,
    ...(variables.hasTables === true ? [tableCall] : []),
    ...(variables.hasValues === true ? [readBrace] : []),
  ],
  foreign: [['{{ read_x() }}', 'MkDocs (table-reader)', /^\{\{ *read_/]],
  containers: mkdocstrings.generator,
  transformComponents: (tree, _, { variables }, report) => {
    const names = new Set(listOf(variables.fences).map((fence) => mapOf(fence)['name']));
    if (names.size > 0) dropFences(tree, names, report);
  },
  transform: (tree, text, context, report) => {
    // If the config lists no extensions, all are enabled.
    const listed = listOf(context.variables.extensions).map((one) => `${one}`.replace('markdown.extensions.', ''));
    const isOn = (name: string) => listed.length === 0 || listed.includes(name);
    if (context.variables.hasValues === true && text.includes('{{')) dropValues(tree, report);
    if (context.variables.hasHooks === true && text.includes('<!--')) readHookComments(tree, context, report);
    if (text.includes('][')) readReferences(tree, context.variables.hasReferences === true, report);
    if (text.includes(']:')) keepLastTargets(tree);
    if (text.includes('../')) readAddresses(tree, context);
    if (context.variables.tabIds) addTabIds(tree, context.variables.tabIds === 'combined');
    if (text.includes('#!') && isOn('pymdownx.inlinehilite'))
      visit(tree, 'inlineCode', (node) => {
        node.value = node.value.replace(/^#!\w+[ \t]+/, '');
      });
    if (/\{[^{}\n]*\}/.test(text)) readAttributes(tree);
    visit(tree, 'code', (node) => {
      withFirstLine(node);
      if (/(?:^|\s)exec="?(?:1|on|true|yes)\b/i.test(node.meta ?? '')) report(executed, node);
    });
    if (text.includes('++') && isOn('pymdownx.keys')) readKeys(tree);
    if (/^[ \t]*\*\[/m.test(text) && isOn('abbr')) readAbbreviations(tree);
    if (/:[a-z]+-[\w-]+:/.test(text)) dropIcons(tree);
    if (text.includes('^^') && isOn('pymdownx.caret')) readInserted(tree);
    readStrong(tree, text);
    readExtras(tree, [
      ...(text.includes('==') && isOn('pymdownx.mark') ? (['mark'] as const) : []),
      ...(text.includes('^') && isOn('pymdownx.caret') ? (['superscript'] as const) : []),
      ...(text.includes('~') && isOn('pymdownx.tilde') ? (['subscript'] as const) : []),
    ]);
  },
};

/** Escapes pipes in code in the rows of tables, where they don't separate cells in Python-Markdown. */
function escapePipes(text: string): RewrittenLines | undefined {
  if (!text.includes('|') || !text.includes('`')) return undefined;
  let isTable = false;
  return rewriteProse(text, (line) => {
    isTable = line.trim() !== '' && (isTable || (line.includes('|') && isSeparator(line)));
    const cells = isTable && line.includes('`') ? cellsOf(line) : undefined;
    return cells?.some((cell) => cell.includes('\\|')) ? line.replace(/\S.*/, `| ${cells.join(' | ')} |`) : line;
  });
}

const linesOf = (text: string) => text.split('\n').map((own, line) => ({ text: own, line }));

const fields = /^(?: {0,3}[\w-]+:.*\n(?:(?: {4}|\t).*\n)*)+/;

/** Removes MultiMarkdown metadata, such as `title: A`, which MkDocs reads on a page without front matter. */
function withoutFields(text: string): RewrittenLines | undefined {
  const first = (fields.exec(text)?.[0] ?? '').split('\n').length - 1;
  return first === 0 ? undefined : joinLines(linesOf(text).slice(first));
}

/** Keeps the last of several link definitions with one name, as in Python-Markdown. CommonMark would use the first. Those of `auto_append` are last. */
function keepLastTargets(tree: Root): void {
  const first = new Map<string, Definition>();
  visit(tree, 'definition', (node) => {
    const { identifier, url, title } = node;
    first.set(identifier, Object.assign(first.get(identifier) ?? node, { url, title }));
  });
}

/** Removes custom fences without code, whose content a program generates (`{.name path="x"}` after the fence), and tabs with nothing else. */
function dropFences(parent: Parents, names: ReadonlySet<unknown>, report: ReportUnread): void {
  const isKept = (node: RootContent): boolean => {
    if (node.type === 'code') {
      const [, lang] = /^\{? {0,9}\.?([\w+#-]{1,100})/.exec(`${node.lang} ${node.meta}`) ?? [];
      if (node.value !== '' || !names.has(lang)) return true;
      const name = `{.${lang}}`;
      report({ name, syntax: name, generator: 'MkDocs (custom fence)', isContainer: false, isDropped: true }, node);
      return false;
    }
    const count = 'children' in node ? node.children.length : 0;
    if ('children' in node) dropFences(node, names, report);
    // Tabs without content stay, because authors write them as examples.
    const isTab = node.type === 'component' && /^Tab(?:Item|s)$/.test(node.name);
    return !(isTab && node.children.length < count && node.children.every(isBlank));
  };
  parent.children = (parent.children as RootContent[]).filter(isKept) as typeof parent.children;
}

/** Moves text after an opening fence that is not a language to the first line of code, because Python-Markdown parses such a fence as a code span. */
function withFirstLine(node: Code): void {
  if (!/^[^{=]*[^{=\p{L}\p{N}_#.+-]/u.test(node.lang ?? '')) return;
  node.value = [`${node.lang} ${node.meta ?? ''}`.trim(), node.value].join('\n').trim();
  node.lang = null;
}

/** Code whose output is shown instead of it, or below it. */
const executed = { name: 'exec', syntax: 'exec="true"', generator: 'MkDocs (markdown-exec)', isContainer: true };

/** Matches a table that the plugin table-reader creates from a file: `{{ read_csv('x.csv') }}`. */
const tableCall = patternReader({ first: '{' }, /\{\{ {0,9}read_[a-z]{1,20}\([^{}]{0,500}\) {0,9}\}\}/y, () => ({
  kind: 'drop',
  isUnread: true,
}));

/** Matches the attributes of a link without an id. Outside of them, `_` can mark emphasis: `_see [x](y){:target="_blank"}_`. */
const targetList = patternReader({ first: '{' }, /(?<=\))\{:?[ \t]{0,9}target=["']?_[\w"'= \t.-]{1,200}\}/y, () => ({
  kind: 'text',
  value: '',
}));

/** Resolves URLs in raw HTML from the URL of the page, which is one or more folders below that of its file. */
function readAddresses(tree: Root, { source, variables: { hasFolders, blog } }: GeneratorContext): void {
  if (hasFolders !== true || /(?:^|\/)(?:index|README)\.md$/.test(source)) return;
  // Material's blog gives posts the addresses `blog/2024/05/01/title/`, unless its options have another format.
  const { blog_dir: dir = 'blog', post_url_format: format } = mapOf(blog);
  const [, inPosts] = isRecord(blog) && format === undefined ? `/${source}`.split(`/${wordOf(dir)}/posts/`) : [];
  const levels = inPosts === undefined ? 1 : 4 - inPosts.split('/').length;
  if (levels < 1) return;
  const above = new RegExp(`(\\s(?:src|href|poster)=["']?)(?:\\.\\./){${levels}}`, 'gi');
  visit(tree, 'html', (node) => {
    node.value = node.value.replace(above, '$1./');
  });
}

const tabSlug = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Sets the ids of `pymdownx.tabbed` on tabs. With `isCombined`, they start with the id of the heading above. */
function addTabIds(tree: Root, isCombined: boolean): void {
  let above: string[] = [];
  visit(tree, (node) => {
    if (node.type === 'heading' && isCombined) {
      const [, text = '', id] = /^(.*?)(?:\s*\{[^{}]*#([\w.-]+)[^{}]*\})?$/s.exec(textOf(node)) ?? [];
      above = [id ?? tabSlug(text)];
    }
    const meaning = node.type === 'placeholder' ? node.placeholder.meaning : undefined;
    if (node.type !== 'placeholder' || meaning?.kind !== 'open' || meaning.name !== 'TabItem') return;
    const id = [...above, tabSlug(String(meaning.props['label']))].join('-');
    node.placeholder = { ...node.placeholder, meaning: { ...meaning, props: { ...meaning.props, id } } };
  });
}

const shortKeys: Readonly<Record<string, string>> = namesJson.keys;

function keyName(key: string): string {
  if (key.startsWith('"')) return key.slice(1, -1);
  const name = key.replace(/^arrow-/, '').replaceAll('-', ' ');
  return shortKeys[key] ?? name.replace(/(?:^| )[a-z]/g, (letter) => letter.toUpperCase());
}

/** Converts keys: `++ctrl+alt+"x"++`. */
function readKeys(tree: Root): void {
  const pattern = /\+\+((?:[\w-]{1,30}|"[^"\n]{1,30}")(?:\+(?:[\w-]{1,30}|"[^"\n]{1,30}")){0,5})\+\+/g;
  replaceText(tree, pattern, ([, keys = '']) =>
    keys
      .split('+')
      .flatMap((key, index): PhrasingContent[] => [
        ...(index > 0 ? [{ type: 'text', value: '+' } as const] : []),
        named('kbd', keyName(key)),
      ]),
  );
}

const readInserted = (tree: Root) =>
  replaceText(tree, /\^\^(?!\s)([^^\n]{1,500}?)(?<!\s)\^\^/g, ([, text = '']) => [named('ins', text)]);

function dropIcons(tree: Root): void {
  for (const type of ['text', 'html'] as const)
    visit(tree, type, (node) => {
      node.value = node.value.replace(icons, '');
    });
}

const definition = /^\*\[([^[\]\n]{1,100})\]:[ \t]+([^\n]{1,500})$/;
const maxAbbreviations = 500;

/** Converts abbreviations, which `*[HTML]: Hyper Text Markup Language` defines on its own line. */
function readAbbreviations(tree: Root): void {
  const titles = new Map<string, string>();
  replaceNodes(tree, 'paragraph', (paragraph) => {
    // A link definition can have the same name.
    const parts = paragraph.children.map((node) =>
      node.type === 'linkReference' ? `[${textOf(node)}]` : textOf(node),
    );
    const written = parts.join('').split('\n');
    const lines = written.map((line) => definition.exec(line.trim()));
    if (lines.some((line) => line === null)) return undefined;
    for (const line of lines) if (titles.size < maxAbbreviations) titles.set(line?.[1] ?? '', line?.[2] ?? '');
    return [];
  });
  if (titles.size === 0) return;
  const escaped = [...titles.keys()].map(escapeRegExp);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
  replaceText(tree, pattern, ([name]) => [named('abbr', name, { title: titles.get(name) })]);
}
