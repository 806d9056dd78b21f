// Converts groups of tabs: `== Label` of VitePress, `<TabItem>` of Docusaurus, slots of Astro, lists of devsite.
import type { Code, Root, RootContent } from 'mdast';
import npmToYarn from 'npm-to-yarn';
import type { CodeOptions } from '../../../model/config/schema/config.js';
import { isRecord } from '../../../model/input/plain-data.js';
import type { Words } from '../../../model/labels/ui-text.js';
import { attempt } from '../../../model/types/attempt.js';
import { replaceNodes, visit } from '../../base/visit.js';
import { matchStart } from '../syntax/callouts.js';
import { type ComponentNode, component, isBlank } from '../syntax/containers.js';
import type { Props } from '../syntax/scan.js';
import { parseLiteral } from '../syntax/values.js';

/** Prefix of the names of all groups, so that no author's element can join one. */
const groupPrefix = 'docgen-tabs-';

const panelStart = /^==[ \t]+([^\n]+)(?:\n|$)/;

export function readTabs(tree: Root, words: Words): void {
  let groups = 0;
  visit(tree, 'component', (node) => {
    if (node.name !== 'Tabs') {
      const panels = hasSlots(node) ? panelsOf(node) : commandPanels(node);
      if (panels.length === 0) return;
      Object.assign(node, component('Tabs', {}, panels, node.position));
    }
    groups += 1;
    const group = `${groupPrefix}${groups}`;
    const panels = panelsOf(node);
    const [only] = panels;
    // Tabs around a component without items are not alternatives.
    if (only && panels.length === 1 && panelLabel(only, []) === undefined && !node.children.includes(only)) {
      Object.assign(node, component('div', {}, only.children, node.position));
      return;
    }
    const { defaultValue } = node.props;
    const opened = panels.findIndex(
      ({ props }) => props['default'] === true || (defaultValue ?? false) === props['value'],
    );
    const values = Array.isArray(node.props['values']) ? (node.props['values'] as unknown[]) : [];
    node.children = panels.map((panel, index) => ({
      ...panel,
      props: {
        ...(typeof panel.props['id'] === 'string' && { id: panel.props['id'] }),
        label: panelLabel(panel, values) ?? words.text('tab', { number: String(index + 1) }),
        group,
        isFirst: index === Math.max(0, opened),
      },
    }));
    node.props = {};
    delete node.title;
  });
}

/** Whether an Astro component has named slots, which it shows as alternatives, such as `<PackageManagerTabs>`. */
const hasSlots = ({ children }: ComponentNode) => children.some((child) => slotOf(child) !== undefined);

/** Returns tabs for a component without content and with a command per prop, such as `<CommandTabs npm="npm i x" pnpm="pnpm add x" />`. */
const commandPanels = ({ name, props, children }: ComponentNode): ComponentNode[] =>
  /Tabs$|^PackageManagers$/.test(name) && children.length === 0
    ? Object.entries(name === 'PackageManagers' ? managerCommands(props) : props).flatMap(([label, value]) => {
        const code = { type: 'code', lang: 'sh', value: String(value) } as const;
        return /^[a-z]/.test(label) && typeof value === 'string' && /\s/.test(value)
          ? [component('TabItem', { label }, [code], undefined)]
          : [];
      })
    : [];

const slotOf = (node: RootContent): string | undefined => {
  const { name = '', props } = node.type === 'component' ? node : { props: {} as Props };
  const slot = name === 'Fragment' && !props['isVue'] ? props['slot'] : undefined;
  return typeof slot === 'string' && slot !== '' ? slot : undefined;
};

/** Returns a tab for a block of VitePress's code group. Its label is the title in brackets. */
function codePanel(node: Code): ComponentNode {
  const [title, label] = /\[([^\]]{1,300})\]/.exec(node.meta ?? '') ?? [];
  const meta = title === undefined ? node.meta : node.meta?.replace(title, '');
  // The plugin group-icons adds an icon name after the title.
  const text = label?.replace(/[ \t]*~[\w:-]{1,100}~$/, '');
  return component('TabItem', { label: text ?? node.lang }, [{ ...node, meta }], node.position);
}

