// Groups of tabs: VitePress writes `== Label`, Docusaurus `<TabItem>`, devsite a list.
import type { Code, Root } from 'mdast';
import npmToYarn from 'npm-to-yarn';
import { isRecord } from '../../../model/input/plain-data.js';
import type { Words } from '../../../model/labels/words.js';
import { replaceNodes, visit } from '../../base/visit.js';
import { matchStart } from '../syntax/callouts.js';
import { type ComponentNode, component } from '../syntax/containers.js';

/** Prefix of the names of all groups, so that no author's element can join one. */
export const groupPrefix = 'docgen-tabs-';

const panelStart = /^==[ \t]+([^\n]+)(?:\n|$)/;

export function readTabs(tree: Root, words: Words): void {
  let groups = 0;
  visit(tree, 'component', (node) => {
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
    const start = matchStart(child, panelStart);
    if (child.type === 'component' && (child.name === 'TabItem' || child.name === 'Tab')) panels.push(child);
    else if (!start && panels.length > 0) panels.at(-1)?.children.push(child);
    else panels.push(component('TabItem', { label: start?.match[1]?.trim() }, start?.rest ?? [child], undefined));
  }
  return panels;
}

function panelLabel({ props }: ComponentNode, values: readonly unknown[]): string | undefined {
  const own = props['label'] ?? props['title'];
  if (typeof own === 'string' && own !== '') return own;
  const value = props['value'];
  const label = values.filter(isRecord).find((entry) => entry['value'] === value)?.['label'] ?? value;
  return typeof label === 'string' && label !== '' ? label : undefined;
}

/** The package's types declare CommonJS, but it is an ES module. */
const convert = npmToYarn as unknown as typeof npmToYarn.default;

const managers = { npm: 'npm', yarn: 'Yarn', pnpm: 'pnpm', bun: 'Bun' } as const;

const maxCodeChars = 5_000;

export function readNpm2Yarn(tree: Root): void {
  replaceNodes(tree, 'code', (node) => {
    const isWanted = node.value.length <= maxCodeChars && /(?:^|\s)npm2yarn(?:\s|$)/.test(node.meta ?? '');
    const panels = isWanted ? managerPanels(node) : undefined;
    return panels && [component('Tabs', {}, panels, node.position)];
  });
}

function managerPanels(node: Code): ComponentNode[] | undefined {
  try {
    return Object.entries(managers).map(([manager, label]) => {
      const value = manager === 'npm' ? node.value : convert(node.value, manager as keyof typeof managers);
      return component('TabItem', { label }, [{ ...node, value }], undefined);
    });
  } catch {
    return undefined;
  }
}
