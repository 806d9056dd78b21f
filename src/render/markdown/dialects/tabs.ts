// Groups of tabs, from whatever dialect: each gets a name of its own on the page, and labels. VitePress writes `== Label` before each
// panel, Docusaurus `<TabItem>`, MkDocs and others a list; see devsite/devsite-trees.ts.
import type { Root, RootContent } from 'mdast';
import type { Words } from '../../../model/labels/words.js';
import type { ComponentNode } from '../syntax/containers.js';
import { visit } from '../visit.js';
import { startOf, withoutStart } from './callouts.js';

/** Begins the name of every group, so that no element of an author's can join one. */
export const groupPrefix = 'docgen-tabs-';

const panelStart = /^==[ \t]+([^\n]+)(?:\n|$)/;

export function readTabs(tree: Root, words: Words): void {
  let groups = 0;
  visit(tree, 'component', (node: ComponentNode) => {
    if (node.name !== 'Tabs') return;
    groups += 1;
    const group = `${groupPrefix}${groups}`;
    const panels = panelsOf(node);
    const values = Array.isArray(node.props['values']) ? (node.props['values'] as unknown[]) : [];
    node.children = panels.map((panel, index) => ({
      ...panel,
      props: {
        label: panelLabel(panel, values) ?? words.text('tab', { number: String(index + 1) }),
        group,
        isFirst: index === 0,
      },
    }));
    node.props = {};
    delete node.title;
  });
}

function panelsOf({ children }: ComponentNode): ComponentNode[] {
  const panels: ComponentNode[] = [];
  for (const child of children) {
    const [whole, label] = panelStart.exec(startOf(child)) ?? [];
    if (isPanel(child)) panels.push(child);
    else if (whole !== undefined) panels.push(panelOf({ label: label?.trim() }, withoutStart(child, whole.length)));
    else if (panels.length > 0) panels.at(-1)?.children.push(child);
    else panels.push(panelOf({}, [child]));
  }
  return panels;
}

function panelOf(props: ComponentNode['props'], children: RootContent[]): ComponentNode {
  return { type: 'component', name: 'TabItem', props, children };
}

function isPanel(child: RootContent): child is ComponentNode {
  return child.type === 'component' && (child.name === 'TabItem' || child.name === 'Tab');
}

function panelLabel({ props }: ComponentNode, values: readonly unknown[]): string | undefined {
  const own = props['label'] ?? props['title'];
  if (typeof own === 'string' && own !== '') return own;
  const value = props['value'];
  const listed = values.find(
    (entry) => typeof entry === 'object' && entry !== null && (entry as Record<string, unknown>)['value'] === value,
  );
  const label = (listed as Record<string, unknown> | undefined)?.['label'] ?? value;
  return typeof label === 'string' && label !== '' ? label : undefined;
}
