// Elements of Google's devsite dialect as those of every page.
import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Words } from '../../../model/labels/words.js';
import { calloutKind } from '../../markdown/dialects/callouts.js';
import { groupPrefix } from '../../markdown/dialects/tabs.js';
import { replaceChild, visit } from '../../markdown/visit.js';
import { classesOf, element } from '../html/element.js';

/** `<aside class="note">` as a callout, `<devsite-selector>` as tabs, `<devsite-code>` and others as their content. */
export function readDevsiteElements(tree: Root, words: Words): void {
  let groups = 0;
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'aside') {
      const classes = classesOf(node.properties);
      const kind = classes
        .map((name) => (name === 'special' || name === 'key-point' ? 'important' : calloutKind(name)))
        .find((name) => name !== undefined);
      if (kind !== undefined) {
        node.tagName = 'div';
        node.properties['role'] = 'note';
      }
      if (kind !== undefined && !classes.includes('callout'))
        node.properties['className'] = ['callout', `callout-${kind}`];
      return undefined;
    }
    if (!node.tagName.startsWith('devsite-') || !parent || index === undefined) return undefined;
    const isSection = (child: ElementContent): child is Element =>
      child.type === 'element' && child.tagName === 'section';
    const sections = node.tagName === 'devsite-selector' ? node.children.filter(isSection) : [];
    if (sections.length === 0) {
      replaceChild(parent, index, node.children);
      return index;
    }
    groups += 1;
    parent.children.splice(index, 1, tabsOf(sections, `${groupPrefix}s${groups}`, words));
    return index;
  });
}

function tabsOf(sections: readonly Element[], group: string, words: Words): Element {
  const panels = sections.map((section, number): Element => {
    const title = section.children.find(
      (child): child is Element => child.type === 'element' && /^h[1-6]$/.test(child.tagName),
    );
    const content = section.children.filter((child) => child !== title);
    const summary = element('summary', {}, [
      { type: 'text', value: title ? textOf(title).trim() : words.text('tab', { number: String(number + 1) }) },
    ]);
    return element('details', { name: group, ...(number === 0 && { open: true }) }, [
      summary,
      element('div', { className: ['tab'] }, content),
    ]);
  });
  return element('div', { className: ['tabs'] }, panels);
}
