// Splits a component of Astro or Vue into its script and its template, which becomes JSX: the parser of JavaScript reads both.
import { decodeHTMLAttribute } from 'entities';
import type { TemplateText } from '../../../model/input/code/templates.js';
import { vueName } from '../../../model/input/text.js';
import { indexOfClosing } from '../syntax/search.js';
import { htmlTokens, voidTags } from '../syntax/tags.js';

/** Maximum length of a component, in characters. Larger ones are programs. */
const maxChars = 100_000;

/** Returns the parts of a component, or undefined if the file is not one, is too long, or has no template. */
export function templateText(file: string, text: string): TemplateText | undefined {
  if (text.length > maxChars) return undefined;
  return file.endsWith('.astro') ? astroText(text) : file.endsWith('.vue') ? vueText(text) : undefined;
}

const raw = /<(style|script)\b[^>]{0,1000}>/g;

/** Removes elements whose content is not markup. Returns their contents, too. */
function withoutRaw(text: string): { readonly rest: string; readonly scripts: string } {
  const parts: string[] = [];
  const scripts: string[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(raw)) {
    if (index < end) continue;
    const close = indexOfClosing(text, `</${name}>`, index);
    if (close === -1) break;
    parts.push(text.slice(end, index), '<></>'); // an expression can have it as its value
    if (name === 'script') scripts.push(text.slice(index + whole.length, close));
    end = close + name.length + 3;
  }
  return { rest: parts.join('') + text.slice(end), scripts: scripts.join('\n') };
}

const voidTag = new RegExp(
  `<(${[...voidTags].join('|')})\\b((?:[^<>{}"'\`]|"[^"]*"|'[^']*'|\`[^\`]*\`|\\{[^{}]*\\})*?)/?>`,
  'g',
);

function astroText(text: string): TemplateText {
  const [, script = '', body = text] =
    /^\s*---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text) ?? [];
  const markup = withoutRaw(body)
    .rest.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<!doctype[^>]{0,100}>/i, '')
    .replace(voidTag, '<$1$2 />')
    .replace(/(?<=[\])}'"]) as (?:const|[\w.]{1,50})(?=\))/g, '')
    // What JSX does not have: a template as a value, and a name alone.
    .replace(/(\s[\w:-]{1,50})=(`[^`]*`)/g, '$1={$2}')
    .replace(/(?<=<[A-Za-z][^<>{}=]{0,300}\s)\{(\w{1,50})\}/g, '$1={$1}')
    .replace(/(?<=<[A-Za-z][^<>]{0,300}["'}]\s{1,100})\{(\w{1,50})\}(?=[\s/>])/g, '$1={$1}');
  return { language: 'astro', script, markup };
}

function vueText(text: string): TemplateText | undefined {
  const start = /^<template(?:\s[^>]{0,1000})?>/m.exec(text);
  const end = text.lastIndexOf('</template>');
  if (!start || end < start.index) return undefined;
  const outside = text.slice(0, start.index) + text.slice(end);
  const markup = new VueMarkup().read(text.slice(start.index + start[0].length, end));
  return markup === undefined ? undefined : { language: 'vue', script: withoutRaw(outside).scripts, markup };
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Writes a template of Vue in JSX: `v-if` as a condition, `v-for` as a `map`, `:name` and `{{ x }}` as expressions. */
class VueMarkup {
  readonly #out: string[] = [];
  /** The end of each open element. */
  readonly #open: { readonly name: string; readonly end: string; readonly isChain: boolean }[] = [];
  /** Where in the output the next branch of a condition can begin, or -1. */
  #chain = -1;

  /** Returns undefined if the tags are not balanced. */
  read(template: string): string | undefined {
    for (const { kind, source } of htmlTokens(template)) {
      if (kind === 'comment') continue;
      if (kind === 'unfinished') return undefined;
      if (kind === 'text') this.#text(source);
      else {
        const [, name = ''] = /^<\/?([^\s/>]+)/.exec(source) ?? [];
        if (kind === 'open') this.#start(name, source);
        else if (this.#open.at(-1)?.name === name) this.#end();
        else return undefined;
      }
    }
    return this.#open.length === 0 ? this.#out.join('') : undefined;
  }

  #text(text: string): void {
    if (text.trim() !== '') this.#chain = -1;
    const parts = text.split(/\{\{([\s\S]{0,1000}?)\}\}/);
    this.#out.push(...parts.map((part, index) => (index % 2 === 1 ? `{${part}}` : part.replace(/[{}>]/g, `{'$&'}`))));
  }

  #start(name: string, source: string): void {
    const written = source.slice(name.length + 1).replace(/\/?>$/, '');
    const values = new Map(
      Array.from(written.matchAll(attribute), ([, key = '', ...parts]) => {
        const value = parts.find((one) => one !== undefined);
        return [key, value !== undefined && /^(?::|v-)/.test(key) ? decodeHTMLAttribute(value) : value] as const;
      }),
    );
    const before: string[] = [];
    let end = '';
    const condition = values.get('v-if') ?? values.get('v-else-if');
    const isBranch = values.has('v-else') || values.has('v-else-if');
    if (isBranch && this.#chain >= 0) this.#out.length = this.#chain;
    else if (condition !== undefined) before.push('{');
    if (isBranch && this.#chain >= 0) before.push(') : ');
    if (condition !== undefined) {
      before.push(`(${condition}) ? (`);
      end = ') : null}';
    } else if (isBranch) {
      before.push('(');
      end = ')}';
    }
    const [, item, list] = /^([\s\S]+?)\s(?:in|of)\s([\s\S]+)$/.exec(values.get('v-for') ?? '') ?? [];
    if (item !== undefined) {
      const wrap = condition !== undefined || isBranch ? ['', ''] : ['{', '}'];
      before.push(`${wrap[0]}(${list})?.map((${item.trim().replace(/^\(|\)$/g, '')}) => (`);
      end = `))${wrap[1]}${end}`;
    }
    const slot = [...values.keys()].find((key) => /^(?:#|v-slot:)/.test(key))?.replace(/^(?:#|v-slot:)/, '');
    const isFragment = name === 'template';
    const tag = isFragment ? 'Fragment' : vueName(name);
    const attributes = [...values].flatMap(([key, value]) => attributeOf(key, value));
    if (slot !== undefined) attributes.push(`slot="${slot}"`);
    const isClosed = voidTags.has(name) || source.endsWith('/>');
    this.#out.push(...before, `<${[tag, ...attributes].join(' ')}${isClosed ? ' />' : '>'}`);
    this.#chain = -1;
    this.#open.push({ name, end: isClosed ? end : `</${tag}>${end}`, isChain: condition !== undefined });
    if (isClosed) this.#end();
  }

  #end(): void {
    const { end = '', isChain = false } = this.#open.pop() ?? {};
    this.#out.push(isChain ? end.slice(0, -') : null}'.length) : end);
    this.#chain = isChain ? this.#out.length : -1;
    if (isChain) this.#out.push(') : null}');
  }
}

function attributeOf(key: string, value: string | undefined): readonly string[] {
  const bound = /^(?::|v-bind:)([A-Za-z][\w-]*)$/.exec(key)?.[1];
  if (bound !== undefined) return [`${bound}={${value ?? bound}}`];
  if (key === 'v-bind') return [`{...(${value})}`];
  if (key === 'v-html' || key === 'v-text') return [`${key}={${value}}`];
  if (!/^[A-Za-z][\w-]*$/.test(key) || key.startsWith('v-')) return [];
  return [value === undefined ? key : `${key}="${value.replaceAll('"', '&quot;')}"`];
}
