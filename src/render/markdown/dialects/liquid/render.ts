// Renders Liquid in a text: values, conditions, loops over data, and includes, with limits. Jekyll renders Liquid before Markdown, and MkDocs likewise Jinja.
import { posix } from 'node:path';
import {
  CaptureTag,
  Context,
  type Emitter,
  type Liquid,
  Output,
  type Template,
  type Token,
  TokenKind,
  toValue,
  toValueSync,
  type Value,
} from 'liquidjs';
import { memoize, uniqBy } from 'lodash-es';
import { relativeInclude } from '../../../../model/content/parse/imports.js';
import { pointsOf } from '../../../../model/diagnostics/diagnostic.js';
import type { RewrittenLines, UnreadSyntax } from '../../syntax/generator-syntax.js';
import { asBlocks, joinLines } from '../../syntax/generator-syntax.js';
import { isOverLimits, type LineEmitter, liquidWith, notRead, shown, TolerantParser, tagOf } from './engine.js';
import { linesIn, type Piece, withoutBlankTags } from './lines.js';
import { isMarkdown, LiquidTokens, type Translate } from './tokens.js';

/** Maximum work for one text: steps, characters of output, and nested includes. */
const limits = { steps: 100_000, characters: 1_000_000, depth: 10 };

/** Steps that an error counts. Errors take long, because they quote the text. */
const costOfError = 100;

/** A language like Liquid, and its values and includes for a text. */
export interface Flavor {
  readonly engine: () => Liquid;
  readonly scope: object;
  /** Values of names that are not in the scope. By default, they are empty. */
  readonly globals?: object;
  /** Texts that can be included, by path. */
  readonly includes?: Readonly<Record<string, unknown>>;
  /** Folder of the page, for relative includes. */
  readonly folder?: string;
  /** Whether indented lines can be code. True by default. */
  readonly hasIndentedCode?: boolean;
  readonly translate?: Translate;
  /** Returns the text that replaces an unsupported value. By default, the value is removed. */
  readonly kept?: (syntax: string) => string;
  /** Describes unsupported syntax. It is reported once per name. */
  readonly describe: (syntax: string) => Pick<UnreadSyntax, 'name' | 'generator'>;
}

