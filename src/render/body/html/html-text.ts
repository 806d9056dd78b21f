// Markdown in the text of raw HTML, when the blocks around it are HTML.
import type { ElementContent, Root } from 'hast';
import { visit } from '../../markdown/visit.js';

/** What was held in elements of a name moves to its place, without the line breaks that stand between blocks. */
export function placeHtmlText(tree: Root, tagName: string): void {
  visit(tree, (node) => {
    if (!('children' in node)) return;
    const children = node.children as ElementContent[];
    const isText = (child: ElementContent | undefined) => child?.type === 'element' && child.tagName === tagName;
    if (!children.some(isText)) return;
    node.children = children
      .filter((child, at) => !(isBreak(child) && (isText(children[at - 1]) || isText(children[at + 1]))))
      .flatMap((child) => (child.type === 'element' && child.tagName === tagName ? child.children : [child]));
  });
}

const isBreak = (node: ElementContent) => node.type === 'text' && node.value === '\n';
