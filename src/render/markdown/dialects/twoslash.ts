// Twoslash: code that the TypeScript compiler annotates, with lines that readers don't see.
import type { Root } from 'mdast';
import { visit } from '../../base/visit.js';

const cut = (name: string) => new RegExp(String.raw`^[ \t]*//\s?---cut${name}---[ \t]*$`);
const [before, after, start, end] = [cut('(?:-before)?'), cut('-after'), cut('-start'), cut('-end')] as const;
/** Matches an option of the compiler, or a query below a line of code. */
const notation = /^\s*\/\/\s*(?:\^(?:\?|\||\^+)(?: .*)?$|@(?!filename:)[A-Za-z]\w*(?:$|:\s?\S))/;

/** Removes cut lines, options and queries from code with the word `twoslash` after its language. */
export function cutTwoslash(tree: Root): void {
  visit(tree, 'code', (node) => {
    if (!/(?:^|\s)twoslash(?:\s|$)/.test(node.meta ?? '')) return;
    const written = node.value.split('\n');
    const first = written.findLastIndex((line) => before.test(line)) + 1;
    const last = written.findIndex((line) => after.test(line));
    let isCut = false;
    const lines = written.slice(first, last === -1 ? undefined : last).filter((line) => {
      if (start.test(line) || end.test(line)) {
        isCut = start.test(line);
        return false;
      }
      return !isCut && !notation.test(line);
    });
    node.value = lines.join('\n');
  });
}
