// Converts a Markdown tree to HTML: parses raw HTML, renders components, and converts elements of all dialects. Then walks the body in document order to number
// elements, and for everything that depends on earlier elements.
import { basename } from 'node:path';
import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { Code, Root as MdastRoot } from 'mdast';
import { type Handlers, type State, toHast } from 'mdast-util-to-hast';
import type { PageFacts } from '../../model/content/parse/page-facts.js';
import { type Checked, type Diagnostic, type Place, problem } from '../../model/diagnostics/diagnostic.js';
import { replaceChild, visit } from '../base/visit.js';
import type { HtmlText } from '../markdown/raw-html.js';
import type { ComponentNode, FormulaNode } from '../markdown/syntax/containers.js';
import type { Blocks, BodyContext } from './blocks.js';
import { Components } from './components/components.js';
import { linkEmbeds, readDevsiteElements, unpublishedElements } from './components/foreign-elements.js';
import { contentsOf } from './html/contents.js';
import { element, headingLevel, text } from './html/element.js';
import { Identifier } from './html/headings.js';
import { frameTables, isEmptyParagraph, listItems, markTasks, modernize } from './html/modern-html.js';
import { repaired } from './html/nesting.js';
import { measure, overflowMarker, roomIn } from './html/overflow.js';
import { parseRaw, placeHtmlText, rawHandler } from './html/raw-html.js';
import { References } from './html/refs.js';
import { readSchemes } from './html/schemes.js';
import { dropUnlistedClasses, unpublished } from './print/allowlist.js';
import { replacePlaceholders } from './print/fragment.js';
import { anglePlaceholder } from './print/print.js';

/** Converts a Markdown tree to HTML. Diagnostics: DG704, DG710, DG714. */
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
  }) as Root;
  if (blocks.raw === 'text') placeHtmlText(hast, textTag(token));
  const tree = blocks.raw ? parseRaw(hast, input.text, token) : hast;
  const [tags, placeholder] = [new Set<string>(), codeTag(token)];
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'a') delete node.properties['name']; // makes elements accessible to scripts by name
    tags.add(node.tagName);
    const code = node.tagName === placeholder ? blocks.elements[Number(node.properties['dataIndex'])] : undefined;
    if (code && parent && index !== undefined) parent.children[index] = { ...code, position: node.position };
  });
  if (components.render(tree)) visit(tree, 'element', ({ tagName }) => void tags.add(tagName));

  const has = (...names: string[]) => names.some((name) => tags.has(name));
  if (has('iframe', 'embed', 'object', 'youtube')) linkEmbeds(tree, words);
  if (has('aside') || [...tags].some((name) => name.startsWith('devsite-'))) readDevsiteElements(tree);
  if (has('input')) markTasks(tree, words);
  if (has('table')) frameTables(tree);
  modernizeElements(tree, words);
  const placeOf = (position: Element['position']) => sources.placeOf(position?.start.offset);
  const lost = has(...unpublished) ? unpublishedElements(tree) : [];
  const problems = lost.map(({ tagName: name, position }) =>
    problem.elementNotPublished({ name, isDrawing: name === 'svg', isFormula: name === 'math' }, placeOf(position)),
  );
  return { value: tree, diagnostics: [...problemsOf(components, placeOf), ...problems] };
}

/** Repairs elements that a browser would move, and removes empty paragraphs and presentational markup. */
function modernizeElements(tree: Root, words: BodyContext['input']['words']): void {
  visit(tree, 'element', (node, index, parent) => {
    if (parent && index !== undefined && isEmptyParagraph(node)) {
      parent.children.splice(index, 1);
      return index;
    }
    const others = parent && repaired(node, parent as Element);
    if (others && index !== undefined) {
      replaceChild(parent, index, others);
      return index;
    }
    if (/^(?:img|picture)$/.test(node.tagName)) readSchemes(node);
    modernize(node, words);
    dropUnlistedClasses(node);
    return undefined;
  });
}

function problemsOf({ unknown, threw }: Components, placeOf: (position: ComponentNode['position']) => Place) {
  const ofUnknown = [...unknown].map(([name, node]) => unknownProblem(name, node, placeOf(node.position)));
  const ofThrown = [...threw].map(([name, { node, fault }]) => {
    const at = fault.file && fault.start && `${basename(fault.file)}:${fault.start.line}`;
    return problem.componentThrew({ name, reason: fault.reason, at }, placeOf(node.position));
  });
  return [...ofUnknown, ...ofThrown];
}

/** Required props of docgen's components. Without its prop, a component has no output. */
const neededProps: Readonly<Record<string, string>> = {
  Code: 'code',
  Image: 'src',
  Picture: 'src',
  VPTeamMembers: 'members',
};

