// Liquid in a text: values, conditions, loops over data, and includes, with limits. Jekyll does the same before it reads Markdown.
import { isRecord } from '../../../../model/input/plain-data.js';
import type { GeneratorContext, RewrittenLines } from '../../syntax/generator-syntax.js';
import { type LiquidNode, parseLiquid } from './liquid-parser.js';
import { evaluate, isTrue, NotRead, type Scope, shown } from './liquid-values.js';

/** Limits of one text. */
const most = { steps: 100_000, characters: 1_000_000, depth: 10 };

interface Piece {
  readonly text: string;
  /** Offset in the text of the page. Its lines are those of the page if it is not made by a tag. */
  readonly offset: number;
  readonly isMade: boolean;
}

type TagNode = Exclude<LiquidNode, { kind: 'text' | 'value' }>;

/** Returns a text with the output of Liquid. Syntax that is not read is left out and reported; in code it stays. */
export function renderLiquid(text: string, { variables }: GeneratorContext): RewrittenLines | undefined {
  if (!/\{[{%]/.test(text)) return undefined;
  const renderer = new Renderer(isRecord(variables['includes']) ? variables['includes'] : {});
  renderer.render(parseLiquid(text), { jekyll: { environment: 'production' }, ...variables });
  const unread = renderer.unread.map(({ syntax, offset }) => {
    const before = text.slice(0, offset).split('\n');
    // Each tag, and each list that only Jekyll has.
    const name = /^\{%-?\s*\w*/.exec(syntax)?.[0] ?? /^\{\{-?\s*[\w.]*/.exec(syntax)?.[0] ?? '';
    const place = { line: before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 };
    return { name, syntax, generator: 'Jekyll (Liquid)', isContainer: false, isDropped: true, ...place };
  });
  return { ...linesOf(renderer.pieces, text), unread };
}

class Renderer {
  pieces: Piece[] = [];
  readonly unread: { readonly syntax: string; readonly offset: number }[] = [];
  #left = { ...most };
  /** Offset of the include of the page whose text is rendered. */
  #include: number | undefined;

  constructor(private readonly includes: Scope) {}

  render(nodes: readonly LiquidNode[], scope: Record<string, unknown>): void {
    for (const node of nodes) {
      this.#left.steps -= 1;
      if (this.#left.steps < 0 || this.#left.characters < 0) return;
      if (node.kind === 'text') this.#add(node.value, node.offset, false);
      else
        try {
          if (node.kind === 'value') this.#value(node, scope);
          else this.#tag(node, scope);
          this.#add('', node.offset, true);
        } catch (error) {
          if (!(error instanceof NotRead)) throw error;
          const isInCode = node.kind === 'value' && node.isInCode;
          if (isInCode) this.#add(node.source, node.offset, false);
          else this.#skip(node);
        }
    }
  }

  #add(text: string, offset: number, isMade: boolean): void {
    this.#left.characters -= text.length;
    this.pieces.push({ text, offset: this.#include ?? offset, isMade: isMade || this.#include !== undefined });
  }

  #skip({ source, offset }: Extract<LiquidNode, { source: string }>): void {
    this.#add('', offset, true);
    this.unread.push({ syntax: source, offset: this.#include ?? offset });
  }

  #value({ inner, source, offset, isInCode }: Extract<LiquidNode, { kind: 'value' }>, scope: Scope): void {
    const value = evaluate(inner, scope);
    if (isInCode && value === undefined) return void this.#add(source, offset, false);
    // An address with the site's URL means a page of the site.
    const before = this.pieces.at(-1)?.text.at(-1) ?? '';
    const isAddress = inner === 'site.url' && `("'=<`.includes(before) && before !== '';
    return void this.#add(isAddress ? '' : shown(value), offset, true);
  }

  /** Renders a part apart. */
  #captured(nodes: readonly LiquidNode[], scope: Record<string, unknown>): string {
    const outer = this.pieces;
    this.pieces = [];
    this.render(nodes, scope);
    const text = this.pieces.map((piece) => piece.text).join('');
    this.pieces = outer;
    return text;
  }

  #tag(node: TagNode, scope: Record<string, unknown>): void {
    const { name, rest, offset } = node;
    this.#add('', offset, true);
    switch (node.kind === 'block' || name === 'assign' ? name : name.replace(/^include_cached$/, 'include')) {
      case 'if':
      case 'unless':
      case 'case':
        return void this.#branch(node, scope);
      case 'for':
        return void this.#loop(node, scope);
      case 'capture':
        scope[rest.trim()] = this.#captured(branchOf(node), scope);
        return;
      case 'assign': {
        const [, key, value = ''] = /^([\w-]+)\s*=\s*([\s\S]*)$/.exec(rest) ?? [];
        if (key !== undefined) scope[key] = evaluate(value, scope);
        return;
      }
      case 'highlight':
        return void this.#highlight(node, scope);
      case 'include':
        return void this.#includes(node, scope);
      case 'include_relative':
        return void this.#add(`<<${rest.trim().replace(/^["']|["']$/g, '')}>>`, offset, true);
      case 'link':
        return void this.#add(`/${rest.trim().replace(/^\/+/, '')}`, offset, true);
      case 'post_url':
        return void this.#add(`/_posts/${rest.trim().replace(/\.\w+$/, '')}.md`, offset, true);
      default:
        if (!/^(?:end\w+|seo|feed_meta|else|elsif|when)$/.test(name)) throw new NotRead();
        return;
    }
  }

  #branch(node: TagNode, scope: Record<string, unknown>): void {
    const branches = node.kind === 'block' ? node.branches : [];
    const wanted = node.name === 'case' ? evaluate(node.rest, scope) : undefined;
    for (const { name, rest, children } of branches) {
      if (name === 'case') continue;
      const isTaken =
        name === 'else' ||
        (name === 'when'
          ? rest.split(/,|\sor\s/).some((one) => evaluate(one.trim(), scope) === wanted)
          : isTrue(rest, scope) !== (name === 'unless'));
      if (isTaken) return void this.render(children, scope);
    }
    return;
  }

  #loop(node: TagNode, scope: Record<string, unknown>): void {
    const [, name, list = '', options = ''] = /^([\w-]+)\s+in\s+(\([^()]*\)|\S+)\s*([\s\S]*)$/.exec(node.rest) ?? [];
    const [, from, to] = /^\((.+)\.\.(.+)\)$/.exec(list) ?? [];
    if (name === undefined || (options !== '' && !/^(?:reversed|(?:limit|offset)\s*:\s*\d+|\s+)+$/.test(options)))
      throw new NotRead();
    const found =
      from === undefined ? evaluate(list, scope) : rangeOf(evaluate(from, scope), evaluate(to ?? '', scope));
    const all = Array.isArray(found) ? found : isRecord(found) ? Object.entries(found) : [];
    const [offset, limit] = ['offset', 'limit'].map((key) => new RegExp(`${key}\\s*:\\s*(\\d+)`).exec(options)?.[1]);
    const items = all.slice(Number(offset ?? 0), limit === undefined ? undefined : Number(offset ?? 0) + Number(limit));
    if (/\breversed\b/.test(options)) items.reverse();
    if (items.length === 0) return void this.render(branchOf(node, 1), scope);
    const outer = { [name]: scope[name], forloop: scope['forloop'] };
    for (const [index, item] of items.entries()) {
      if (this.#left.steps < 0 || this.#left.characters < 0) break;
      const length = items.length;
      const forloop = { index: index + 1, index0: index, length, first: index === 0, last: index === length - 1 };
      Object.assign(scope, { [name]: item, forloop });
      this.#add('', node.offset, true);
      this.render(branchOf(node), scope);
    }
    Object.assign(scope, outer);
    return;
  }

  /** A fence with the indentation of the tag. */
  #highlight(node: TagNode, scope: Record<string, unknown>): void {
    const line = this.pieces
      .map(({ text }) => text)
      .slice(-20)
      .join('');
    const [indent = ''] = /(?<=^|\n)[ \t]*$/.exec(line) ?? [];
    const code = this.#captured(branchOf(node), scope).replace(/^\s*\n|\s+$/g, '');
    const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    const [lang = ''] = node.rest.trim().split(/\s/);
    const lines = [fence + lang, ...code.split('\n'), fence];
    const isAlone = /(?:^|\n)[ \t]*$/.test(line);
    this.#add(`${isAlone ? '' : '\n'}${lines.join(`\n${indent}`)}\n`, node.offset, true);
  }

  #includes(node: TagNode, scope: Record<string, unknown>): void {
    const [, name = '', rest = ''] = /^["']?([^\s"'{}]+)["']?([\s\S]*)$/.exec(node.rest) ?? [];
    const text = Object.hasOwn(this.includes, name) ? this.includes[name] : undefined;
    if (typeof text !== 'string' || this.#left.depth === 0) throw new NotRead();
    const given = [...rest.matchAll(/([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)/g)];
    const include = Object.fromEntries(given.map(([, key = '', value = '']) => [key, evaluate(value, scope)]));
    const outer = this.#include;
    this.#include = outer ?? node.offset;
    this.#left.depth -= 1;
    this.#left.characters -= text.length;
    if (this.#left.characters >= 0) this.render(parseLiquid(text.trimEnd()), { ...scope, include });
    this.#left.depth += 1;
    this.#include = outer;
  }
}

const branchOf = (node: TagNode, index = 0) => (node.kind === 'block' ? (node.branches[index]?.children ?? []) : []);

function rangeOf(from: unknown, to: unknown): number[] {
  const [first, last] = [Number(from), Number(to)];
  const length = Math.min(Math.max(0, last - first + 1), 10_000);
  return Array.from({ length: Number.isFinite(length) ? length : 0 }, (_, index) => first + index);
}

const startsHtml = /^ {0,3}<\/?[a-z]/i;

/** Joins pieces. In HTML, lines that have tags only are removed, because an empty line ends HTML in Markdown. */
function linesOf(pieces: readonly Piece[], text: string): Omit<RewrittenLines, 'unread'> {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const lines: { text: string; line: number; isMade: boolean }[] = [{ text: '', line: 0, isMade: false }];
  let line = 0;
  for (const { text: own, offset, isMade } of pieces) {
    while (line > 0 && (starts[line] ?? 0) > offset) line -= 1;
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= offset) line += 1;
    for (const [index, part] of own.split('\n').entries()) {
      if (index > 0) lines.push({ text: '', line: isMade ? line : line + index, isMade: false });
      const last = lines.at(-1);
      if (last) Object.assign(last, { text: last.text + part, isMade: last.isMade || isMade });
    }
  }
  let isInHtml = false;
  const kept = lines.filter(({ text: own, isMade }) => {
    const isBlank = own.trim() === '';
    if (isBlank && isMade && isInHtml) return false;
    isInHtml = !isBlank && (isInHtml || startsHtml.test(own));
    return true;
  });
  return {
    text: kept.map(({ text: own }) => own).join('\n'),
    origins: kept.map((one) => ({ line: one.line, removed: 0 })),
  };
}
