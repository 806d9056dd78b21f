// Replaces components that have no content and can't be rendered by a line in muted text, and removes sections without other content.
import type { Element, ElementContent, Root } from 'hast';
import type { Words } from '../../../model/labels/ui-text.js';
import { visit } from '../../base/visit.js';
import { element, headingLevel, isBlank, text } from '../html/element.js';

declare module 'hast' {
  interface ElementData {
    /** Name of a component that can't be rendered, on its placeholder element. '' if it has no output. */
    unshown?: string;
  }
}

export const unshown = (name: string): Element => ({ ...element('docgen-unshown', {}), data: { unshown: name } });

const isMark = (node: Root['children'][number]): node is Element =>
  node.type === 'element' && node.data?.unshown !== undefined;

export function describeUnshown(tree: Root, words: Words): void {
  const lists: (Root | Element)[] = [];
  visit(tree, (node) => {
    if (node.type !== 'root' && node.type !== 'element') return;
    const filled = node.children.filter((child) => !isBlank(child));
    if (!filled.some((child) => isMark(child) || isParagraphOfMarks(child))) return;
    if (node.type === 'element' && isPhrasing(node) && !filled.every(isMark)) {
      node.children = node.children.filter((child) => !isMark(child)); // within a sentence
    } else if (node.type === 'root' || !isPhrasing(node)) lists.push(node);
  });
  for (const list of lists) list.children = withLines(list.children as ElementContent[], words);
}

/** Whether an element contains only text and inline elements. */
export const isPhrasing = ({ tagName }: Element) =>
  /^(?:p|h[1-6]|a|em|strong|span|code|summary|b|i|del|sup|sub)$/.test(tagName);

function isParagraphOfMarks(node: Root['children'][number]): boolean {
  if (node.type !== 'element' || node.tagName !== 'p') return false;
  const filled = node.children.filter((child) => !isBlank(child));
  return filled.length > 0 && filled.every(isMark);
}

/** Returns blocks without empty sections. Replaces placeholders by lines; adjacent placeholders share a line. */
function withLines(children: readonly ElementContent[], words: Words): ElementContent[] {
  const flat = children.flatMap((child) =>
    isParagraphOfMarks(child) ? (child as Element).children.filter(isMark) : [child],
  );
  const kept: ElementContent[] = [];
  let names: string[] = [];
  const flushNames = () => {
    const shown = [...new Set(names.filter((name) => name !== ''))];
    names = [];
    if (shown.length === 0) return;
    const line = words.text('notShown', { names: shown.join(words.text('listSeparator')) });
    kept.push(element('p', { className: ['not-shown'] }, [text(line)]));
  };
  for (const child of withoutEmptySections(flat)) {
    if (isMark(child)) names.push(child.data?.unshown ?? '');
    else {
      if (!isBlank(child)) flushNames();
      kept.push(child);
    }
  }
  flushNames();
  return kept;
}

/** Removes sections without content, from the last one, so that a section that becomes empty is removed too. The page's title stays. */
function withoutEmptySections(children: readonly ElementContent[]): ElementContent[] {
  const kept: ElementContent[] = []; // in reverse order
  let [hasMark, hasContent] = [false, false]; // in the current section, up to the next heading
  for (let index = children.length - 1; index >= 0; index -= 1) {
    const child = children[index] as ElementContent;
    const level = headingLevel(child);
    if (level === 0) {
      kept.push(child);
      hasMark ||= isMark(child);
      hasContent ||= !isMark(child) && !isBlank(child);
      continue;
    }
    const next = kept.findLastIndex((node) => headingLevel(node) > 0);
    const isEmpty = level > 1 && hasMark && !hasContent && headingLevel(kept[next]) <= level;
    if (isEmpty) kept.length = next + 1;
    else kept.push(child);
    [hasMark, hasContent] = [isEmpty, false];
  }
  return kept.reverse();
}
