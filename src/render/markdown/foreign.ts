// Syntax of other generators that no dialect reads. Readers see it as text, or, of a container, its content alone.
import type { Nodes, Root, RootContent } from 'mdast';
import type { Diagnostic, Place } from '../../model/diagnostics/diagnostic.js';
import { foreignSyntax } from '../../model/diagnostics/rendering.js';
import type { SourceMap } from './syntax/source-map.js';
import { visit } from './visit.js';

/** A construct; it is found in one line of text. */
interface Construct {
  readonly name: string;
  readonly generator: string;
  readonly pattern: RegExp;
  readonly isAtLineStart: boolean;
}

const atLineStart = (name: string, generator: string, pattern: RegExp): Construct => ({
  name,
  generator,
  pattern,
  isAtLineStart: true,
});
const anywhere = (name: string, generator: string, pattern: RegExp): Construct => ({
  name,
  generator,
  pattern,
  isAtLineStart: false,
});

const constructs: readonly Construct[] = [
  atLineStart('!!!', 'MkDocs (admonition)', /^!!!\+?[ \t]*["\w][^\n]*/),
  atLineStart('???', 'MkDocs (collapsible block)', /^\?\?\?\+?[ \t]+["\w][^\n]*/),
  atLineStart('===', 'MkDocs (tab)', /^===[!+]*[ \t]+["“][^\n]*/),
  atLineStart('///', 'MkDocs (block)', /^\/{3,}[ \t]+[\w|][^\n]*/),
  atLineStart('<<<', 'VitePress (code of a file)', /^<<<[ \t]*[\w@./~][^\n]*/),
  atLineStart('--8<--', 'MkDocs (included file)', /^[-–—]+8<[-–—]+(?:[ \t]*$|[ \t]+["'“](?:https?:[^\n]*|$))/),
  anywhere('{!x!}', 'MkDocs (included file)', /\{![^{}!\n]{1,300}!\}/),
  anywhere('{*x*}', 'MkDocs (included code)', /\{\*[ \t]+[\w./][^{}*\n]{0,300}\*\}/),
  anywhere('{{< x >}}', 'Hugo (shortcode)', /\{\{<(?:[ \t]*\/?[ \t]*[A-Za-z][^\n}]{0,300}\}{0,2}|$)|\{\{%[ \t]*\/?[ \t]*[A-Za-z][^\n}]{0,300}\}{0,2}/),
  anywhere('{{#x}}', 'mdBook (title)', /\{\{[ \t]*#title\b[^\n}]{0,300}\}{0,2}/),
]; // biome-ignore format: a table

const suspect = /!!!|\?\?\?|===|\/\/\/|<<<|8<|\{[!*]|\{\{/;

/** Containers whose content is all that they show. */
const plainContainers = /^(?:code-group|raw|v-pre|div|center|steps)$/i;

/** Whether a text may have any of it: it is found faster. */
export const hasForeign = (text: string): boolean => suspect.test(text);

/** Reports each construct once, at its first place. Diagnostics: DG711. */
export class ForeignSyntax {
  readonly #sources: SourceMap;
  readonly #found = new Map<string, Diagnostic>();

  constructor(sources: SourceMap) {
    this.#sources = sources;
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#found.values()];
  }

  /** Containers that are no callouts; before placeholders become components. */
  readContainers(tree: Root): void {
    visit(tree, 'placeholder', ({ placeholder: { meaning, source }, position }) => {
      const isUnknown = meaning.kind === 'open' && meaning.family === 'directive' && meaning.name === '';
      const name = isUnknown ? /^:{3,}[ \t]*([\w-]+)/.exec(source)?.[1] : undefined;
      if (name === undefined || plainContainers.test(name)) return;
      const place = this.#sources.placeOf(position?.start.offset);
      this.#add(':::', { syntax: source, generator: 'MkDocs or VitePress (container)', isContainer: true }, place);
    });
  }

  /** Everything that is shown as text, outside of code. */
  readTexts(tree: Root): void {
    visit(tree, (parent) => {
      if (!('children' in parent)) return;
      let isCode = false;
      let isLineStart = parent.type === 'paragraph';
      for (const child of parent.children as RootContent[]) {
        if (child.type === 'html') {
          const [, slash] = /^<(\/?)(?:code|pre|kbd|samp)\b/i.exec(child.value) ?? [];
          if (slash !== undefined) isCode = slash === '';
          if (parent.type !== 'paragraph') this.#readText(child.value.replace(notShown, ''), child, false);
        } else if (child.type === 'text' && !isCode) this.#readText(child.value, child, isLineStart);
        isLineStart = child.type === 'break';
      }
    });
  }

  #readText(text: string, node: Nodes, isLineStart: boolean): void {
    if (!suspect.test(text)) return;
    for (const [index, line] of text.split('\n').entries()) {
      for (const { name, generator, pattern, isAtLineStart } of constructs) {
        if (this.#found.has(name) || (isAtLineStart && !isLineStart && (index === 0 || node.type === 'html'))) continue;
        const found = pattern.exec(line);
        if (!found) continue;
        const { file, start } = this.#sources.placeOf(node.position?.start.offset);
        const column = index === 0 ? (start?.column ?? 1) + found.index : 1;
        const place = start ? { file, start: { line: start.line + index, column } } : { file };
        this.#add(name, { syntax: found[0].trim(), generator, isContainer: false }, place);
      }
    }
  }

  #add(name: string, data: Parameters<typeof foreignSyntax>[0], place: Place): void {
    if (!this.#found.has(name))
      this.#found.set(name, foreignSyntax({ ...data, syntax: data.syntax.slice(0, 60) }, place));
  }
}

/** Comments and code in raw HTML. */
const notShown = /<!--[\s\S]*?(?:-->|$)|<(pre|code|kbd|samp)\b[\s\S]*?(?:<\/\1>|$)/gi;
