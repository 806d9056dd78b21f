// Evaluates shortcodes that the site or its theme defines by their templates.
import { mapValues, uniq } from 'lodash-es';
import { mapOf, valueInAnyCase, wordOf } from '../../../../model/input/plain-data.js';
import type { GeneratorContext } from '../../syntax/generator-syntax.js';
import { htmlTokens } from '../../syntax/tags.js';
import { isInline, lineAround, type PairedShortcode, type ShownShortcode } from './shortcodes.js';
import {
  Highlighted,
  innerMark,
  Method,
  markdown,
  markdownMark,
  Part,
  resource,
  unknown,
} from './template-functions.js';
import { showTemplate, templateBudget } from './templates.js';

/** Budgets of pages, by the object with values that all shortcodes of a page share. */
const budgets = new WeakMap<object, ReturnType<typeof templateBudget>>();

/** Returns the output of a shortcode's template, or undefined if no template can be evaluated. */
export function ownShortcode(
  shortcode: PairedShortcode,
  text: string,
  { variables }: GeneratorContext,
): ShownShortcode | undefined {
  const name = `shortcodes/${shortcode.name}`;
  const inline = isInline(shortcode) ? { [name]: text.slice(shortcode.end, shortcode.closing?.start) } : undefined;
  const texts = { ...mapOf(variables.templates), ...inline };
  if (!Object.hasOwn(texts, name)) return undefined;
  const budget = budgets.get(variables) ?? templateBudget();
  budgets.set(variables, budget);
  const printed = showTemplate(name, valuesOf(shortcode, text, variables), { texts, budget });
  if (printed instanceof Highlighted) return { before: '', after: '', isWhole: true, lang: printed.lang };
  const [before = '', after, ...more] = printed === undefined ? [] : visible(printed).split(innerMark);
  if (printed === undefined || more.length > 0) return undefined;
  const lang = after === undefined ? undefined : codeLanguage(before, after);
  if (lang !== undefined) return { before: '', after: '', isWhole: true, lang };
  const line = text.slice(text.lastIndexOf('\n', shortcode.start) + 1, shortcode.start);
  const isAlone = lineAround(shortcode, text) === '';
  const isMarkdown = text.startsWith('{{%', shortcode.start) || !/<\w/.test(printed);
  const form = (part: string) => (isAlone ? inLines(part, line, isMarkdown) : inLine(part));
  return { before: form(before), after: form(after ?? ''), isWhole: after === undefined || inline !== undefined };
}

