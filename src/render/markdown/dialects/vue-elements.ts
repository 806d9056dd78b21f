// Elements of Vue: writes templates in JSX, and shows elements of a page with directives, such as `v-for`, if the page's script determines their values.
import { decodeHTMLAttribute } from 'entities';
import { isList, type Literal, Markup } from '../../../model/input/code/literal-values.js';
import { vueName } from '../../../model/input/text.js';
import type { SyntaxRule } from '../syntax/scan.js';
import { isQuoted, matchAt } from '../syntax/search.js';
import { htmlTokens, voidTags } from '../syntax/tags.js';
import type { Scope } from '../syntax/values.js';

/** Maximum length of an element and of its output, and total length of what a text's rule tries to read, in characters. */
const max = { element: 5_000, output: 100_000, tried: 500_000 };

const directive = /\sv-(?:for|if|html|text)="/;
const start = /<[a-z][a-z1-6]{0,20}\s(?:[^<>]{0,500}\s)?(?:v-(?:for|if|html|text)|:(?:src|href))="/y;

/**
 * Returns a rule that replaces such an element by its initial output. Of an element that has only bound attributes, whose content is Markdown,
 * it replaces the start tag. An element stays as it is if a part of it is computed or is Markdown.
 */
export function vueElements({ read }: Scope): SyntaxRule {
  let left = max.tried;
  return {
    first: '<',
    read: (text, offset) => {
      if (left <= 0 || !matchAt(start, text, offset)) return undefined;
      // After an empty line, a text is Markdown again.
      const [block = ''] = text.slice(offset, offset + max.element).split(/\n[ \t]*\n/, 1);
      const [{ kind, source: tag } = { kind: '', source: '' }] = htmlTokens(block);
      const isElement = directive.test(tag);
      const source = isElement ? block.slice(0, elementEnd(block)) : tag;
      left -= source.length || block.length;
      if (kind !== 'open' || source === '' || (isElement && markdown.test(source))) return undefined;
      if (isElement && source.includes('\n') && isQuoted(text, offset)) return undefined;
      const html = htmlOf(read(`<>${vueMarkup(isElement ? source : tag.replace(/\/?>$/, '/>'))}</>`));
      if (html === undefined || html.length > max.output) return undefined;
      left -= html.length;
      const value = isElement || tag.endsWith('/>') ? html : html.replace(/<\/\w+>$/, '');
      return { end: offset + source.length, meaning: { kind: 'rewrite', value, hasTags: true } };
    },
  };
}

/** Matches code, emphasis and links outside braces, and text whose line breaks are shown. */
const markdown = /`[^`{}]*(?:\{\{[^{}]*\}\}[^`{}]*)?`|\*\*|\]\(|<pre[\s>]/;

/** Returns the end of the first element, and of the elements with `v-else` after it. 0 if the element is not closed. */
function elementEnd(html: string): number {
  let [depth, end] = [0, 0];
  for (const { kind, name, start: from, source } of htmlTokens(html)) {
    const isTag = kind === 'open' || kind === 'close';
    if (depth === 0 && end > 0 && !(isTag ? /\sv-else\b/.test(source) : source.trim() === '')) break;
    if (kind === 'close') depth -= 1;
    else if (kind === 'open' && !voidTags.has(name) && !source.endsWith('/>')) depth += 1;
    if (isTag && depth === 0) end = from + source.length;
  }
  return end;
}

/** Writes elements as HTML, or returns undefined if a part is computed. */
function htmlOf(value: Literal): string | undefined {
  if (isText(value)) return escaped(String(value));
  if (value === null || value === undefined) return '';
  if (isList(value)) {
    const parts = value.map(htmlOf);
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  if (!(value instanceof Markup)) return undefined;
  const { 'v-html': html, 'v-text': text, ...props } = value.props;
  const inner = typeof html === 'string' ? html.replace(/\s+/g, toLine) : htmlOf(text ?? html ?? value.children);
  const known = Object.entries(props).map(([key, one]) => [key, isText(one) ? escaped(String(one)) : one] as const);
  if (/^(?:Fragment)?$/.test(value.name)) return inner;
  const needed = /^[A-Z]/.test(value.name) ? /./ : /^(?:src|href)$/; // a component can need each value
  if (inner === undefined || known.some(([key, one]) => needed.test(key) && typeof one !== 'string')) return undefined;
  const shown = known.flatMap(([key, one]) =>
    typeof one === 'string' && /^[\w-]+$/.test(key) ? [` ${key}="${one}"`] : [],
  );
  const tag = `<${value.name}${shown.join('')}>`;
  return voidTags.has(value.name) ? tag : `${tag}${inner}</${value.name}>`;
}

const toLine = (space: string) => (space.includes('\n') ? ' ' : space);

const isText = (value: Literal) => typeof value === 'string' || typeof value === 'number';

/** Encodes what HTML or Markdown would read as syntax. An empty line would end the element. */
const escaped = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/[^\p{L}\p{N}\s]/gu, (char) => `&#${char.codePointAt(0)};`);

/** Writes elements of a template of Vue in JSX, or returns undefined if its tags are not balanced. */
export const vueMarkup = (template: string): string | undefined => new VueMarkup().read(template);

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

  /** Writes text. White space becomes a space, because JSX would drop a line break next to an element. */
  #text(text: string): void {
    const isBlank = text.trim() === '';
    if (!isBlank) this.#chain = -1;
    const shown = (part: string) => (isBlank ? part : part.replace(/\s+/g, ' ').replace(/[{}>]/g, `{'$&'}`));
    const parts = text.split(/\{\{([\s\S]{0,1000}?)\}\}/);
    this.#out.push(...parts.map((part, index) => (index % 2 === 1 ? `{${part}}` : shown(part))));
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
      const parts = /[,{[]/.test(item) ? `(${list})` : `Object.values((${list}) ?? [])`; // also of a record
      before.push(`${wrap[0]}${parts}?.map((${item.trim().replace(/^\(|\)$/g, '')}) => (`);
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
