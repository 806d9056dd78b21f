// Splits a component of Astro or Vue into its script and its template, which becomes JSX: the parser of JavaScript reads both.
import type { TemplateText } from '../../../model/input/code/component-templates.js';
import { vueMarkup } from '../dialects/vue-elements.js';
import { indexOfClosing } from '../syntax/search.js';
import { voidTags } from '../syntax/tags.js';

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
  const markup = vueMarkup(text.slice(start.index + start[0].length, end));
  return markup === undefined ? undefined : { language: 'vue', script: withoutRaw(outside).scripts, markup };
}
