// Files, and parts of files, in the place of a line (`--8<-- "path"`, MkDocs) or of a macro (`{{#include path}}`, mdBook).
import type { Root } from 'mdast';
import { hasSnippets, readSnippet, snippetPattern } from '../../../model/content/imports.js';
import { type IncludeContext, partAt } from '../syntax/includes.js';
import { matchAt, type Reader } from '../syntax/scan.js';
import { visit } from '../visit.js';

const pattern = new RegExp(snippetPattern.source, 'y');
/** In code: a snippet, or an end of a block of them. */
const escapedLine = /^[ \t]*;{1,20}-{1,20}8<-{1,20}(?:[ \t]{1,100}["']|$)/;
const lineEnd = /[ \t]*(?=\n|$)/y;

function readAt(text: string, offset: number) {
  const found = matchAt(pattern, text, offset);
  const snippet = found ? readSnippet(found) : undefined;
  return found && snippet ? { snippet, source: found[0], end: offset + found[0].length } : undefined;
}

/** Outside code: Markdown of a file. */
export const snippetLines: Reader = {
  first: '-;',
  atLineStart: true,
  read: (text, offset) => {
    const found = readAt(text, offset);
    if (!found || !matchAt(lineEnd, text, found.end)) return undefined;
    const { snippet, source, end } = found;
    return {
      end,
      meaning: snippet === 'escaped' ? { kind: 'text', value: source.slice(1) } : { kind: 'part', snippet },
    };
  },
};

/** The same of mdBook; a backslash before it is Markdown's own. */
export const snippetMacros: Reader = {
  first: '{',
  read: (text, offset) => {
    const found = text[offset + 1] === '{' ? readAt(text, offset) : undefined;
    return found && found.snippet !== 'escaped'
      ? { end: found.end, meaning: { kind: 'part', snippet: found.snippet } }
      : undefined;
  },
};

/** In code: text of a file, each line of it after what is before the snippet. One that is not there stays as it is written. */
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
        const part = partAt(found.snippet, { offset: start?.offset, below: index + fence }, context);
        return part ? behind(before, part.value, context.budget) : whole;
      });
    });
    node.value = lines.join('\n');
  });
}

/** Text whose lines all begin as that of the snippet does; what that makes of it counts. */
function behind(before: string, text: string, budget: IncludeContext['budget']): string {
  const added = /^[\s>#]+$/.test(before) ? before.length * (text.split('\n').length - 1) : 0;
  if (added === 0 || added > budget.characters) return text;
  budget.characters -= added;
  return text.replaceAll('\n', `\n${before}`);
}
