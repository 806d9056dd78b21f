// Converts a text to a Markdown tree. The only place that defines the order of the steps.
import { once } from 'lodash-es';
import type { Root, RootContent } from 'mdast';
import { hasSnippets } from '../../model/content/parse/imports.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { unwrapMdxCode } from '../../model/input/imports.js';
import type { Words } from '../../model/labels/ui-text.js';
import type { RecordStep } from '../base/stopwatch.js';
import { isDevsite, readCode, readNotes, readTabLists, replaceVariables } from './dialects/devsite.js';
import { readExtras } from './dialects/extras.js';
import { dropTocMarkers, readAlerts, readEmoji } from './dialects/github.js';
import { readMathFences } from './dialects/math.js';
import { readCodeSnippets } from './dialects/snippets.js';
import { readNpm2Yarn, readTabBlocks, readTabs } from './dialects/tabs.js';
import { readTranslations } from './dialects/translations.js';
import { cutTwoslash } from './dialects/twoslash.js';
import { isMdxText, scanDialects } from './dialects.js';
import { ForeignSyntax, hasForeign } from './foreign.js';
import { syntaxOf } from './generator-syntaxes.js';
import { LocalComponents } from './local-components/local-components.js';
import { moduleCode } from './local-components/page-module.js';
import { loadParser, mdxFault, parseMarkdown } from './parser.js';
import { PartParser, shift } from './part-parser.js';
import type { PluginRunner } from './plugins.js';
import { dropUnfinished, escapeUnknownTags, readHtmlText, unnestLinks } from './raw-html.js';
import { readAttributeLists } from './syntax/attributes.js';
import { buildContainers, type IsInline, readPlaceholders } from './syntax/containers.js';
import { isHtmlPage, partsOfHtml, type ReportUnread } from './syntax/generator-syntax.js';
import {
  definitionsFor,
  definitionsIn,
  type MarkdownFile,
  maxIncludes,
  modulesOf,
  textsOf,
} from './syntax/included-files.js';
import { type IncludeContext, type IncludedFile, includesItself, overBudget, readIncludes } from './syntax/includes.js';
import type { Dedented, Scanned } from './syntax/scan.js';
import { SourceMap } from './syntax/source-map.js';
import { scopeOf } from './syntax/values.js';

interface MarkdownInput extends MarkdownFile {
  /** Nonce for placeholders, which no author can write. */
  readonly token: string;
  readonly isKnown: (name: string) => boolean;
  readonly isInline: IsInline;
  readonly words: Words;
  readonly plugins: PluginRunner | undefined;
  readonly lap: RecordStep;
}