function panelsOf({ children, props }: ComponentNode): ComponentNode[] {
  const panels: ComponentNode[] = [];
  for (const child of children) {
    const start = matchStart(child, panelStart);
    const slot = slotOf(child);
    if (child.type === 'component' && (child.name === 'TabItem' || child.name === 'Tab')) panels.push(child);
    else if (slot !== undefined && child.type === 'component')
      panels.push(component('TabItem', { label: slot }, child.children, child.position));
    else if (child.type === 'code' && props['ofCode'] === true) panels.push(codePanel(child));
    else if (!start && panels.length > 0) panels.at(-1)?.children.push(child);
    else if (isBlank(child) || (child.type === 'html' && /^<!--(?:(?!-->)[\s\S])*-->\s*$/.test(child.value)))
      continue; // indentation of a list item, or a comment
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

/** Returns the commands of `<PackageManagers type="add" pkg="x" />` of starlight-package-managers, by package manager. */
function managerCommands({ type, dev, pkg, args, pkgManagers }: Props): Readonly<Record<string, string>> {
  const verb = String(type ?? 'add').replace(/^(?:add|remove)$/, (word) => (word === 'add' ? 'i' : 'uninstall'));
  const npm = [/^(?:dlx|exec)$/.test(verb) ? 'npx' : `npm ${verb}`, dev && '-D', pkg, args]
    .filter(Boolean)
    .join(' ')
    .slice(0, 300);
  const names = Array.isArray(pkgManagers) ? pkgManagers : ['npm', 'pnpm', 'yarn'];
  const isKnown = (name: string): name is keyof typeof managers => Object.hasOwn(managers, name);
  const commandOf = (name: keyof typeof managers) => [name, name === 'npm' ? npm : convert(npm, name)] as const;
  return attempt(() => Object.fromEntries(names.map(String).filter(isKnown).map(commandOf))) ?? {};
}

export function readNpm2Yarn(tree: Root, others: CodeOptions['npm2yarn']): void {
  replaceNodes(tree, 'code', (node) => {
    const isWanted = node.value.length <= maxCodeChars && /(?:^|\s)npm2yarn(?:\s|$)/.test(node.meta ?? '');
    const panels = isWanted ? managerPanels(node, others) : undefined;
    return panels && [component('Tabs', {}, panels, node.position)];
  });
}

function managerPanels(node: Code, others: CodeOptions['npm2yarn']): ComponentNode[] | undefined {
  const meta = node.meta?.replace(/(?:^|\s)npm2yarn(?=\s|$)/, '') ?? null; // removed so that a plugin does not convert it again
  return attempt(() =>
    (['npm', ...others] as const).map((manager) => {
      const value = manager === 'npm' ? node.value : convert(node.value, manager);
      return component('TabItem', { label: managers[manager] }, [{ ...node, meta, value }], undefined);
    }),
  );
}

const languages: Readonly<Record<string, string>> = { js: 'JavaScript', ts: 'TypeScript' };
const tabMeta = /(?:^|\s)tab(?:=(\{.+\}|"[^"]+"))?(?=\s|$)/;

/** Groups adjacent fences with `tab` or `tab={"label": "x", "span": 2}` (docusaurus-remark-plugin-tab-blocks), or `tab="x"` (old PyMdown). */
export function readTabBlocks(tree: Root): void {
  visit(tree, (node) => {
    if (!('children' in node) || !node.children.some((child) => tabOf(child as RootContent))) return;
    const done: RootContent[] = [];
    let panels: ComponentNode[] | undefined;
    const children = node.children as RootContent[];
    for (let index = 0; index < children.length; ) {
      const child = children[index] as RootContent;
      const tab = tabOf(child);
      if (tab && !panels) {
        panels = [];
        done.push(component('Tabs', {}, panels, child.position));
      }
      const end = index + (tab ? tab.span : 1);
      const other = children.slice(index, end).findIndex(({ type }) => tab && type !== 'code');
      const blocks = children.slice(index, other === -1 ? end : index + other);
      index += blocks.length;
      if (tab) panels?.push(component('TabItem', { label: tab.label }, blocks.map(withoutTab), child.position));
      else {
        panels = undefined;
        done.push(child);
      }
    }
    (node as { children: RootContent[] }).children = done;
  });
}

const withoutTab = (node: RootContent): RootContent =>
  node.type === 'code' ? { ...node, meta: node.meta?.replace(tabMeta, '') ?? null } : node;

function tabOf(node: RootContent): { readonly label: string; readonly span: number } | undefined {
  const found = node.type === 'code' && tabMeta.exec(node.meta ?? '');
  if (!found || found.input.slice(0, found.index).split(/["']/).length % 2 === 0) return undefined; // within a quoted title
  const options = parseLiteral(found[1] ?? '')?.value;
  const { label, span = 1 } = isRecord(options) ? options : { label: options };
  const lang = node.lang ?? '';
  const shown = typeof label === 'string' && label !== '' ? label : Object.hasOwn(languages, lang) && languages[lang];
  return { label: shown || lang, span: typeof span === 'number' && span >= 1 ? Math.floor(span) : 1 };
}
