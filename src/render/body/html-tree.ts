// Converts a Markdown tree to HTML: parses raw HTML, renders components, and changes elements of all dialects.
import { basename } from 'node:path';
import type { Element, ElementContent, Root } from 'hast';
import type { Code, Root as MdastRoot } from 'mdast';
import { type Handlers, type State, toHast } from 'mdast-util-to-hast';
import { type Checked, problem } from '../../model/diagnostics/diagnostic.js';
import { visit } from '../base/visit.js';
import type { HtmlText } from '../markdown/raw-html.js';
import type { ComponentNode, FormulaNode } from '../markdown/syntax/containers.js';
import type { Blocks, BodyContext } from './blocks.js';
import { Components } from './components/components.js';
import { readDevsiteElements } from './components/devsite-elements.js';
import { linkEmbeds } from './components/embeds.js';
import { element, text } from './html/element.js';
import { frameTables, isEmptyParagraph, listItems, markTasks } from './html/lists-and-tables.js';
import { modernize } from './html/modern-html.js';
import { parseRaw, placeHtmlText, rawHandler } from './html/raw-html.js';
import { readSchemes } from './html/schemes.js';
import { dropForeignClasses } from './print/sanitize.js';

/** Converts a Markdown tree to HTML. Diagnostics: DG704, DG710. */
export function toHtmlTree(mdast: MdastRoot, { input, sources, blocks }: BodyContext): Checked<Root> {
  const { token, words } = input;
  const components = new Components(input.components, token, words);
  const hast = toHast(mdast, {
    allowDangerousHtml: true,
    clobberPrefix: '',
    footnoteLabel: words.text('footnotes'),
    footnoteBackLabel: (index, again) =>
      words.text('backToReference', { number: `${index + 1}${again > 1 ? `-${again}` : ''}` }),
    handlers: handlersOf(token, components, blocks),
  });
  if (blocks.hasHtmlText) placeHtmlText(hast as Root, textTag(token));
  const tree = parseRaw(hast as Root, input.text, token);
  const [tags, placeholder] = [new Set<string>(), codeTag(token)];
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'a') delete node.properties['name']; // makes elements reachable by scripts
    tags.add(node.tagName);
    const code = node.tagName === placeholder ? blocks.elements[Number(node.properties['dataIndex'])] : undefined;
    if (code && parent && index !== undefined) parent.children[index] = { ...code, position: node.position };
  });
  if (components.render(tree)) visit(tree, 'element', ({ tagName }) => void tags.add(tagName));

  const has = (...names: string[]) => names.some((name) => tags.has(name));
  if (has('iframe', 'embed', 'object', 'youtube')) linkEmbeds(tree, words);
  if (has('aside') || [...tags].some((name) => name.startsWith('devsite-'))) readDevsiteElements(tree, words);
  if (has('input')) markTasks(tree, words);
  if (has('table')) frameTables(tree);
  visit(tree, 'element', (node, index, parent) => {
    if (parent && index !== undefined && isEmptyParagraph(node)) {
      parent.children.splice(index, 1);
      return index;
    }
    if (/^(?:img|picture)$/.test(node.tagName)) readSchemes(node);
    modernize(node, words);
    dropForeignClasses(node);
    return undefined;
  });
  const placeOf = ({ position }: ComponentNode) => sources.placeOf(position?.start.offset);
  const unknown = [...components.unknown].map(([name, node]) => problem.unknownComponent({ name }, placeOf(node)));
  const threw = [...components.threw].map(([name, { node, fault }]) => {
    const at = fault.file && fault.start && `${basename(fault.file)}:${fault.start.line}`;
    return problem.componentThrew({ name, reason: fault.reason, at }, placeOf(node));
  });
  return { value: tree, diagnostics: [...unknown, ...threw] };
}

/** Placeholders while raw HTML around them is parsed: an empty one of a code block, and one around Markdown in raw HTML. */
const codeTag = (token: string) => `docgen-code-${token}`;
const textTag = (token: string) => `docgen-text-${token}`;

function handlersOf(token: string, components: Components, blocks: Blocks): Handlers {
  return {
    listItem: listItems(),
    htmlText: (state: State, node: HtmlText): Element =>
      element(textTag(token), {}, state.all(node as never) as ElementContent[]),
    formula: (_state: State, node: FormulaNode) => text(blocks.formulas.marks.get(node) ?? node.source),
    code: ({ patch }: State, node: Code): Element => {
      const held = element(codeTag(token), { dataIndex: String(blocks.indexes.get(node)) });
      patch(node, held);
      return held;
    },
    html: rawHandler,
    component: (state: State, node: ComponentNode): Element => {
      const children = state.all(node as never) as ElementContent[];
      const isBlock = node.children.some(({ type }) => /^(?:paragraph|list|code|heading)$/.test(type));
      const title = node.title && (state.all({ type: 'paragraph', children: node.title } as never) as ElementContent[]);
      const held = components.hold(node, isBlock ? (state.wrap(children, true) as ElementContent[]) : children, title);
      state.patch(node as never, held);
      return held;
    },
  } as unknown as Handlers;
}