/** Returns a text with the output of Liquid. Unsupported syntax is removed and reported, except in code, where it stays. */
export function renderLiquid(text: string, flavor: Flavor): RewrittenLines | undefined {
  if (!/\{[{%]/.test(text)) return undefined;
  const renderer = new Renderer(flavor);
  const pieces = renderer.render(text);
  const pointAt = pointsOf(text, '\n');
  const found = renderer.shownUnread().map((one) => ({ ...one, ...flavor.describe(one.syntax) }));
  const unread = uniqBy(found, 'name').map(({ offset, ...own }) => {
    const { line, column } = pointAt(offset);
    return { isContainer: false, isDropped: own.isContainer !== true, ...own, line: line - 1, column };
  });
  const lines = linesIn(pieces, pointAt);
  return { ...joinLines(flavor.hasIndentedCode === false ? lines : withoutBlankTags(lines)), unread };
}

class Pieces implements LineEmitter {
  readonly list: Piece[] = [];
  line = '';
  place = { offset: 0, isMade: false };

  constructor(private readonly left: { characters: number }) {}

  write(value: unknown): void {
    const text = shown(value);
    this.left.characters -= text.length;
    this.keep(this.left.characters < 0 ? '' : text);
  }

  /** Writes a text that doesn't count toward the limits. */
  keep(text: string): void {
    this.list.push({ text, ...this.place });
    this.line = text.includes('\n') ? text.slice(text.lastIndexOf('\n') + 1) : this.line + text;
  }

  get buffer(): string {
    return this.list.map(({ text }) => text).join('');
  }
}

type Failure = { readonly context: Context; readonly error: unknown };
type Source = LiquidTokens['places'] extends Map<unknown, infer Place> ? Place : never;

interface Unread {
  readonly syntax: string;
  readonly offset: number;
  readonly isContainer?: boolean;
  readonly isDropped?: boolean;
  /** Name of the value that `capture` assigns, for the location of its text. */
  captured?: string | undefined;
}

class Renderer {
  readonly unread: Unread[] = [];
  readonly #liquid: Liquid;
  readonly #places: LiquidTokens['places'] = new Map();
  readonly #left = { ...limits };
  #page: Template[] = [];
  /** Offset of the page's include whose text is rendered. Undefined outside of includes. */
  #include: number | undefined;

  constructor(private readonly flavor: Flavor) {
    const include = (folder?: string) =>
      tagOf((args, context, emitter) => this.#including(args, context, emitter as Pieces, folder));
    const own = { include: include(), include_cached: include(), include_relative: include(flavor.folder ?? '') };
    const tags = { capture: this.#capturing(), ...(flavor.includes ? own : {}) };
    this.#liquid = liquidWith(flavor.engine(), {
      tags,
      renderer: { renderTemplates: (...given) => this.#renderAll(...given) },
    });
  }

  render(text: string): readonly Piece[] {
    const [liquid, pieces] = [this.#liquid, new Pieces(this.#left)];
    const { scope, globals } = this.flavor;
    const context = new Context(scope, liquid.options, { sync: true, ...(globals && { globals }) }, { liquid });
    this.#page = this.#parse(text);
    toValueSync(this.#renderAll(this.#page, context, pieces));
    return pieces.list;
  }

  /** Returns the unsupported syntax, except in captured values that the text doesn't use. */
  shownUnread(): readonly Unread[] {
    const syntax = [...this.#places.values()].map((one) => one.syntax.replace(/^\{%-?\s*(?:capture|assign)\s+\w+/, ''));
    const named = new Set(syntax.join(' ').match(/(?<![\w.])[a-z_]\w*/gi));
    return this.unread.filter(({ captured }) => captured === undefined || named.has(captured));
  }

  #capturing() {
    const { unread } = this;
    return class extends CaptureTag {
      override *render(context: Context): Generator<unknown, void, string> {
        const before = unread.length;
        yield* super.render(context);
        for (const one of unread.slice(before)) one.captured ??= /^\w+/.exec(this.token.args)?.[0];
      }
    };
  }

  #parse(text: string): Template[] {
    const { translate } = this.flavor;
    // Included files are often indented HTML, so indentation in them is not code.
    const hasIndentedCode = this.flavor.hasIndentedCode !== false && this.#include === undefined;
    const syntax = { hasIndentedCode, translate };
    const { tokens, ends, broken, places } = new LiquidTokens(text, this.#liquid.options, syntax);
    for (const [token, place] of places) this.#places.set(token, place);
    for (const { syntax, offset } of broken) this.unread.push({ syntax, offset: this.#include ?? offset });
    // liquidjs removes tokens from the start of a list, which is slow for long lists. The list is reversed instead.
    return new TolerantParser(this.#liquid, ends).parseTokens(Object.assign(tokens.reverse(), { shift: tokens.pop }));
  }

  /** Pages often include the same text many times. */
  readonly #parseInclude = memoize((text: string) => this.#parse(text.trimEnd()));

  #isBeyond(): boolean {
    return this.#left.steps < 0 || this.#left.characters < 0;
  }

  *#renderAll(templates: Template[], context: Context, emitter?: Emitter): Generator {
    const pieces = (emitter as Pieces | undefined) ?? new Pieces(this.#left);
    const isOfPage = templates === this.#page;
    this.#left.steps -= 1;
    pieces.place = { ...pieces.place, isMade: true };
    pieces.write('');
    for (const template of templates) {
      this.#left.steps -= 1;
      const isBeyond = this.#isBeyond();
      if (isBeyond && !isOfPage) break;
      const { token } = template;
      const isTag = token.kind !== TokenKind.HTML;
      const source = this.#places.get(token) ?? { offset: token.begin, syntax: '', isInCode: false };
      const { offset, syntax, isInCode } = source;
      pieces.place = { offset: this.#include ?? offset, isMade: isTag || this.#include !== undefined };
      // Over the limits, text of the page stays, and its tags are removed.
      if (isOfPage && !isTag) {
        pieces.keep((token as Token & { getContent(): string }).getContent());
        continue;
      }
      if (isBeyond) {
        if (!isInCode) this.unread.push({ syntax, offset });
        pieces.keep(isInCode ? syntax : '');
        continue;
      }
      yield* this.#renderOne(template, source, context, pieces);
      if (isOfPage && this.#isBeyond()) this.unread.push({ syntax, offset });
      if (context.breakCalled || context.continueCalled) break;
    }
    return emitter ? '' : pieces.buffer;
  }

  *#renderOne(template: Template, source: Source, context: Context, pieces: Pieces): Generator {
    const { place } = pieces;
    try {
      if (this.#hasUnknownFilter(template as Partial<Output>)) {
        if (source.isInCode) notRead();
        this.unread.push({ syntax: source.syntax, offset: place.offset, isContainer: true });
      }
      if (source.isInCode && markdownInclude.test(source.syntax)) notRead();
      const isValue = template instanceof Output;
      const written = yield isValue ? this.#valueOf(template, context, pieces) : template.render(context, pieces);
      pieces.place = place;
      if (template.token.kind !== TokenKind.HTML) pieces.write(written);
    } catch (error) {
      this.#left.steps -= costOfError;
      pieces.place = place;
      this.#writeUnread(template.token, source, pieces, { context, error });
    }
  }

  /** Reports a template that can't be rendered. Writes its source in code, otherwise the word that readers of the project's site see. */
  #writeUnread(token: Token, { syntax, isInCode }: Source, pieces: Pieces, { context, error }: Failure): void {
    const { offset } = pieces.place;
    if (isInCode) {
      // Files are only shown in blocks of code.
      const isBlock = this.flavor.includes !== undefined && !pieces.line.includes('`');
      const code = isBlock ? syntax.replace(relativeInclude, '{{#include $1}}') : syntax;
      if (code === syntax && includeTag.test(syntax) && this.flavor.includes)
        this.unread.push({ syntax, offset, isDropped: false });
      pieces.place = { offset, isMade: this.#include !== undefined };
      pieces.write(code);
      return;
    }
    const [name = ''] = /\w+/.exec(syntax) ?? [];
    const isBlock = !(name in this.#liquid.tags) && this.#endedIn(token.input).has(name);
    // The argument of a block is its kind, so readers don't see it.
    const hasWord = token.kind !== TokenKind.HTML && !isBlock;
    const word = hasWord && this.#wordOf(token, syntax, pieces, context);
    if (!isOverLimits(error)) this.unread.push({ syntax, offset, ...((word || isBlock) && { isContainer: true }) });
    pieces.place = { offset, isMade: true };
    pieces.write(word || (token.kind === TokenKind.Output && this.flavor.kept?.(syntax)) || '');
  }

  /** Returns the names of the blocks that end in a text. */
  readonly #endedIn = memoize(
    (text: string) => new Set(Array.from(text.matchAll(/\{%-?\s{0,20}end(\w+)/g), ([, name]) => name)),
  );

  /** Whether a template has a filter of a plugin. Its value is shown without the filter. */
  #hasUnknownFilter({ value }: { readonly value?: Partial<Value> }): boolean {
    return value?.filters?.some(({ name }) => !(name in this.#liquid.filters)) === true;
  }

  /** Returns the argument of a plugin's tag within text, if it is one word. If it is a path such as `site.x`, returns its value. */
  #wordOf({ input, end }: Token, syntax: string, { line }: Pieces, context: Context): string {
    const [, name = '', word = ''] = pluginTag.exec(syntax) ?? [];
    const isAlone = (line + input.slice(end, `${input}\n`.indexOf('\n', end))).trim() === '';
    if (isAlone || this.flavor.translate || name in this.#liquid.tags) return '';
    const value: unknown = /^\w+(?:\.\w+)+$/.test(word) && this.#liquid.evalValueSync(word, context);
    return typeof value === 'string' ? value : word;
  }

  *#valueOf({ token, value }: Output, context: Context, { line }: Pieces): Generator {
    const found = toValue(yield value.value(context, false));
    if (typeof found === 'object' && this.#hasUnknownFilter({ value })) return '';
    if (found === undefined && this.#places.get(token)?.isInCode) notRead();
    if (isMarkdown(token.content, this.#liquid, context) && !this.#places.get(token)?.isInCode)
      return asBlocks(shown(found), line);
    // A URL that starts with the site's URL refers to a page of the site.
    return token.content === 'site.url' && /[("'=<]$/.test(line) ? '' : shown(found);
  }

  *#including(args: string, context: Context, pieces: Pieces, folder?: string): Generator {
    const filled = args.replace(valueInName, (_, path) => shown(this.#liquid.evalValueSync(path, context)));
    const [, double, single, bare, rest = ''] = /^\s*(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))([\s\S]*)$/.exec(filled) ?? [];
    const written = double ?? single ?? bare ?? '';
    const { includes = {} } = this.flavor;
    const name = folder === undefined ? written : posix.join('/', folder, written);
    const text = Object.hasOwn(includes, name) ? includes[name] : undefined;
    // docgen includes Markdown itself, later.
    const isMarkdown = /\.(?:md|markdown)$/.test(written) && this.flavor.hasIndentedCode !== false;
    if (text === undefined && folder !== undefined && isMarkdown) return `<<${written}>>`;
    if (typeof text !== 'string' || this.#left.depth === 0) return notRead();
    const given = Array.from(rest.matchAll(argument), ([, key, double, single, path = '']) => {
      const text = double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'");
      return [key, text ?? this.#liquid.evalValueSync(path, context)] as const;
    });
    const outer = this.#include;
    this.#include = outer ?? pieces.place.offset;
    this.#left.depth -= 1;
    this.#left.characters -= text.length;
    context.push({ include: Object.fromEntries(given) });
    if (this.#left.characters >= 0) yield this.#renderAll(this.#parseInclude(text), context, pieces);
    context.pop();
    this.#left.depth += 1;
    this.#include = outer;
    return '';
  }
}

/** In a quoted argument in Jekyll, a backslash is literal, except before the quote. */
const argument = /(?<![\w-])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"']+))/gs;
const markdownInclude = /^\{%-?\s*include_relative\s+[\w./-]+\.(?:md|markdown)\s/;
const includeTag = /^\{%-?\s*include/;
const pluginTag = /^\{%-?\s*(\w+)\s+[^\w\s]*(\w(?:[\w.:/#-]*\w)?)\s*-?%\}$/;
const valueInName = /\{\{([^{}]{1,200})\}\}/g;
