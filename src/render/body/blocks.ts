// The code blocks, diagrams and formulas of a body. They are rendered before its tree is converted, since grammars have to be loaded, and
// stand in it as elements with marks: code is text that no step has to look into.
import type { Element } from 'hast';
import type { Code, Root as MdastRoot } from 'mdast';
import type { Checked, Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { diagramNotDrawn, formulaUnread, invisibleInCode, nothingShown } from '../../model/diagnostics/rendering.js';
import type { Words } from '../../model/labels/words.js';
import { type Diagram, diagramTitle } from '../diagrams/draw.js';
import type { FormulaNode } from '../markdown/syntax/containers.js';
import type { SourceMap } from '../markdown/syntax/source-map.js';
import { visit } from '../markdown/visit.js';
import type { Lap } from '../stopwatch.js';
import { directionMark, renderCode } from './html/code.js';
import { element } from './html/element.js';
import { diagramMark } from './html/refs.js';
import { codeMark } from './marks.js';
import { type Formulas, renderFormulas } from './math/formulas.js';

export interface Blocks {
  /** The number of each code block. */
  readonly indexes: ReadonlyMap<Code, number>;
  /** By number. */
  readonly elements: readonly Element[];
  /** Markup by the number of its mark. */
  readonly codes: readonly string[];
  readonly formulas: Formulas;
  /** True where Markdown stands in raw HTML. */
  readonly hasHtmlText: boolean;
  readonly diagrams: readonly Diagram[];
}

export interface BlocksInput {
  readonly token: string;
  readonly lap: Lap;
  readonly words: Words;
  readonly draw: (source: string) => Promise<Diagram | { readonly fault: string }>;
}

const emptyBlock = {
  what: 'a code block without code',
  instead: 'write the code into the page: what a plugin of another generator puts there is not read',
};

/** Renders the blocks of a tree. Diagnostics: DG705, DG707, DG709, DG712. */
export async function renderBlocks(
  mdast: MdastRoot,
  { draw, token, lap, words }: BlocksInput,
  sources: SourceMap,
): Promise<Checked<Blocks>> {
  const diagnostics: Diagnostic[] = [];
  const indexes = new Map<Code, number>();
  const found: FormulaNode[] = [];
  let hasHtmlText = false;
  visit(mdast, (node) => {
    if (node.type === 'code') indexes.set(node, indexes.size);
    else if (node.type === 'formula') found.push(node);
    else if (node.type === 'htmlText') hasHtmlText = true;
  });
  const [elements, codes, diagrams] = [[] as Element[], [] as string[], [] as Diagram[]];
  for (const block of indexes.keys()) {
    const drawn = block.lang?.toLowerCase() === 'mermaid' ? await draw(block.value) : undefined;
    if (drawn) lap('diagrams');
    const place = sources.placeOf(block.position?.start.offset);
    if (!drawn && block.value.trim() === '') diagnostics.push(nothingShown(emptyBlock, place));
    if (drawn && 'fault' in drawn) diagnostics.push(diagramNotDrawn({ reason: drawn.fault }, place));
    const mark = directionMark(block.value);
    if (mark !== undefined) diagnostics.push(invisibleInCode({ codePoint: mark }, place));
    const { block: code, markup } = await renderCode(block, codeMark(token, codes.length));
    codes.push(markup);
    elements.push(
      drawn && 'svg' in drawn
        ? diagramFigure(drawn, {
            alt: diagramTitle(block.value, words),
            src: diagramMark(token, diagrams.push(drawn) - 1),
            code,
            words,
          })
        : code,
    );
  }
  const formulas = await renderFormulas(found, token, codes);
  for (const { value, position } of formulas.unread)
    diagnostics.push(formulaUnread({ formula: value.slice(0, 80) }, sources.placeOf(position?.start.offset)));
  lap('code');
  return { value: { indexes, elements, codes, formulas, diagrams, hasHtmlText }, diagnostics };
}

/** Gives the code block whose place an element holds; undefined for other elements. */
export function blockPlaces(token: string, { elements }: Blocks): (node: Element) => Element | undefined {
  const codeTag = codeTagOf(token);
  return (node) => {
    const code = node.tagName === codeTag ? elements[Number(node.properties['dataIndex'])] : undefined;
    return code && placed(code, node);
  };
}

/** What stands for a formula: its mark, or what its author wrote. */
export const formulaOf = (node: FormulaNode, { formulas }: Pick<Blocks, 'formulas'>): string =>
  formulas.marks.get(node) ?? node.source;

const placed = (code: Element, { position }: Pick<Element, 'position'>): Element => ({
  ...code,
  ...(position && { position }),
});

/** Stands for a code block while raw HTML around it is parsed. */
const codeTagOf = (token: string) => `docgen-code-${token}`;

/** Holds the place of a code block. */
export function heldCode(node: Code, token: string, { indexes }: Blocks): Element {
  const index = indexes.get(node) ?? 0;
  return placed(element(codeTagOf(token), { dataIndex: String(index) }), node);
}

/** The image of a diagram, and its source for those who cannot see it. */
function diagramFigure(
  { width, height }: Diagram,
  {
    src,
    alt,
    code,
    words,
  }: { readonly src: string; readonly alt: string; readonly code: Element; readonly words: Words },
): Element {
  const image = element('img', { src, alt, width, height });
  const summary = element('summary', {}, [{ type: 'text', value: words.text('diagramSource') }]);
  return element('figure', { className: ['diagram'] }, [image, element('details', {}, [summary, code])]);
}
