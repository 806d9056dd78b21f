// Raw HTML as the parser gives it, made fit for an HTML parser that takes it piece by piece.
import type { Root } from 'mdast';
import { visit } from './visit.js';

/** A comment that nothing closes hides all that follows it in its block; it goes, so that it hides no more than that. */
export function closeComments(tree: Root): void {
  visit(tree, 'html', (node) => {
    for (let start = node.value.indexOf('<!--'); start !== -1; ) {
      const end = node.value.indexOf('-->', start + 4);
      if (end === -1) {
        node.value = node.value.slice(0, start);
        return;
      }
      start = node.value.indexOf('<!--', end + 3);
    }
  });
}
