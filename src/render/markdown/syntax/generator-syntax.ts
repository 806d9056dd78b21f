// Types and helpers for the syntax of one generator.
import type { Code, Nodes, Root } from 'mdast';
import { CodeLines } from './code-lines.js';
import type { MarkdownFile } from './included-files.js';
import type { SyntaxRule } from './scan.js';
import type { Given, Scope } from './values.js';

export type GeneratorContext = Pick<MarkdownFile, 'source' | 'generator' | 'variables' | 'partials' | 'wholeTexts'>;

/** Whether a page is HTML, so that Markdown rules don't apply to it. */
export const isHtmlPage = ({ source }: { readonly source: string }): boolean => source.endsWith('.html');

const markedTag = /<[a-z][^<>]*\ufdd0[^<>]*>/gi;

/** Marks Markdown in an HTML page with characters that no text contains. */
export const inMarks = (text: string): string => `\ufdd0${text.replace(/[\ufdd0\ufdd1]/g, '')}\ufdd1`;

/** Output that becomes an empty line, also within HTML, so that Markdown follows. */
export const startOfMarkdown = '\f';

/** Returns Markdown as blocks if it has several lines, and starts a line or follows a tag. Other lines, such as those of lists, go on. */
export const asBlocks = (markdown: string, line: string): string =>
  /^\s{0,100}(?:<[^<>]{0,500}>)?$/.test(line) && /^(?!\ufdd0).*\n/.test(markdown.trim())
    ? `\n${startOfMarkdown}\n${markdown}\n\n`
    : markdown;

/** Splits an HTML page at the marks. Every second part is Markdown, which ends at a tag if a filter removed the second mark. Marks inside a tag are ignored. */
export const partsOfHtml = (html: string): readonly string[] =>
  html
    .replace(markedTag, (tag) => tag.replace(/[\ufdd0\ufdd1]/g, ''))
    .split(/\ufdd0([^\ufdd0\ufdd1]*(?=\ufdd1)|[^\ufdd0\ufdd1<]*)/)
    .map((part) => part.replaceAll('\ufdd1', ''));

/** Context with the constants that expressions in the text can use. */
export interface ScopedContext extends GeneratorContext {
  readonly scope: Scope;
}

/** Parses indented code as Markdown. Returns undefined for a fenced block. */
export type ParseIndented = (code: Code) => readonly Nodes[] | undefined;
export type TreeContext = ScopedContext & { readonly parse: ParseIndented };

/** A text with changed lines, such as without the indentation of a block's body. */
export interface RewrittenLines {
  readonly text: string;
  /** Source of each line of `text`: its line and column, from 0. */
  readonly origins: readonly Position[];
  /** Unsupported syntax that was removed, with its line (from 0) and column (from 1) in the original text. */
  readonly unread?: readonly (UnreadSyntax & Position)[] | undefined;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A line, and its position in the source. By default, its start is unchanged. */
export type SourceLine = Pick<Position, 'line'> & Partial<Position> & { readonly text: string };

export const joinLines = (lines: readonly SourceLine[]) => ({
  text: lines.map(({ text }) => text).join('\n'),
  origins: lines.map(({ line, column = 0 }) => ({ line, column })),
});

/** Applies rewriting functions in sequence. Each returns undefined if it changes nothing. */
export function rewriteInSequence(
  text: string,
  ...rewriters: readonly ((text: string) => RewrittenLines | undefined)[]
): RewrittenLines | undefined {
  return rewriters.reduce<RewrittenLines | undefined>((before, rewrite) => {
    const next = rewrite(before?.text ?? text);
    if (!before || !next) return next ?? before;
    const { origins, unread = [] } = before;
    const inSource = <At extends Position>(at: At): At => {
      const { line, column } = origins[at.line] ?? { line: at.line, column: 0 };
      return { ...at, line, column: at.column + column };
    };
    return {
      text: next.text,
      origins: next.origins.map(inSource),
      unread: [...unread, ...(next.unread ?? []).map(inSource)],
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

/** Whether a line separates the header, bodies or the footer of a table. */
export const isSeparator = (line: string) => line.includes('-') && /^[+|: \t-]+$/.test(line);

/** Returns the cells of a row, or undefined for a line without a pipe outside of code. Pipes in code are escaped, as GitHub's tables require. */
export function cellsOf(line: string): string[] | undefined {
  // Ends of code spans by their start: the next run of backticks with the same length.
  const [ends, next] = [new Map<number, number>(), new Map<number, number>()];
  for (const { index, 0: run } of line.includes('`') ? [...line.matchAll(/`+/g)].reverse() : []) {
    ends.set(index, next.get(run.length) ?? index);
    next.set(run.length, index + run.length);
  }
  const cells = [''];
  let from = 0;
  for (const { index, 0: part } of line.matchAll(/\\.?|`+|\||[^\\`|]+/g)) {
    if (index < from) continue;
    from = Math.max(ends.get(index) ?? 0, index + part.length);
    if (part === '|') cells.push('');
    else cells.push((cells.pop() ?? '') + line.slice(index, from).replace(/(?<!\\)\|/g, '\\|'));
  }
  if (cells.length === 1) return undefined;
  if (/^\s*\|/.test(line)) cells.shift();
  if (cells.at(-1)?.trim() === '') cells.pop();
  return cells.map((cell) => cell.trim());
}

/** Unsupported syntax. It is reported once per name. */
export interface UnreadSyntax {
  readonly name: string;
  readonly syntax: string;
  readonly generator: string;
  /** Whether its content is shown. */
  readonly isContainer: boolean;
  readonly isDropped?: boolean;
  /** Whether it is the template of a component. */
  readonly isTemplate?: boolean;
}

export type ReportUnread = (unread: UnreadSyntax, node: Nodes) => void;

/** Name, generator and pattern of a construct. The pattern starts with `^` if the construct must start a line. */
export type Construct = readonly [name: string, generator: string, pattern: RegExp];

/** Parsers for the syntax of a generator. All are optional, and none changes code. */
export interface GeneratorSyntax {
  /** Rewrites lines before scanning. Returns undefined if nothing changes. `isStart`: the text starts a page without front matter. */
  readonly rewriteLines?: (text: string, context: GeneratorContext, isStart: boolean) => RewrittenLines | undefined;
  /** Whether it handles all tags in braces, so that other dialects ignore tags. */
  readonly hasOwnTags?: boolean;
  /** Tokenizers, which precede those of all texts. */
  readonly rules?: (text: string, context: ScopedContext) => readonly SyntaxRule[];
  readonly given?: (context: GeneratorContext & { readonly isKnown: (name: string) => boolean }) => Given;
  /** Matches names of tags that are components, even within text. */
  readonly components?: RegExp;
  /** Unsupported constructs to report. */
  readonly foreign?: readonly Construct[];
  /** Name in reports for containers that are not callouts. */
  readonly containers?: string;
  /** Transforms the tree, before components are built from placeholders. */
  readonly transform?: (tree: Root, text: string, context: TreeContext, report: ReportUnread) => void;
  /** Transforms the tree after components are built. */
  readonly transformComponents?: (tree: Root, text: string, context: GeneratorContext, report: ReportUnread) => void;
}
