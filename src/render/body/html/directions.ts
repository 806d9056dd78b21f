// Sets the text direction of blocks if a body contains right-to-left letters. The direction is that of most letters in a block, not of the first.
import type { Nodes, Root } from 'hast';

interface Letters {
  readonly ltr: number;
  readonly rtl: number;
  readonly first: 'ltr' | 'rtl' | undefined;
}

const none: Letters = { ltr: 0, rtl: 0, first: undefined };

const withoutText = /^(?:pre|code|kbd|samp|figure)$/;
const blocks = /^(?:p|h[1-6]|[uod]l|li|dt|dd|blockquote|section|table|td|th|div|details|summary)$/;

/** Sets `dir="auto"` if the first letter has the majority's direction, otherwise the majority's direction. Nested blocks only get one that differs. */
export function markDirections(tree: Root): void {
  const letters = new Map<Nodes, Letters>();
  for (const child of tree.children) count(child, letters);
  for (const child of tree.children) mark(child, undefined, letters);
}

function count(node: Nodes, counted: Map<Nodes, Letters>): Letters {
  let sum = none;
  if (node.type === 'text') sum = lettersOf(node.value);
  else if (node.type === 'element' && !withoutText.test(node.tagName))
    for (const child of node.children) {
      const { ltr, rtl, first } = count(child, counted);
      sum = { ltr: sum.ltr + ltr, rtl: sum.rtl + rtl, first: sum.first ?? first };
    }
  counted.set(node, sum);
  return sum;
}

/** Whether a text has a right-to-left letter: of Hebrew, Arabic and the scripts between them in Unicode. */
export const hasRightToLeft = (text: string): boolean =>
  /[\u0591-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/.test(text);

function lettersOf(text: string): Letters {
  const all = text.match(/\p{L}/gu) ?? [];
  const [first] = all;
  const rtl = all.filter(hasRightToLeft).length;
  return { ltr: all.length - rtl, rtl, first: first === undefined ? undefined : hasRightToLeft(first) ? 'rtl' : 'ltr' };
}

function mark(node: Nodes, around: 'ltr' | 'rtl' | undefined, counted: ReadonlyMap<Nodes, Letters>): void {
  if (node.type !== 'element' || withoutText.test(node.tagName)) return;
  const { ltr, rtl, first } = counted.get(node) ?? none;
  const main = ltr + rtl === 0 ? around : rtl >= ltr ? 'rtl' : 'ltr';
  const isBlock = blocks.test(node.tagName);
  if (isBlock && main !== around) node.properties['dir'] ??= around === undefined && first === main ? 'auto' : main;
  for (const child of node.children) mark(child, isBlock ? main : around, counted);
}
