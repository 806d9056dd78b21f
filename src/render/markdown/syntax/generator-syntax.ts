// The readers for syntax that only texts of one generator have.
import type { Code, Nodes, Root } from 'mdast';
import { CodeLines } from './code-lines.js';
import type { MarkdownFile } from './included-files.js';
import type { SyntaxRule } from './scan.js';
import type { Given, Scope } from './values.js';

export type GeneratorContext = Pick<MarkdownFile, 'source' | 'dialect' | 'variables'>;

/** Whether a text is HTML. No rule of Markdown applies to it. */
export const isHtmlPage = ({ source }: { readonly source: string }): boolean => source.endsWith('.html');

const markedTag = /<[a-z][^<>]*\ufdd0[^<>]*>/gi;

/** Returns Markdown in a page of HTML, between characters that no text has. */
export const inMarks = (text: string): string => `\ufdd0${text.replace(/[\ufdd0\ufdd1]/g, '')}\ufdd1`;

/** Splits a page of HTML by the marks: each second part is Markdown. In a tag there is none. */
export const partsOfHtml = (html: string): readonly string[] =>
  html.replace(markedTag, (tag) => tag.replace(/[\ufdd0\ufdd1]/g, '')).split(/[\ufdd0\ufdd1]/);

/** With the constants that expressions in the text can name. */
export interface ScopedContext extends GeneratorContext {
  readonly scope: Scope;
}

/** Parses indented code as Markdown. Undefined for code in a fence. */
export type ParseIndented = (code: Code) => readonly Nodes[] | undefined;
export type TreeContext = ScopedContext & { readonly parse: ParseIndented };

/** A text with other lines, such as without the indentation of a block's body. */
export interface RewrittenLines {
  readonly text: string;
  /** For each line of `text`, the line that it comes from, from 0, and the number of characters that were removed from its start. */
  readonly origins: readonly { readonly line: number; readonly removed: number }[];
  /** Syntax that was left out, with its line in the text before, from 0, and its column, from 1. */
  readonly unread?: readonly (UnreadSyntax & { readonly line: number; readonly column: number })[] | undefined;
}

/** Joins lines. `removed` is 0 if it is absent. */
export const joinLines = (
  lines: readonly { readonly text: string; readonly line: number; readonly removed?: number }[],
) => ({
  text: lines.map(({ text }) => text).join('\n'),
  origins: lines.map(({ line, removed = 0 }) => ({ line, removed })),
});

/** Rewrites a text by functions in turn. Each returns undefined if it has nothing to do. */
export function rewriteInTurn(
  text: string,
  ...rewriters: readonly ((text: string) => RewrittenLines | undefined)[]
): RewrittenLines | undefined {
  return rewriters.reduce<RewrittenLines | undefined>((before, rewrite) => {
    const next = rewrite(before?.text ?? text);
    if (!before || !next) return next ?? before;
    const { origins, unread = [] } = before;
    const lineOf = (line: number) => origins[line]?.line ?? line;
    return {
      text: next.text,
      origins: next.origins.map(({ line, removed }) => ({ line: lineOf(line), removed })),
      unread: [...unread, ...(next.unread ?? []).map(({ line, ...one }) => ({ ...one, line: lineOf(line) }))],
    };
  }, undefined);
}

/** Rewrites each line outside code. */
export function rewriteProse(
  text: string,
  rewrite: (line: string, at: number) => string | readonly string[],
): RewrittenLines {
  const code = new CodeLines(false);
  const lines = text.split('\n').map((line, at) => (code.follow(line).isCode ? line : rewrite(line, at)));
  return joinLines(lines.flatMap((own, line) => [own].flat().map((one) => ({ text: one, line }))));
}

/** Syntax that is not read. It is reported once for each name. */
export interface UnreadSyntax {
  readonly name: string;
  readonly syntax: string;
  readonly generator: string;
  /** Whether readers see its content. */
  readonly isContainer: boolean;
  /** Whether it is left out. */
  readonly isDropped?: boolean;
  /** Whether it is the template of a component. */
  readonly isTemplate?: boolean;
}

export type ReportUnread = (unread: UnreadSyntax, node: Nodes) => void;

/** Its name, its generator, and its pattern, which begins with `^` if the construct must begin a line. */
export type Construct = readonly [name: string, generator: string, pattern: RegExp];

/** The readers of a generator. Each is absent if it has nothing to do; none changes code. */
export interface GeneratorSyntax {
  /** Rewrites lines before the text is scanned. Returns undefined if there is nothing to rewrite. `isStart`: the text begins a page without front matter. */
  readonly rewriteLines?: (text: string, context: GeneratorContext, isStart: boolean) => RewrittenLines | undefined;
  /** Whether its readers have read all tags in braces, so that other dialects read none. */
  readonly hasOwnTags?: boolean;
  /** Tokenizers that come before those of all texts. */
  readonly rules?: (text: string, context: ScopedContext) => readonly SyntaxRule[];
  readonly given?: (context: GeneratorContext & { readonly isKnown: (name: string) => boolean }) => Given;
  /** Names of tags that are components, also between words. */
  readonly components?: RegExp;
  /** Constructs that are not read, to report them. */
  readonly foreign?: readonly Construct[];
  /** Name of containers that are not callouts, to report them. */
  readonly containers?: string;
  /** Transforms the tree, before components are built from placeholders. */
  readonly transform?: (tree: Root, text: string, context: TreeContext, report: ReportUnread) => void;
  /** Transforms the tree after components are built. */
  readonly transformComponents?: (tree: Root, text: string, context: GeneratorContext, report: ReportUnread) => void;
}