function unknownProblem(name: string, { props, template, file }: ComponentNode, place: Place): Diagnostic {
  const needed = neededProps[name];
  const isComputed = needed !== undefined && needed in props && props[needed] === undefined;
  return problem.unknownComponent({ name, template, file, ...(isComputed && { computed: needed }) }, place);
}

/** Names of temporary elements while raw HTML is parsed: an empty one for a code block, and one around Markdown in raw HTML. */
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
      const held = components.insertPlaceholder(
        node,
        isBlock ? (state.wrap(children, true) as ElementContent[]) : children,
        title,
      );
      state.patch(node as never, held);
      return held;
    },
  } as unknown as Handlers;
}

/** Finishes a tree in place before sanitizing. An `<a>` without a URL is replaced by its content, because it is not a link. */
export function assignIdsAndSlots(tree: Root, { input, sources, blocks }: BodyContext, page: PageFacts) {
  const { token, words, canTakeHeading, headingIds: rule, ownSites } = input;
  const shown = (text: string) => replacePlaceholders(text, token, (index) => blocks.formulas.words.get(index) ?? '');
  const markOverflow = overflowMarker(shown, words);
  const titleLevel = canTakeHeading && page.title ? page.title.level : 1;
  const ids = new Identifier({ titleLevel, shown, rule, words });
  const placeOf = ({ position }: Element) => sources.placeOf(position?.start.offset);
  const refs = new References({ token, placeOf, ownSites });
  const [tocs, cards]: [Element[], Element[]] = [[], []];
  const walk = (parent: Root | Element, room: number, isLink = false) => {
    const { children } = parent;
    for (let index = 0; index < children.length; ) {
      const child = children[index] as Root['children'][number];
      index += 1;
      if (child.type === 'text') ids.text(child.value);
      if (child.type !== 'element') continue;
      const isImage = child.tagName === 'img';
      if (child.data?.toc) tocs.push(child);
      if (child.data?.cards) cards.push(child);
      markOverflow(child, room);
      ids.element(child, isLink);
      refs.addReference(child);
      cleanValues(child, token);
      if (isImage || /^(?:script|style)$/.test(child.tagName)) continue; // their text is alternative text or code
      const isLost = child.tagName === 'a' && typeof child.properties['href'] !== 'string';
      if (isLost && child.properties['id'] === undefined) {
        index -= 1;
        replaceChild(parent, index, child.children);
        continue;
      }
      if (isLost) child.tagName = 'span';
      walk(child, roomIn(child, room), isLink || child.tagName === 'a');
    }
  };
  walk(tree, measure);
  const found = ids.found();
  for (const node of tocs) node.children = contentsOf(found.headings, node.data?.toc ?? {});
  for (const node of cards) node.children = [refs.cards(node)];
  return { slots: refs.slots, diagnostics: refs.diagnostics, ...found };
}

/** Removes placeholders of code from attributes, because code could contain quotes. Replaces `<`, see `printBody`. */
function cleanValues({ properties }: Element, token: string): void {
  const clean = (value: string) => {
    const text = replacePlaceholders(value, token, () => '');
    return text.includes('<') ? text.replaceAll('<', anglePlaceholder(token)) : text;
  };
  for (const name in properties) {
    const value = properties[name];
    if (typeof value === 'string') properties[name] = clean(value);
    else if (Array.isArray(value)) properties[name] = value.map((one) => clean(String(one)));
  }
}

// Minimum number of elements of a body to split, and of each part.
const [minElements, minPerPart] = [3000, 300];

/** Splits a long body into parts, at headings if possible, so that browsers only lay out those near the viewport. The first blocks stay outside. */
export function cutIntoParts(tree: Root): void {
  const weights = tree.children.map(weightOf);
  if (weights.reduce((sum, weight) => sum + weight, 0) < minElements) return;
  const parts: RootContent[][] = [[]];
  let weight = 0;
  for (const [index, child] of tree.children.entries()) {
    if (weight >= 2 * minPerPart || (weight >= minPerPart && headingLevel(child) > 0)) {
      parts.push([]);
      weight = 0;
    }
    parts.at(-1)?.push(child);
    weight += weights[index] ?? 0;
  }
  const [first = [], ...others] = parts;
  tree.children = [...first, ...others.map(partOf)];
}

/** Returns the number of elements, including those of code. */
function weightOf(node: RootContent): number {
  if (node.type !== 'element') return 0;
  return node.children.reduce((sum, child) => sum + weightOf(child), 1 + (node.data?.tokens ?? 0));
}

/** Wraps blocks in a part, each on its own line, as at the root of a body. */
function partOf(children: readonly RootContent[]): Element {
  const lines = children.flatMap((child) => [text('\n'), child as ElementContent]);
  return element('section', { className: ['part'] }, [...lines, text('\n')]);
}
