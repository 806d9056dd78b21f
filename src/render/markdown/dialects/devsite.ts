// Google's devsite dialect (genkit, FlutterFire, Firebase).
import { upperFirst } from 'lodash-es';
import type { Code, ListItem, Root, RootContent } from 'mdast';
import { codeTag, readCodeInclude } from '../../../model/content/parse/imports.js';
import { replaceChild, replaceNodes, SKIP, visit } from '../../base/visit.js';
import { callout, matchStart } from '../syntax/callouts.js';
import { type ComponentNode, component } from '../syntax/containers.js';
import { type IncludeContext, nodesOfFile, snippetAt } from '../syntax/includes.js';
import namesJson from '../syntax/names.json' with { type: 'json' };
import { drop, patternReader, type SyntaxRule } from '../syntax/scan.js';
import { indexOfClosing } from '../syntax/search.js';

export const isDevsite = (text: string): boolean =>
  /^(?:Project|Book): |\{%-? (?!(?:end)?(?:raw|highlight|link|post_url)\b)|\{# |\{:\s|^<<[^<>\n]+>>|<\/?devsite-|\{\{ *'/m.test(
    text,
  );

/** Removes `{# … #}`. */
const templateComments: SyntaxRule = {
  first: '{',
  read: (text, offset) => {
    if (!text.startsWith('{#', offset) || !/[\s#]/.test(text[offset + 2] ?? '')) return undefined;
    const end = indexOfClosing(text, '#}', offset + 2);
    return end === -1 ? undefined : { end: end + 2, meaning: drop };
  },
};

/** Reads the tag of an include. It can have options of the MkDocs plugin include-markdown. */
function readInclude(inner: string) {
  const [, quoted, path = quoted] = /["']([^"']+)["']|(\S+\.\w+)/.exec(inner.slice(7)) ?? [];
  const option = (key: string) => new RegExp(`\\s${key}=(["'])(.*?)\\1`, 's').exec(inner)?.[2];
  const between = [option('start'), option('end')] as const;
  const below = Number(/\sheading-offset=["']?(\d)/.exec(inner)?.[1] ?? 0);
  return path === undefined ? undefined : ({ kind: 'include', path, between, below } as const);
}

/** Reads includes of text and code, and removes all other tags, which are instructions to a server. */
const templateTags: SyntaxRule = {
  first: '{',
  read: (text, offset) => {
    if (!text.startsWith('{%', offset) || text[offset - 1] === '{') return undefined; // `{{% x %}}` is Hugo's
    const close = indexOfClosing(text, '%}', offset + 2);
    if (close === -1) return undefined;
    const end = close + 2;
    const tag = text.slice(offset + 2, close).replace(/^-|-$/g, '');
    const inner = tag.trim();
    const name = /^\w*/.exec(inner)?.[0] ?? '';
    if (name === 'include') return { end, meaning: readInclude(inner) ?? drop };
    if (name === 'includecode') {
      const code = readCodeInclude(inner);
      return { end, meaning: code ? { kind: 'snippet', ...code } : drop };
    }
    const isPair = (name === 'comment' || name === 'setvar') && !inner.includes('=');
    const last = isPair ? text.slice(end).search(new RegExp(`\\{%-?\\s*end${name}\\s*-?%\\}`)) : -1;
    return { end: last === -1 ? end : text.indexOf('%}', end + last) + 2, meaning: drop };
  },
};

/** Removes `{{ '<section>' }}`, which is markup for a server's layout. */
const templateStrings = patternReader({ first: '{' }, /\{\{\s*(?:'[^'\n]*'|"[^"\n]*")\s*\}\}/y, () => drop);

/** Parses `<<_partial.md>>` on its own line. */
const fileIncludes = patternReader(
  { first: '<', atLineStart: true },
  /<<([^<>\n]+)>>[ \t]*(?=\n|$)/y,
  ([, path = '']) => ({ kind: 'include', path: path.trim() }),
);

/** Removes `Project:`, `Book:` and the keys below them at the start of a file. */
const headLines = patternReader(
  { first: 'PB', atLineStart: true },
  /(?:Project|Book): \S[^\n]*(?:\n[a-z_]+: [^\n]*|\n(?:Project|Book): [^\n]*)*(?=\n|$)/y,
  () => drop,
);

export const devsiteRules = [headLines, templateComments, templateTags, templateStrings, fileIncludes];

const verbatim = /\{%-?\s*(?:end)?(?:verbatim|raw)\s*-?%\}/g;

const includeTag = /^([ \t]{0,40})\{%-?\s*(include(?:-markdown)?\s(?:[^%]|%(?!\})){0,1000}?)-?%\}/gm;

/** In code, removes tags that protect braces, and inserts included code. `hasIncludes`: MkDocs inserts files, too. */
export function readCode(tree: Root, context: IncludeContext, hasIncludes: boolean): void {
  visit(tree, (node, index, parent) => {
    if (node.type !== 'code' && node.type !== 'inlineCode') return undefined;
    node.value = node.value.replace(verbatim, '');
    if (node.type !== 'code' || !parent || index === undefined) return undefined;
    if (hasIncludes) insertFiles(node, context);
    if (!node.value.includes('includecode')) return undefined;
    const shown = insertSnippets(node, context);
    replaceChild(parent, index, shown);
    return [SKIP, index + Math.max(1, shown.length)];
  });
}

/** Inserts files in code like the MkDocs plugin include-markdown: each line gets the indentation of the tag. */
function insertFiles(node: Code, context: IncludeContext): void {
  node.value = node.value.replace(includeTag, (tag: string, indent: string, inner: string) => {
    const include = readInclude(inner);
    const [file] = include ? nodesOfFile({ ...include, isCode: true }, node.position, context) : [];
    return file?.type === 'code' ? file.value.replace(/^(?=.)/gm, indent) : tag;
  });
}

/** Inserts snippets in code. Returns the nodes that replace it. The tag of a missing file stays if the code contains anything else. */
function insertSnippets(node: Code, context: IncludeContext): readonly RootContent[] {
  const isWhole = node.value.replace(codeTag, '').trim() === '';
  const sources: RootContent[] = [];
  node.value = node.value.replace(codeTag, (tag: string, inner: string) => {
    const code = readCodeInclude(inner);
    if (!code) return tag;
    const { snippet, source } = snippetAt(code, node.position, context);
    if (snippet === undefined && !isWhole) return tag;
    sources.push(source);
    return snippet ?? '';
  });
  return sources.length > 0 && node.value.trim() === '' ? sources : [node, ...sources];
}

const words: ReadonlyMap<string, string> = new Map(Object.entries(namesJson.devsite.words));

/** Replaces variables: `{{firebase_cli}}` → Firebase CLI. */
export function replaceVariables(tree: Root): void {
  visit(tree, (node) => {
    if (node.type !== 'text' && node.type !== 'html') return;
    node.value = node.value.replace(/\{\{\s*([A-Za-z]\w*)\s*\}\}/g, (_, name: string) => {
      const key = name.toLowerCase();
      const guessed = () => key.split('_').map((word) => words.get(word) ?? upperFirst(word));
      return words.get(key) ?? guessed().join(' ');
    });
  });
}

const notes: ReadonlyMap<string, string> = new Map(Object.entries(namesJson.devsite.notes));
const noteStart = new RegExp(`^(${[...notes.keys()].join('|')}):\\s+`, 'i');

export function readNotes(tree: Root): void {
  replaceNodes(tree, 'paragraph', (node) => {
    const { match, rest = [] } = matchStart(node, noteStart) ?? {};
    const word = match?.[1] ?? '';
    if (!/^[A-Z]/.test(word)) return undefined;
    const type = notes.get(word.toLowerCase()) ?? 'note';
    return [callout({ type, title: word.toLowerCase() === type ? undefined : word }, rest, node.position)];
  });
}

// A tab's label must be alone on its line, because `- {Object} options` is a list of types.
const tabLabel = /^\{([^{}\n]+)\}[ \t]*(\n|$)/;

/** Converts a list to a group of tabs if every item starts with `{Label}`. */
export function readTabLists(tree: Root | ComponentNode): void {
  replaceNodes(tree, 'list', ({ children, position }) => {
    const panels = children.flatMap(panelOf);
    if (panels.length === 0 || panels.length < children.length) return undefined;
    const tabs = component('Tabs', {}, panels, position);
    readTabLists(tabs);
    return [tabs];
  });
}

function panelOf({ children: [first, ...others] }: ListItem): ComponentNode[] {
  const { match, rest = [] } = matchStart(first, tabLabel) ?? {};
  const isAlone = match?.[2] === '\n' || (first?.type === 'paragraph' && first.children.length === 1);
  return match && isAlone ? [component('TabItem', { label: match[1]?.trim() }, [...rest, ...others], undefined)] : [];
}
