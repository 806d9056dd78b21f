// Paragraphs that begin with `Note:`, `Warning:` and the like.
import type { Parents, Root } from 'mdast';
import { SKIP, visit } from '../../visit.js';
import { callout, startOf, withoutStart } from '../callouts.js';

const notes: Readonly<Record<string, string>> = {
  note: 'note', tip: 'tip', important: 'important', 'key point': 'important', 'key term': 'info', caution: 'caution', warning: 'warning', danger: 'danger',
  success: 'success', objective: 'info', beta: 'caution', preview: 'info', experimental: 'caution', deprecated: 'warning',
}; // biome-ignore format: a table
const noteStart =
  /^(Note|Tip|Important|Key Point|Key Term|Caution|Warning|Danger|Success|Objective|Beta|Preview|Experimental|Deprecated):\s+/i;

/** `Note: …` paragraphs as callouts. */
export function readNotes(tree: Root): void {
  visit(tree, 'paragraph', (node, index, parent) => {
    const [whole, word = ''] = noteStart.exec(startOf(node)) ?? [];
    if (whole === undefined || !/^[A-Z]/.test(word) || !parent || index === undefined) return undefined;
    const type = notes[word.toLowerCase()] ?? 'note';
    const title = word.toLowerCase() === type ? undefined : word;
    const note = callout({ type, title }, withoutStart(node, whole.length), node.position);
    (parent as Parents).children.splice(index, 1, note as never);
    return [SKIP, index + 1];
  });
}
