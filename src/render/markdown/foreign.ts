// Reports syntax of other generators that docgen doesn't support. Readers see it as text, or see the content of a container.
import type { Nodes, Root, RootContent } from 'mdast';
import { type Diagnostic, type Place, problem } from '../../model/diagnostics/diagnostic.js';
import { visit } from '../base/visit.js';
import type { Construct, GeneratorSyntax, UnreadSyntax } from './syntax/generator-syntax.js';
import namesJson from './syntax/names.json' with { type: 'json' };
import type { SourceMap } from './syntax/source-map.js';
import { type HtmlToken, htmlTokens } from './syntax/tags.js';

const constructs = namesJson.foreign.map(
  ([name = '', generator = '', pattern = '']): Construct => [name, generator, new RegExp(pattern)],
);

const suspect = /!!!|\?\?\?|===|\/\/\/|<<<|8<|\{[!*]|\{\{|\[\[|\}`|^\([\w:./ -]+\)=$|^(?:[`~]{3,})?\{[a-z]/m;

const plainContainers = /^(?:code-group|raw|v-pre|div|center|steps)$/i;

export const hasForeign = (text: string): boolean => suspect.test(text);

/** Reports each construct once, at its first location. Diagnostics: DG711. */
export class ForeignSyntax {
  readonly #found = new Set<string>();
  readonly #constructs: readonly Construct[];
  readonly diagnostics: Diagnostic[] = [];

  constructor(
    private readonly sources: SourceMap,
    private readonly own: Pick<GeneratorSyntax, 'foreign' | 'containers'>,
  ) {
    const { foreign = [] } = own;
    this.#constructs = [...constructs.filter(([name]) => !foreign.some(([own]) => own === name)), ...foreign];
  }

  /** Checks containers that are not callouts. Must run before placeholders become components. */
  readContainers(tree: Root): void {
    visit(tree, 'placeholder', ({ placeholder: { meaning, source }, position }) => {
      const isDropped = meaning.kind === 'drop' && meaning.isUnread === true;
      const isContainer = meaning.kind === 'text' ? !!meaning.isUnread : meaning.kind === 'open' && !meaning.name;
      const own = isDropped ? this.own.foreign?.find(([, , pattern]) => pattern.test(source)) : undefined;
      const [start, written] =
        (isDropped || isContainer ? /^(?:\{\{[<%]|:{3,})\s*\{?([\w./-]+)/.exec(source) : null) ?? [];
      const name = own?.[0] ?? written;
      if (name === undefined || plainContainers.test(name)) return;
      const place = this.sources.placeOf(position?.start.offset);
      const container = start?.includes('{') ? 'MyST (directive)' : 'VitePress or remark (container)';
      this.add(
        {
          name: source.startsWith(':') ? ':::' : name,
          syntax: !own && start?.startsWith('{{') ? `${start} ${start[2] === '<' ? '>' : '%'}}}` : source, // all uses of a shortcode share one message
          generator: own?.[1] ?? this.own.containers ?? container,
          isContainer,
          isDropped,
        },
        place,
      );
    });
  }

  readTexts(tree: Root): void {
    visit(tree, (parent) => {
      if (!('children' in parent)) return;
      let isCode = false;
      let isLineStart = parent.type === 'paragraph';
      for (const [index, child] of (parent.children as RootContent[]).entries()) {
        if (child.type === 'html') {
          const tokens = htmlTokens(child.value);
          const [tag] = tokens;
          if (codeTags.has(tag?.name ?? '')) isCode = tag?.kind === 'open';
          if (parent.type !== 'paragraph') this.#readText(withoutCode(tokens), child, false);
        } else if (child.type === 'code') this.#readText(child.lang ?? '', child, true);
        else if (child.type === 'text' && !isCode) {
          const next = parent.children[index + 1]?.type === 'inlineCode' ? '`' : '';
          this.#readText(child.value + next, child, isLineStart);
        }
        isLineStart = child.type === 'break';
      }
    });
  }

  #readText(text: string, node: Nodes, isLineStart: boolean): void {
    if (!hasForeign(text)) return;
    for (const [index, line] of text.split('\n').entries()) {
      const canBegin = isLineStart || (index > 0 && node.type !== 'html');
      for (const [name, generator, pattern] of this.#constructs) {
        if (this.#found.has(name) || (pattern.source.startsWith('^') && !canBegin)) continue;
        const found = pattern.exec(line);
        if (!found) continue;
        const { file, start } = this.sources.placeOf(node.position?.start.offset);
        const column = index === 0 ? (start?.column ?? 1) + found.index : 1;
        const place = start ? { file, start: { line: start.line + index, column } } : { file };
        this.add({ name, syntax: found[0].trim(), generator, isContainer: false }, place);
      }
    }
  }

  add({ name, ...data }: UnreadSyntax, place: Place): void {
    if (this.#found.has(name)) return;
    this.#found.add(name);
    this.diagnostics.push(
      problem.foreignSyntax({ ...data, syntax: data.syntax.replace(/\s+/g, ' ').slice(0, 60) }, place),
    );
  }
}

const codeTags = new Set(['code', 'pre', 'kbd', 'samp', 'script', 'style']);

function withoutCode(tokens: readonly HtmlToken[]): string {
  let code = '';
  const shown = tokens.filter(({ kind, name }) => {
    const isInCode = code !== '';
    if (isInCode && kind === 'close' && name === code) code = '';
    else if (!isInCode && kind === 'open' && codeTags.has(name)) code = name;
    return !isInCode && code === '' && kind !== 'comment';
  });
  return shown.map(({ source }) => source).join('');
}
