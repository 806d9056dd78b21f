// What is read of Google's devsite dialect in a parsed text: variables, tags in code, lists of tabs.
import type { List, ListItem, Parents, Root, RootContent } from 'mdast';
import { withVariables } from '../../../../model/content/devsite.js';
import type { ComponentNode } from '../../syntax/containers.js';
import { SKIP, visit } from '../../visit.js';
import { startOf, withoutStart } from '../callouts.js';
import { codeLink } from './devsite.js';

const verbatim = /\{%-?\s*(?:end)?(?:verbatim|raw)\s*-?%\}/g;

/**
 * In code: the tags that protect braces are removed; a block that only includes code becomes a placeholder of a link to that
 * code. True where there is one.
 */
export function readCode(tree: Root): boolean {
  let isPut = false;
  visit(tree, (node, index, parent) => {
    if (node.type !== 'code' && node.type !== 'inlineCode') return undefined;
    node.value = node.value.replace(verbatim, '');
    const inner = /^\s*\{%\s*(includecode\s[\s\S]*?)%\}\s*$/.exec(node.value)?.[1];
    if (inner === undefined || node.type !== 'code' || !parent || index === undefined) return undefined;
    const meaning = codeLink(inner);
    if (meaning.kind !== 'sourceLink') return undefined;
    const position = node.position ? { position: node.position } : {};
    const placeholder = { meaning, source: node.value, offset: 0 };
    (parent as Parents).children.splice(index, 1, {
      type: 'placeholder',
      isBlock: true,
      placeholder,
      ...position,
    } as never);
    isPut = true;
    return [SKIP, index + 1];
  });
  return isPut;
}

/** `{{variable}}` as words. */
export function replaceVariables(tree: Root): void {
  visit(tree, (node) => {
    if (node.type === 'text' || node.type === 'html') node.value = withVariables(node.value);
  });
}

// Alone on its line: `- {Object} options` is a list of types.
const tabLabel = /^\{([^{}\n]+)\}[ \t]*(\n|$)/;

/** A list whose every entry begins with `{Label}` is a group of tabs. */
export function readTabLists(tree: Root): void {
  visit(tree, 'list', (node: List, index, parent) => {
    if (!parent || index === undefined || node.children.length === 0) return undefined;
    const labels = node.children.map(tabLabelOf);
    if (!labels.every((label) => label !== undefined)) return undefined;
    const children = node.children.map((item, number): ComponentNode => {
      return { type: 'component', name: 'TabItem', props: { label: labels[number] }, children: withoutLabel(item) };
    });
    const tabs: ComponentNode = {
      type: 'component',
      name: 'Tabs',
      props: {},
      children,
      ...(node.position && { position: node.position }),
    };
    (parent as Parents).children.splice(index, 1, tabs as never);
    return index; // the panels may hold tabs of their own
  });
}

function tabLabelOf({ children: [first] }: ListItem): string | undefined {
  const found = tabLabel.exec(startOf(first));
  const isAlone = found?.[2] === '\n' || (first?.type === 'paragraph' && first.children.length === 1);
  return found && isAlone ? found[1]?.trim() : undefined;
}

function withoutLabel({ children: [first, ...others] }: ListItem): RootContent[] {
  const [label = ''] = tabLabel.exec(startOf(first)) ?? [];
  return [...withoutStart(first, label.length), ...others];
}
