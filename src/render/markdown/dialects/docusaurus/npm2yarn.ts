// `npm2yarn` behind a fence: the commands of each package manager, as tabs.
import type { Code, Parents, Root } from 'mdast';
import npmToYarn from 'npm-to-yarn';
import type { ComponentNode } from '../../syntax/containers.js';
import { SKIP, visit } from '../../visit.js';

/** Its types say CommonJS, its module is none. */
const convert = npmToYarn as unknown as typeof npmToYarn.default;

const managers = [
  ['npm', 'npm'],
  ['yarn', 'Yarn'],
  ['pnpm', 'pnpm'],
  ['bun', 'Bun'],
] as const;

/** Longest code that is taken for commands. */
const longest = 5_000;

export function readNpm2Yarn(tree: Root): void {
  visit(tree, 'code', (node, index, parent) => {
    if (!/(?:^|\s)npm2yarn(?:\s|$)/.test(node.meta ?? '') || !parent || index === undefined) return undefined;
    const panels = node.value.length > longest ? undefined : panelsOf(node);
    if (!panels) return undefined;
    const at = node.position && { position: node.position };
    const tabs: ComponentNode = { type: 'component', name: 'Tabs', props: {}, children: panels, ...at };
    (parent as Parents).children.splice(index, 1, tabs as never);
    return [SKIP, index + 1];
  });
}

/** Undefined for what is no list of commands to the converter. */
function panelsOf(node: Code): ComponentNode[] | undefined {
  try {
    return managers.map(([manager, label]): ComponentNode => {
      const value = manager === 'npm' ? node.value : convert(node.value, manager);
      return { type: 'component', name: 'TabItem', props: { label }, children: [{ ...node, value }] };
    });
  } catch {
    return undefined;
  }
}
