// Parses MkDocs' `--8<-- "path"` lines and mdBook's `{{#include path}}` macros.
import type { Root } from 'mdast';
import { hasSnippets, readSnippet, snippetPattern } from '../../../model/content/parse/imports.js';
import { visit } from '../../base/visit.js';
import { type IncludeContext, partAt } from '../syntax/includes.js';
import type { SyntaxRule } from '../syntax/scan.js';
import { matchAt } from '../syntax/search.js';

const pattern = new RegExp(snippetPattern.source, 'y');
/** Matches an escaped snippet line in code, or an escaped end of a block of snippets. */
const escapedLine = /^[ \t]*;{1,20}-{1,20}8<-{1,20}(?:[ \t]{1,100}["']|$)/;

function readAt(text: string, offset: number) {
  const found = matchAt(pattern, text, offset);
  const snippet = found ? readSnippet(found) : undefined;
  return found && snippet ? { snippet, source: found[0], end: offset + found[0].length } : undefined;
}

/** Parses MkDocs' snippet lines outside code. */
const snippetLines: SyntaxRule = {
  first: '-;',
  atLineStart: true,
  read: (text, offset) => {
    const found = readAt(text, offset);
    if (!found || !matchAt(/[ \t]*(?=\n|$)/y, text, found.end)) return undefined;
    const { snippet, source, end } = found;
    return {
      end,
      meaning: snippet === 'escaped' ? { kind: 'text', value: source.slice(1) } : { kind: 'part', snippet },
    };
  },
};

/** Parses mdBook's includes outside code. The Markdown parser handles a backslash before them. */
const snippetMacros: SyntaxRule = {
  first: '{',
  read: (text, offset) => {
    const { snippet, end = offset } = readAt(text, offset) ?? {};
    return snippet === undefined || snippet === 'escaped' ? undefined : { end, meaning: { kind: 'part', snippet } };
  },
};

export const snippetRules: readonly SyntaxRule[] = [snippetLines, snippetMacros];

/** Includes snippets in code. Each line gets the text before the snippet as a prefix. A snippet of a missing file stays. */
export function readCodeSnippets(tree: Root, context: IncludeContext): void {
  visit(tree, 'code', (node) => {
    if (!hasSnippets(node.value)) return;
    const { start, end } = node.position ?? {};
    const written = node.value.split('\n');
    const fence = start && end && end.line - start.line >= written.length ? 1 : 0;
    const lines = written.map((line, index) => {
      if (escapedLine.test(line)) return line.replace(';', '');
      return line.replace(snippetPattern, (whole: string, ...rest) => {
        const at = rest.find((value) => typeof value === 'number') as number;
        const found = readAt(line, at);
        const [before, after] = [line.slice(0, at), line.slice(at + whole.length)];
        if (!found || (!whole.includes('{{') && (before.trim() !== '' || after.trim() !== ''))) return whole;
        if (found.snippet === 'escaped') return whole.slice(1);
        const part = partAt(found.snippet, start?.offset, context, { below: index + fence, end: end?.offset });
        return part ? behind(before, part.value, context.budget) : whole;
      });
    });
    node.value = lines.join('\n');
  });
}

/** Adds a prefix to all lines. It counts toward the budget. */
function behind(before: string, text: string, budget: IncludeContext['budget']): string {
  const added = /^[\s>#]+$/.test(before) ? before.length * (text.split('\n').length - 1) : 0;
  if (added === 0 || added > budget.characters) return text;
  budget.characters -= added;
  return text.replaceAll('\n', `\n${before}`);
}
