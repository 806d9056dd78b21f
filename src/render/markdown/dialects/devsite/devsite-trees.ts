// What is read of Google's devsite dialect in a parsed text: variables, tags in code, lists of tabs.
import type { List, ListItem, Parents, Root, RootContent } from 'mdast';
import { codeTag, readCodeInclude } from '../../../../model/content/devsite.js';
import type { ComponentNode } from '../../syntax/containers.js';
import { type IncludeContext, snippetAt } from '../../syntax/includes.js';
import { SKIP, visit } from '../../visit.js';
import { startOf, withoutStart } from '../callouts.js';
import { withVariables } from './variables.js';

const verbatim = /\{%-?\s*(?:end)?(?:verbatim|raw)\s*-?%\}/g;

/**
 * In code: the tags that protect braces are removed, and code of a repository is put in the place of its includes. A block that has more
 * than includes may be about them: in it, an include of what is not here stays.
 */
export function readCode(tree: Root, context: IncludeContext): void {
  visit(tree, (node, index, parent) => {
    if (node.type !== 'code' && node.type !== 'inlineCode') return undefined;
    node.value = node.value.replace(verbatim, '');
    if (node.type !== 'code' || !parent || index === undefined || !node.value.includes('includecode')) return undefined;
    const isWhole = node.value.replace(codeTag, '').trim() === '';
    const sources: RootContent[] = [];
    node.value = node.value.replace(codeTag, (tag: string, inner: string) => {
      const code = readCodeInclude(inner);
      if (!code) return tag;
      const { snippet, source } = snippetAt(code, node.position, context);
      if (snippet === undefined && !isWhole) return tag;
      sources.push(source);
      return snippet ?? '';
    });
    const shown = [...(node.value.trim() === '' ? [] : [node]), ...sources];
    if (sources.length > 0) (parent as Parents).children.splice(index, 1, ...(shown as never[]));
    return [SKIP, index + Math.max(1, shown.length)];
  });
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