export interface MarkdownTree {
  /** Tree with nodes of dialects and the contents of includes. */
  readonly tree: Root;
  readonly sources: SourceMap;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a text. Diagnostics: DG609, DG611, DG711, DG713. */
export async function readMarkdown(input: MarkdownInput): Promise<MarkdownTree> {
  const texts = textsOf(input);
  await loadParser(texts, input.markdown === 'mdx');
  input.lap('load');
  const reader = new MarkdownReader(input);
  const { sources, diagnostics, foreign } = reader;
  const { source: path, text, line } = input;
  const parsed = reader.parse({ path, text, chain: [path], isImport: false, props: {} }, line);
  const tree = input.plugins ? await input.plugins.run(parsed, { path, text }) : parsed;
  if (texts.some((one) => one.includes('<'))) dropUnfinished(tree);
  if (texts.some((one) => /<a\s/i.test(one))) unnestLinks(tree);
  if (texts.some(hasForeign)) foreign.readTexts(tree);
  readTabs(tree, input.words);
  input.lap('dialects');
  return { tree, sources, diagnostics: [...diagnostics, ...foreign.diagnostics] };
}

interface Prose {
  readonly text: string;
  readonly scanned: Scanned;
  readonly parts: PartParser;
  /** Whether the tree can contain characters that the text doesn't. */
  readonly isEncoded: boolean;
  readonly isMdx: boolean;
}

class MarkdownReader {
  readonly sources = new SourceMap();
  readonly foreign: ForeignSyntax;
  readonly diagnostics: Diagnostic[] = [];
  readonly #budget = { ...maxIncludes };
  readonly #definitions = once(() => definitionsIn(this.input));
  readonly #components = once(
    () => new LocalComponents({ ...this.input, files: this.input, report: this.#report, parse: parseAlone }),
  );
  readonly #modules = once(() => modulesOf(this.input));
  #hasFault = false;
  #isOverBudget = false;

  constructor(private readonly input: MarkdownInput) {
    this.foreign = new ForeignSyntax(this.sources, syntaxOf(input));
  }

  /** Parses a text. `line` is the line of the file on which it starts. */
  parse(file: IncludedFile, line: number): Root {
    const { input } = this;
    const { lap, variables } = input;
    const { hasOwnTags = false, transform, transformComponents } = syntaxOf(input);
    const { text, scanned, scope, isMdx, toOffset } = this.#scan(file, line);
    const isHtml = isHtmlPage(input);
    lap('dialects');
    const tree = isHtml ? htmlTree(scanned.text) : (input.plugins?.parse ?? parseMarkdown)(scanned.text);
    lap('parse');
    if (file.chain.length > 1) shift(tree, toOffset);

    const context = this.#includeContext(file.chain);
    const hasPlaceholders = scanned.placeholders.length > 0;
    if (hasPlaceholders) {
      readPlaceholders(tree, scanned, input.token);
      this.foreign.readContainers(tree);
    }
    // This runs before includes, because code of other files must stay unchanged.
    if (text.includes('{%') && !hasOwnTags) readCode(tree, context, variables.hasIncludes === true);
    if (hasSnippets(text)) readCodeSnippets(tree, context);
    if (text.includes('twoslash')) cutTwoslash(tree);
    const finish = (part: Root) =>
      transform?.(part, text, { ...input, scope, parse: parts.parseIndented }, this.#report);
    const parts = new PartParser(tree, finish);
    finish(tree);
    if (hasPlaceholders) readIncludes(tree, context);
    const isEncoded = /&[#a-z]/i.test(text);
    if (!hasOwnTags && isDevsite(text)) {
      if (isEncoded || /\{\\?\{/.test(text)) replaceVariables(tree);
      readNotes(tree);
    }
    if (hasPlaceholders) buildContainers(tree, { isInline: input.isInline, parseTitle: parts.parseTitle });
    transformComponents?.(tree, text, input, this.#report);
    if (hasPlaceholders) this.#components().read(tree, file.path, text);
    if (text.includes('<Translate')) readTranslations(tree, input.messages);
    if (!isHtml) this.#readProse(tree, { text, scanned, parts, isEncoded, isMdx });
    return tree;
  }

  /** Rewrites the lines of a text, and replaces foreign syntax by placeholders. */
  #scan({ path, text: own, isImport, props }: IncludedFile, line: number) {
    const { input } = this;
    const { markdown, token } = input;
    const { rules, components, given } = syntaxOf(input);
    const written = isImport ? own : own + definitionsFor(path, own, this.#definitions());
    const rewritten = this.#rewriteLines(written, { file: path, line });
    const whole = rewritten?.text ?? written;
    const unwrapped = unwrapMdxCode(whole);
    const isPageOfHtml = isHtmlPage(input);
    // An imported file is MDX if the page is, regardless of its name.
    const isMdx =
      !isPageOfHtml && (markdown === 'mdx' || (markdown === 'detect' && (isImport || isMdxText(unwrapped, path))));
    const text = isMdx ? unwrapped : whole;
    const code = () => moduleCode(text);
    const scope = scopeOf(text, { path, props, files: this.#modules(), code, ...given?.(input) });
    const isKnown = (name: string) => input.isKnown(name) || name === 'CodeBlock';
    const ownRules = rules?.(text, { ...input, scope });
    const scanned = scanDialects(text, { isMdx, isPageOfHtml, token, isKnown, scope, rules: ownRules, components });
    if (markdown === 'mdx' && !isPageOfHtml) this.#checkGrammar(scanned, { path, line });
    const toOffset = this.sources.add({ origins: rewritten?.origins, file: path, line, ...scanned });
    return { text, scanned, scope, isMdx, toOffset };
  }

  /** Parses syntax that is common to all projects. Each step walks the entire tree, so it is skipped if the text doesn't contain its characters. */
  #readProse(tree: Root, { text, scanned, parts, isEncoded, isMdx }: Prose): void {
    if (text.includes('{:')) readAttributeLists(tree);
    if (text.includes('[!')) readAlerts(tree);
    if (isEncoded || /[-*+.)\]][\s>]+\\?\{[^{}\n]+\}/.test(text)) readTabLists(tree);
    const { extras, code, variables } = this.input;
    if (extras.length > 0) readExtras(tree, extras, parts.parseIndented);
    if (text.includes('math')) readMathFences(tree);
    if (text.includes('npm2yarn')) readNpm2Yarn(tree, code.npm2yarn);
    const hasTabCode = scanned.placeholders.some(({ meaning }) => meaning.kind === 'code' && meaning.meta !== '');
    if (hasTabCode || /^[ \t>]*(?:`{3}|~{3}).*[ \t]tab/m.test(text)) readTabBlocks(tree);
    if (isEncoded || /(?:\b|_)toc(?:\b|_)/i.test(text)) dropTocMarkers(tree);
    if (variables.hasEmoji !== false && (isEncoded || /:[+-]?[a-z0-9_-]+:/.test(text))) readEmoji(tree);
    if (!isMdx && (text.includes('<') || scanned.text.includes('<'))) {
      readHtmlText(tree, parts.parseText, parts.namesTarget);
      escapeUnknownTags(tree);
    }
  }

  #rewriteLines(text: string, { file, line }: { readonly file: string; readonly line: number }) {
    const isStart = line === 1 && file === this.input.source;
    const rewritten = syntaxOf(this.input).rewriteLines?.(text, this.input, isStart);
    for (const { line: at, column, ...unread } of rewritten?.unread ?? [])
      this.foreign.add(unread, { file, start: { line: line + at, column } });
    return rewritten;
  }

  readonly #report: ReportUnread = (unread, { position }) =>
    this.foreign.add(unread, this.sources.placeOf(position?.start.offset));

  /** Reports the first text of a page that Docusaurus rejects. */
  #checkGrammar(text: Scanned & Dedented, { path, line }: { readonly path: string; readonly line: number }): void {
    const fault = this.#hasFault ? undefined : mdxFault(blankedForMdx(text));
    if (!fault) return;
    this.#hasFault = true;
    const column = fault.column + (text.removed[fault.line - 1] ?? 0);
    const reason = fault.reason.replace(/ \(\d+:\d+\)| \(note: .*\)$/g, '');
    this.diagnostics.push(problem.notMdx({ reason }, { file: path, start: { line: line + fault.line - 1, column } }));
  }

  #includeContext(chain: readonly string[]): IncludeContext {
    return {
      files: this.input,
      budget: this.#budget,
      chain,
      parse: (file) => this.parse(file, 1),
      onMissing: ({ path, isCode = false }, offset = 0, reason, { below, end = offset } = { below: 0, end: 0 }) => {
        if (reason === overBudget && this.#isOverBudget) return;
        this.#isOverBudget ||= reason === overBudget;
        const at = this.sources.placeOf(offset);
        // Code that a dialect inserts for one line has more lines than its source.
        const last = this.sources.placeOf(end).start?.line ?? 0;
        const line = Math.min((at.start?.line ?? 0) + below, last);
        const place = at.start && line > at.start.line ? { ...at, start: { line, column: 1 } } : at;
        this.diagnostics.push(
          reason === undefined
            ? problem.includeMissing({ path, isCode, isPackage: !isCode && isOfPackage(path) }, place)
            : problem.includeLeftOut({ path, reason, isLoop: reason === includesItself }, place),
        );
      },
    };
  }
}

/** Replaces what Docusaurus removes before it parses MDX by spaces: HTML comments and ids of headings. */
function blankedForMdx({ scanned, comments }: Pick<Scanned & Dedented, 'scanned' | 'comments'>): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of comments) {
    parts.push(scanned.slice(from, start), blank(scanned.slice(start, end)));
    from = end;
  }
  return [...parts, scanned.slice(from)]
    .join('')
    .replace(/^(#{1,6} .*)(\{#[^{}\n]*\})/gm, (_, before, id) => before + blank(id));
}

/** Whether an import can refer to a file of an npm package. */
const isOfPackage = (path: string) => /^(?:@(?!site\/)[\w-]+\/)?[a-z][\w.-]*\//.test(path);

/** Parses Markdown with other rules than the text around it. */
function parseAlone(text: string, toOffset: (offset: number) => number): RootContent[] {
  const tree = parseMarkdown(text);
  shift(tree, toOffset);
  return tree.children;
}

/** Converts an HTML page to one node, so that Markdown rules don't apply to it, except in parts that a filter marked. */
function htmlTree(html: string): Root {
  let from = 0;
  const children = partsOfHtml(html).flatMap((value, index): RootContent[] => {
    const offset = from;
    from += value.length + 1;
    if (index % 2 === 1) return parseAlone(value, (at) => at + offset);
    const start = { line: 1, column: 1, offset };
    return [{ type: 'html', value, position: { start, end: { ...start, offset: offset + value.length } } }];
  });
  return { type: 'root', children };
}
