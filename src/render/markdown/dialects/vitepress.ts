// VitePress: code from files, values of front matter, and Vue components.
import { get, has, upperFirst } from 'lodash-es';
import type { Code, Heading } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { codeLine, includeComment, pathOfInclude } from '../../../model/content/parse/imports.js';
import { mapOf } from '../../../model/input/plain-data.js';
import { vueName } from '../../../model/input/text.js';
import { idRules } from '../../base/heading-ids.js';
import { visit } from '../../base/visit.js';
import { readAttributes } from '../syntax/attributes.js';
import {
  type GeneratorSyntax,
  type RewrittenLines,
  rewriteProse,
  type ScopedContext,
} from '../syntax/generator-syntax.js';
import { patternReader } from '../syntax/scan.js';
import { htmlNames } from '../syntax/tags.js';
import { readValue } from '../syntax/values.js';
import { emojiIn } from './github.js';
import { vueElements } from './vue-elements.js';

export const vitepress: GeneratorSyntax = {
  rewriteLines: (text, { variables }) => {
    const ofAll = mapOf(variables.components);
    const isWanted = /<<<|@include:/.test(text) || Object.keys(ofAll).some((name) => text.includes(`<${name}`));
    return isWanted ? withFiles(text, ofAll) : undefined;
  },
  rules: (_, context) => [
    verbatim,
    vueElements(context.scope),
    codeGroup,
    slot,
    patternReader({ first: '{' }, new RegExp(interpolation.source, 'y'), ([, expression = '']) => {
      const value = shownValue(expression, context);
      return value === undefined ? { kind: 'drop', isUnread: true } : { kind: 'text', value };
    }),
  ],
  transform: (tree, text, context) => {
    const showValues = (node: { value: string }): void => {
      node.value = node.value.replace(interpolation, (all, written) => shownValue(written, context) ?? all);
    };
    if (/\{[.#\w][^{}\n]*\}/.test(text)) readAttributes(tree, /^[.#]|=/);
    // The code can be in an element with `v-pre`, which keeps braces.
    if (!text.includes('v-pre')) visit(tree, 'inlineCode', showValues);
    visit(tree, 'heading', (node) => identify(node, text));
    visit(tree, 'code', (node) => {
      if (node.lang?.endsWith('-vue')) {
        node.lang = node.lang.slice(0, -'-vue'.length);
        showValues(node);
      }
      const [numbers, off, first = ''] = /:(no-)?line-numbers(=\d+)?(?=\{|$)/.exec(node.lang ?? '') ?? [];
      if (numbers !== undefined) node.lang = (node.lang ?? '').replace(numbers, '') || null;
      if (numbers !== undefined && !off) node.meta = `${node.meta ?? ''} showLineNumbers${first}`;
      // A title needs no space before it, and no language.
      const [, lang, title] = /^([^[]*)(\[.*)$/.exec(node.lang ?? '') ?? [];
      if (title) Object.assign(node, { lang: lang || null, meta: `${title} ${node.meta ?? ''}` });
      if (node.value.includes('[!code')) readMarks(node);
      node.value = node.value.replace(missingFile, '<<< $1');
    });
  },
  hasOwnTags: true,
  components: /^[A-Z]/,
  given: ({ isKnown }) => ({
    // Vue resolves `badge` to `Badge`, unless it is the name of an HTML element.
    nameOf: (tag) => [tag, htmlNames.has(tag) ? tag : upperFirst(tag)].find(isKnown) ?? vueName(tag),
  }),
  foreign: [['{{ x }}', 'VitePress (Vue)', /^\{\{.+\}\}$/]],
};

/** Sets the id of a heading with names of emoji, which VitePress ignores, or with `&lt;`, which it does not decode. */
function identify({ children }: Heading, text: string): void {
  if (children.some(({ type }) => type === 'placeholder')) return;
  const own = children.map((child) => {
    if (child.type !== 'text') return textOf(child);
    const encoded = child.value.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return (text.includes(encoded) ? encoded : child.value).replace(/:(?:[+-]1|[a-z0-9_]+):/g, (name) =>
      emojiIn(name) === name ? name : '',
    );
  });
  if (own.join('') !== textOf(children) && !/\{#[^{}]+\}\s*$/.test(own.join('')))
    children.push({ type: 'text', value: ` {#${idRules.vitepress.slug(own.join(''))}}` });
}

/** Parses an element with `v-pre`, whose braces are text. */
const verbatim = patternReader(
  { first: '<' },
  /<([a-z][a-z1-6]{0,20})[ \t]([^<>]{0,300}[ \t])?v-pre(?=[ \t>])[^<>]{0,300}>(?:(?!<\/\1>)[^`]){0,3000}<\/\1>/y,
  ([source]) => (source.includes('{{') ? { kind: 'rewrite', value: source } : undefined),
);

/** Parses `<template #name>`, whose content is in a slot of the outer component. */
const slot = patternReader(
  { first: '<' },
  /<(\/?)template(?=[\s>])(?:[^<>]{0,300}?[ \t\n](?:#|v-slot:)([\w-]{1,100}))?[^<>]{0,300}>/y,
  ([, slash, name]) =>
    slash
      ? { kind: 'close', family: 'element', name: 'Fragment' }
      : { kind: 'open', family: 'element', name: 'Fragment', props: name ? { slot: name, isVue: true } : {} },
);

/** Matches the line that `fenceOf` writes for a missing file. */
const missingFile = /^\{\{#region ([^\s{}:]+)(?::\S*)?\}\}$/;

const interpolation = /\{\{(?!#)[ \t]{0,20}((?:[^{}\n]|\{[^{}\n]{0,200}\}){1,200}?)[ \t]{0,20}\}\}/g;

/** Returns the initial output of an expression: a literal, a value of the front matter, or one that the text's script determines. */
function shownValue(expression: string, { variables, scope }: ScopedContext): string | undefined {
  const [, keys] =
    /^\$frontmatter((?:\??\.?(?:[\w$]+(?![\w$])|\[(?:\d+|'[^'\]]+'|"[^"\]]+")\]))+)$/.exec(expression) ?? [];
  if (keys === undefined) return shownAs(readValue(expression, scope)?.value);
  const path = keys.replaceAll('?', '').replace(/^\./, '');
  return shownAs(has(variables.page, path) ? get(variables.page, path) : undefined); // own properties only
}

/** Returns a value as Vue prints it: '' if it is absent, JSON for lists and objects. */
function shownAs(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'object' ? JSON.stringify(value ?? '', undefined, 2).replace(/^""$/, '') : String(value);
}

const mark =
  /[ \t]*(?:\/\/|#|--|;|\/\*|<!--)[ \t]{0,9}\[!code[ \t]([^\]:\n]{1,40})(?::([^\]\n]{1,200}))?\][ \t]{0,9}(?:\*\/|-->)?[ \t]*$/;

/** Applies comments such as `[!code ++]` and `[!code highlight:3]`: removes them and marks their lines. A line with only a comment is removed. */
function readMarks(node: Code): void {
  const lines: string[] = [];
  const marked = new Set<number>();
  for (const line of node.value.split('\n')) {
    const found = mark.exec(line);
    const shown = found ? line.slice(0, found.index) : line;
    const isOwn = shown.trim() === '';
    if (!found || !isOwn) lines.push(shown);
    if (!found || found[1]?.startsWith('word')) continue;
    const first = lines.length + (isOwn ? 1 : 0);
    for (let row = first; row < first + Math.min(Number(found[2] ?? 1) || 1, 1000); row += 1) marked.add(row);
  }
  node.value = lines.join('\n');
  const rows = [...marked].filter((row) => row <= lines.length);
  if (rows.length > 0) node.meta = [node.meta, `{${rows.join(',')}}`].filter(Boolean).join(' ');
}

const codeGroup = patternReader({ first: ':', atLineStart: true }, /:{3,}[ \t]*code-group(?=[ \t]*(?:\n|$))/y, () => ({
  kind: 'open',
  family: 'directive',
  name: 'Tabs',
  props: { ofCode: true },
}));

const withIncludes = (line: string): string =>
  line.replace(includeComment, (_, written: string, region?: string, from?: string, to?: string) => {
    const path = pathOfInclude(written);
    if (region !== undefined) return `{{#region ${path}:${region}}}`;
    return from || to ? `{{#include ${path}:${from || 1}:${to ?? ''}}}` : `{{#include ${path}}}`;
  });

/** Rewrites `<<< path#region{1,3 ts} [title]` to a code block that includes the file. Also rewrites includes of Markdown, and components of all pages that are Markdown. */
const withFiles = (text: string, ofAll: Readonly<Record<string, unknown>>): RewrittenLines =>
  rewriteProse(text, (line) => {
    const [, indent = '', name = ''] = /^([ \t]*)<([A-Z]\w{0,99})[ \t]*(?:\/>|><\/\2>)[ \t]*$/.exec(line) ?? [];
    const file = Object.hasOwn(ofAll, name) ? String(ofAll[name]) : '';
    if (file.endsWith('.md')) return `${indent}{{#include ${file.replace('@site/', '@/')}}}`;
    const [[whole, space = '', path = '', region = '', options = '', title = ''] = []] = line.matchAll(codeLine);
    if (whole === undefined) return withIncludes(line);
    // Optional lines to mark, and an optional language, such as `1,3 ts`.
    const [, marked = '', written] = /^([\d,-]*)[ \t]*([\w+#-]*)/.exec(options.trim()) ?? [];
    const lang = written || (/\.(\w+)$/.exec(path)?.[1] ?? '');
    const info = [`${lang}${marked === '' ? '' : `{${marked}}`}`, title].filter(Boolean).join(' ');
    return [`\`\`\`${info}`, `{{#region ${pathOfInclude(path)}${region && `:${region}`}}}`, '```'].map(
      (one) => space + one,
    );
  });
