// Components that have no content and cannot be shown: one muted line says so, and a section of nothing else goes with its heading.
import type { Element, ElementContent, Root } from 'hast';
import type { Words } from '../../../model/labels/words.js';
import { visit } from '../../markdown/visit.js';
import { element, isBlank } from '../html/element.js';

/** Stands for such a component, with its name; '' for one that shows nothing on purpose. */
export function unshown(tagName: string, name: string): Element {
  return element(tagName, { dataName: name });
}

/** Puts lines in the place of what `unshown` made, and takes sections away that have nothing else. */
export function sayUnshown(tree: Root, tagName: string, words: Words): void {
  const isMark = (node: Root['children'][number]): node is Element =>
    node.type === 'element' && node.tagName === tagName;
  const lists: (Root | Element)[] = [];
  visit(tree, (node) => {
    if (node.type !== 'root' && node.type !== 'element') return;
    const filled = node.children.filter((child) => !isBlank(child));
    if (!filled.some(isMark) && !filled.some((child) => isParagraphOf(child, isMark))) return;
    if (node.type === 'element' && isPhrasing(node) && !filled.every(isMark)) {
      node.children = (node.children as ElementContent[]).filter((child) => !isMark(child)); // a part of a sentence
    } else if (node.type === 'root' || !isPhrasing(node)) lists.push(node);
  });
  for (const list of lists) list.children = withLines(list.children as ElementContent[], isMark, words);
}

/** True for an element that holds text and no blocks. */
export const isPhrasing = ({ tagName }: Element) =>
  /^(?:p|h[1-6]|a|em|strong|span|code|summary|b|i|del|sup|sub)$/.test(tagName);

type IsMark = (node: ElementContent) => node is Element;

/** The marks that fill a paragraph; undefined for any other node. */
function isParagraphOf(node: Root['children'][number], isMark: (node: ElementContent) => boolean): boolean {
  if (node.type !== 'element' || node.tagName !== 'p') return false;
  const filled = node.children.filter((child) => !isBlank(child));
  return filled.length > 0 && filled.every(isMark);
}

/** A list of blocks without empty sections, its marks as lines; neighbours share one. */
function withLines(children: readonly ElementContent[], isMark: IsMark, { text }: Words): ElementContent[] {
  const flat = children.flatMap((child) =>
    isParagraphOf(child, isMark) ? (child as Element).children.filter(isMark) : [child],
  );
  const kept: ElementContent[] = [];
  let names: string[] = [];
  const say = () => {
    const shown = [...new Set(names.filter((name) => name !== ''))];
    names = [];
    if (shown.length === 0) return;
    const value = text('notShown', { names: shown.join(text('listSeparator')) });
    kept.push(element('p', { className: ['not-shown'] }, [{ type: 'text', value }]));
  };
  for (const child of withoutEmptySections(flat, isMark)) {
    if (isMark(child)) names.push(String(child.properties['dataName'] ?? ''));
    else {
      if (!isBlank(child)) say();
      kept.push(child);
    }
  }
  say();
  return kept;
}

function levelOf(node: Root['children'][number] | undefined): number {
  return node?.type === 'element' ? Number(/^h([1-6])$/.exec(node.tagName)?.[1] ?? 0) : 0;
}

/** From the end, so that a section whose last part goes can go itself; the title of a page stays. */
function withoutEmptySections(children: readonly ElementContent[], isMark: IsMark): ElementContent[] {
  const kept: ElementContent[] = []; // backwards
  let [hasMark, hasContent] = [false, false]; // below the next heading
  for (let index = children.length - 1; index >= 0; index -= 1) {
    const child = children[index] as ElementContent;
    const level = levelOf(child);
    if (level === 0) {
      kept.push(child);
      hasMark ||= isMark(child);
      hasContent ||= !isMark(child) && !isBlank(child);
      continue;
    }
    const next = kept.findLastIndex((node) => levelOf(node) > 0);
    const isEmpty = level > 1 && hasMark && !hasContent && levelOf(kept[next]) <= level;
    if (isEmpty) kept.length = next + 1;
    else kept.push(child);
    [hasMark, hasContent] = [isEmpty, false];
  }
  return kept.reverse();
}
