// GitHub's alerts: a quote that begins with `[!NOTE]`.
import type { Blockquote, Parents, Root, Text } from 'mdast';
import type { ComponentNode } from './containers.js';
import { calloutKind } from './directives.js';
import { SKIP, visit } from './visit.js';

const marker = /^\[!([A-Za-z]+)\][+-]?[ \t]*([^\n]*)(?:\n|$)/;

export function readAlerts(tree: Root): void {
  visit(tree, 'blockquote', (node: Blockquote, index, parent) => {
    const [first, ...others] = node.children;
    const text = first?.type === 'paragraph' && first.children[0]?.type === 'text' ? first.children[0] : undefined;
    const found = text ? marker.exec(text.value) : null;
    const type = found ? calloutKind(found[1] ?? '') : undefined;
    if (!text || !found || type === undefined || first?.type !== 'paragraph' || !parent || index === undefined)
      return undefined;
    const title = (found[2] ?? '').trim();
    const rest: Text = { ...text, value: text.value.slice(found[0].length) };
    const inline = rest.value === '' ? first.children.slice(1) : [rest, ...first.children.slice(1)];
    const callout: ComponentNode = {
      type: 'component',
      name: 'Admonition',
      props: title === '' ? { type } : { type, title },
      children: inline.length === 0 ? others : [{ ...first, children: inline }, ...others],
      ...(node.position && { position: node.position }),
    };
    (parent as Parents).children.splice(index, 1, callout as never);
    return [SKIP, index];
  });
}
