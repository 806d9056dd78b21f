// Syntax that is read only where the config asks for it, since it means itself in most texts: definition lists, `==mark==`, `^sup^`, `~sub~`.
import type { Emphasis, PhrasingContent, Root } from 'mdast';
import type { Extra } from '../../../../model/config.js';
import { replaceChild, visit } from '../../visit.js';
import { readDefinitions } from './definitions.js';

export function readExtras(tree: Root, extras: readonly Extra[]): void {
  if (extras.includes('definitions')) readDefinitions(tree);
  if (extras.includes('subscript')) readSubscripts(tree);
  if (extras.includes('superscript')) readSuperscripts(tree);
  if (extras.includes('mark')) readMarks(tree);
}

/** A node of another type, shown as an element of a name. */
const named = (hName: string, children: PhrasingContent[]): Emphasis => ({
  type: 'emphasis',
  data: { hName },
  children,
});

/** GFM reads one tilde as two; here it is a subscript. */
function readSubscripts(tree: Root): void {
  visit(tree, 'delete', (node) => {
    const [first] = node.children;
    const tildes = (first?.position?.start.offset ?? 0) - (node.position?.start.offset ?? 0);
    if (tildes === 1) node.data = { ...node.data, hName: 'sub' };
  });
}

const superscript = /\^([^\s^[\]]{1,200})\^/;

function readSuperscripts(tree: Root): void {
  visit(tree, 'text', (node, index, parent) => {
    if (!superscript.test(node.value) || !parent || index === undefined) return undefined;
    const parts = node.value.split(new RegExp(superscript, 'g'));
    const nodes = parts.flatMap((value, part): PhrasingContent[] => {
      const text = { type: 'text', value } as const;
      return part % 2 === 1 ? [named('sup', [text])] : value === '' ? [] : [text];
    });
    return replaceChild(parent, index, nodes);
  });
}

/** `==text==` in one list of children: neither may touch a blank on its inner side. */
function readMarks(tree: Root): void {
  visit(tree, (node) => {
    if (!('children' in node) || !node.children.some((child) => child.type === 'text' && child.value.includes('==')))
      return;
    const pieces = (node.children as PhrasingContent[]).flatMap((child): PhrasingContent[] =>
      child.type === 'text'
        ? child.value.split(/(==)/).flatMap((value) => (value === '' ? [] : [{ ...child, value }]))
        : [child],
    );
    const done: PhrasingContent[] = [];
    let open = -1;
    for (const [index, piece] of pieces.entries()) {
      const isMark = piece.type === 'text' && piece.value === '==';
      if (isMark && open !== -1 && !/\s$|^$/.test(shownText(pieces[index - 1]))) {
        done.push(named('mark', done.splice(open).slice(1)));
        open = -1;
        continue;
      }
      if (isMark && open === -1 && !/^\s|^$/.test(shownText(pieces[index + 1]))) open = done.length;
      done.push(piece);
    }
    (node as { children: PhrasingContent[] }).children = done;
  });
}

const shownText = (node: PhrasingContent | undefined) => (node?.type === 'text' ? node.value : node ? 'x' : '');