/** Returns the language of the content ('' if unknown) if the template puts it in `pre` without other text. Otherwise undefined. */
function codeLanguage(before: string, after: string): string | undefined {
  const tokens = htmlTokens(before);
  const hasText = [...tokens, ...htmlTokens(after)].some(({ kind, source }) => kind === 'text' && source.trim() !== '');
  const isOpen = tokens.findLast(({ name }) => name === 'pre')?.kind === 'open';
  return isOpen && !hasText ? (/\blanguage-([\w+#-]+)/.exec(before)?.[1] ?? '') : undefined;
}

/** Whether the template of a shortcode, or a partial that it uses, lists the pages below. */
export function listsPages({ name }: PairedShortcode, { variables }: GeneratorContext): boolean {
  const texts = mapOf(variables.templates);
  const own = String(texts[`shortcodes/${name}`] ?? '');
  const partials = Array.from(own.matchAll(/\bpartial\s+"([^"]+?)(?:\.html)?"/g), ([, path]) => `partials/${path}`);
  const all = [own, ...uniq(partials).map((partial) => texts[partial])].join('\n');
  return /\.(?:Regular)?Pages\b/.test(all) && !/\bsite\.(?:All|Regular)?Pages|GetPage|Taxonom|\.Inner\b/i.test(all);
}

/** Returns the values that templates get as `.`. */
function valuesOf(pairedShortcode: PairedShortcode, text: string, variables: GeneratorContext['variables']) {
  const { args, props, name, closing, end } = pairedShortcode;
  const page = mapOf(variables.page);
  const own = { ...page, ...mapOf(page['params']) };
  const site = mapOf(variables.params);
  const find = (values: object, key: unknown) => valueInAnyCase(values, wordOf(key));
  const get = new Method((key) => (typeof key === 'number' ? args[key] : props[wordOf(key).toLowerCase()]));
  const param = new Method((key) => find(own, key) ?? find(site, key));
  // Large data files are missing, so missing keys are unknown.
  const ofSite = new Part({ Params: site, Param: param, Data: new Part(mapOf(variables.data)) });
  const files = filesOf(page);
  const render = new Method((...texts) => markdown(texts));
  const inner = closing && text.slice(end, closing.start).trim() !== '' ? innerMark : '';
  return new Part({
    Name: name,
    Get: get,
    Inner: inner,
    InnerDeindent: inner,
    Site: ofSite,
    Texts: new Part(mapValues(mapOf(variables.texts), textOf)),
    Params: Object.keys(props).length > 0 ? props : args,
    IsNamedParams: Object.keys(props).length > 0,
    Page: new Part({
      Title: page['title'] ?? '',
      Section: page['section'] ?? '',
      RelPermalink: page['relpermalink'] ?? unknown,
      Params: own,
      Param: param,
      Site: ofSite,
      RenderString: render,
      Resources: new Part({ ...files, ByType: new Method(() => new Part(files)) }),
      ...stores,
    }),
    ...stores,
  });
}

/** Returns the resources of a page by their paths, with their values from front matter. */
function filesOf({ resources }: Readonly<Record<string, unknown>>) {
  const get = new Method((path) => resource(path, resources === undefined ? {} : unknown));
  return { Get: get, GetMatch: get };
}

/** Returns a UI text, unless it is a template itself. */
function textOf(written: unknown): unknown {
  const text = mapOf(written)['other'] ?? written;
  return wordOf(text).includes('{{') ? unknown : text;
}

/** The page's `Store`, in which templates keep values for others. Setting a flag, such as that a page has diagrams, has no output. */
const store = new Part({ Set: new Method((_, value) => (typeof value === 'boolean' ? '' : unknown)) });
const stores = { Scratch: store, Store: store };

/** Removes invisible output: comments, elements without content, and tracking pixels. */
function visible(printed: string): string {
  let hidden = '';
  return htmlTokens(printed)
    .filter(({ kind, name, source }) => {
      if (hidden) {
        if (kind === 'close' && name === hidden) hidden = '';
        return false;
      }
      if (unseen.has(name) && kind === 'open' && !source.endsWith('/>')) hidden = name;
      if (unseen.has(name) || kind === 'comment' || name.includes('-')) return false;
      return !trackingPixel.test(source);
    })
    .map(({ kind, source }) => (kind === 'open' ? source.replace(adjacent, '$& ') : source))
    .join('');
}

/** Matches a value without a space before the next attribute. Markdown doesn't parse such a tag as HTML. */
const adjacent = /=[ \t]{0,9}(?:"[^"]*"|'[^']*')(?=[a-z@:])/gi;

/** Matches an image of another host without alternative text and without a size of 2 or more pixels. */
const trackingPixel =
  /^<img(?=[^>]*\ssrc=["']https?:)(?![^>]*\s(?:alt=["'][^"']|(?:width|height)=["']?(?:[2-9]|\d\d)))/i;

const unseen = new Set(['script', 'style', 'svg', 'template']);

function inLine(part: string): string {
  const text = part.replaceAll(markdownMark, '').trim();
  return text.replace(/\s*\n\s*/g, ' ');
}

/** Returns HTML as one block, without empty lines and indentation, which have a meaning in Markdown. Empty lines separate Markdown that is on its own lines. */
function inLines(part: string, indent: string, isMarkdown: boolean): string {
  const lines = part
    .trim()
    .split(/^[ \t]*\u0001([^\u0001]*)\u0001[ \t]*$/m)
    .flatMap((piece, index) => {
      if (index % 2 === 1) return ['', ...piece.split('\n'), ''];
      const own = piece.replaceAll(markdownMark, '').split('\n');
      return isMarkdown ? own : own.map((line) => line.trim()).filter(Boolean);
    });
  return part.trim() === '' ? '' : `\n\n${indent}${lines.join(`\n${indent}`)}\n\n${indent}`;
}
