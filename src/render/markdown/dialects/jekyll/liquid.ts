// Liquid in a text: values, conditions, loops over data, and includes, with limits. Jekyll does the same before it reads Markdown.
import {
  Context,
  type Emitter,
  Hash,
  type Liquid,
  Output,
  type Template,
  TokenKind,
  toValue,
  toValueSync,
} from 'liquidjs';
import { uniqBy } from 'lodash-es';
import { pointsOf } from '../../../../model/diagnostics/diagnostic.js';
import { isRecord } from '../../../../model/input/plain-data.js';
import { type GeneratorContext, joinLines, type RewrittenLines } from '../../syntax/generator-syntax.js';
import namesJson from '../../syntax/names.json' with { type: 'json' };
import { type LineEmitter, liquidWith, notRead, shown, TolerantParser, tagOf } from './liquid-engine.js';
import { LiquidTokens } from './liquid-tokens.js';

/** Limits of one text. */
const most = { steps: 100_000, characters: 1_000_000, depth: 10 };

/** Errors take long: they quote the text. */
const costOfError = 100;

type Values = Readonly<Record<string, unknown>>;

/** Returns a text with the output of Liquid. Syntax that is not read is left out and reported; in code it stays. */
export function renderLiquid(text: string, { variables }: GeneratorContext): RewrittenLines | undefined {
  if (!/\{[{%]/.test(text)) return undefined;
  const renderer = new Renderer(isRecord(variables['includes']) ? variables['includes'] : {});
  const pieces = renderer.render(text, scopeOf(variables));
  // Each tag, and each list that only Jekyll has.
  const nameOf = (syntax: string) => /^\{%-?\s*\w*|^\{\{-?\s*[\w.]*/.exec(syntax)?.[0] ?? '';
  const pointAt = pointsOf(text, '\n');
  const unread = uniqBy(renderer.unread, ({ syntax }) => nameOf(syntax)).map(({ syntax, offset }) => {
    const { line, column } = pointAt(offset);
    const how = { generator: 'Jekyll (Liquid)', isContainer: false, isDropped: true };
    return { name: nameOf(syntax), syntax, ...how, line: line - 1, column };
  });
  return { ...linesOf(pieces, pointAt), unread };
}

/** Keys that Jekyll computes, if the config or the author does not set them. */
const computed = namesJson.jekyllComputed;

function scopeOf({ includes: _, collections, site, page, ...others }: Values): object {
  const withComputed = (values: object, keys: readonly unknown[]) =>
    Object.defineProperties(
      { ...values },
      Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(values, `${key}`) ? [] : [[key, { get: notRead }]]))),
    );
  const ofSite = [...computed.site, ...(Array.isArray(collections) ? collections : [])];
  const jekyll = withComputed({ environment: 'production' }, computed.jekyll);
  const own = isRecord(page) ? { page: withComputed(page, computed.page) } : {};
  return withComputed({ jekyll, ...others, site: withComputed(site ?? {}, ofSite), ...own }, computed.all);
}

interface Piece {
  readonly text: string;
  /** Offset in the text of the page. Its lines are those of the page if it is not made by a tag. */
  readonly offset: number;
  readonly isMade: boolean;
}

class Pieces implements LineEmitter {
  readonly list: Piece[] = [];
  line = '';
  place = { offset: 0, isMade: false };

  constructor(private readonly left: { characters: number }) {}

  write(value: unknown): void {
    const whole = shown(value);
    this.left.characters -= whole.length;
    const text = this.left.characters < 0 ? '' : whole;
    this.list.push({ text, ...this.place });
    this.line = text.includes('\n') ? text.slice(text.lastIndexOf('\n') + 1) : this.line + text;
  }

  get buffer(): string {
    return this.list.map(({ text }) => text).join('');
  }
}

class Renderer {
  readonly unread: { readonly syntax: string; readonly offset: number }[] = [];
  readonly #liquid: Liquid;
  readonly #inCode = new Set<unknown>();
  readonly #left = { ...most };
  /** Offset of the include of the page whose text is rendered. */
  #include: number | undefined;

  constructor(private readonly includes: Values) {
    const include = tagOf((args, context, emitter) => this.#including(args, context, emitter as Pieces));
    const renderTemplates = (...given: Parameters<Liquid['renderer']['renderTemplates']>) => this.#renderAll(...given);
    this.#liquid = liquidWith({ include, renderer: { renderTemplates } });
  }

  render(text: string, scope: object): readonly Piece[] {
    const [liquid, pieces] = [this.#liquid, new Pieces(this.#left)];
    const context = new Context(scope, liquid.options, { sync: true }, { liquid });
    toValueSync(this.#renderAll(this.#parse(text), context, pieces));
    return pieces.list;
  }

  #parse(text: string): Template[] {
    const { tokens, ends, inCode, broken } = new LiquidTokens(text, this.#liquid.options, this.#include !== undefined);
    for (const token of inCode) this.#inCode.add(token);
    for (const { syntax, offset } of broken) this.unread.push({ syntax, offset: this.#include ?? offset });
    // liquidjs removes tokens from the start of a list, which takes long in a list of many.
    return new TolerantParser(this.#liquid, ends).parseTokens(Object.assign(tokens.reverse(), { shift: tokens.pop }));
  }

  *#renderAll(templates: Template[], context: Context, emitter?: Emitter): Generator {
    const pieces = (emitter as Pieces | undefined) ?? new Pieces(this.#left);
    this.#left.steps -= 1;
    pieces.place = { ...pieces.place, isMade: true };
    pieces.write('');
    for (const template of templates) {
      this.#left.steps -= 1;
      if (this.#left.steps < 0 || this.#left.characters < 0) break;
      const { token } = template;
      const isTag = token.kind !== TokenKind.HTML;
      const place = { offset: this.#include ?? token.begin, isMade: isTag || this.#include !== undefined };
      pieces.place = place;
      try {
        const isValue = template instanceof Output;
        const written = yield isValue ? this.#valueOf(template, context, pieces) : template.render(context, pieces);
        pieces.place = place;
        if (isTag) pieces.write(written);
      } catch {
        this.#left.steps -= costOfError;
        const syntax = token.getText();
        if (!this.#inCode.has(token)) this.unread.push({ syntax, offset: place.offset });
        pieces.place = { ...place, isMade: !this.#inCode.has(token) || this.#include !== undefined };
        pieces.write(this.#inCode.has(token) ? syntax : '');
      }
      if (context.breakCalled || context.continueCalled) break;
    }
    return emitter ? '' : pieces.buffer;
  }

  *#valueOf({ token, value }: Output, context: Context, { line }: Pieces): Generator {
    const found = toValue(yield value.value(context, false));
    if (found === undefined && this.#inCode.has(token)) notRead();
    // An address with the site's URL means a page of the site.
    return token.content === 'site.url' && /[("'=<]$/.test(line) ? '' : shown(found);
  }

  *#including(args: string, context: Context, pieces: Pieces): Generator {
    const [, name = '', rest = ''] = /^["']?([^\s"'{}]+)["']?([\s\S]*)$/.exec(args) ?? [];
    const text = Object.hasOwn(this.includes, name) ? this.includes[name] : undefined;
    if (typeof text !== 'string' || this.#left.depth === 0) return notRead();
    const given = rest.matchAll(/([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)/g);
    const hash = Array.from(given, ([, key, value]) => `${key}=${value}`).join(' ');
    const include = yield new Hash(hash, true).render(context);
    const outer = this.#include;
    this.#include = outer ?? pieces.place.offset;
    this.#left.depth -= 1;
    this.#left.characters -= text.length;
    context.push({ include });
    if (this.#left.characters >= 0) yield this.#renderAll(this.#parse(text.trimEnd()), context, pieces);
    context.pop();
    this.#left.depth += 1;
    this.#include = outer;
    return '';
  }
}

const startsHtml = /^ {0,3}<\/?[a-z]/i;

/** Joins pieces. In HTML, lines that have tags only are removed, because an empty line ends HTML in Markdown. */
function linesOf(pieces: readonly Piece[], pointAt: ReturnType<typeof pointsOf>) {
  const lines: { text: string; line: number; isMade: boolean }[] = [{ text: '', line: 0, isMade: false }];
  for (const { text: own, offset, isMade } of pieces) {
    const line = pointAt(offset).line - 1;
    for (const [index, part] of own.split('\n').entries()) {
      if (index > 0) lines.push({ text: '', line: isMade ? line : line + index, isMade: false });
      const last = lines.at(-1);
      if (last) Object.assign(last, { text: last.text + part, isMade: last.isMade || isMade });
    }
  }
  let [isInHtml, fence] = [false, ''];
  const kept = lines.flatMap((one) => {
    const isBlank = one.text.trim() === '';
    const [mark = ''] = (one.isMade && /^[ \t]*`{3,}/.exec(one.text)) || [];
    if (fence !== '') {
      if (one.text === fence) fence = '';
      return [one];
    }
    if (isBlank && one.isMade && isInHtml) return [];
    fence = mark;
    // Without an empty line, code of `highlight` would be HTML.
    const before = mark !== '' && isInHtml ? [{ ...one, text: '' }] : [];
    isInHtml = !isBlank && mark === '' && (isInHtml || startsHtml.test(one.text));
    return [...before, one];
  });
  return joinLines(kept);
}
