// Renders code blocks, diagrams and formulas before the tree is converted to HTML, because loading grammars is asynchronous.
import type { Element } from 'hast';
import type { Code, Root as MdastRoot } from 'mdast';
import type { ComponentRegistry } from '../../../templates/components/index.js';
import { type Checked, type Diagnostic, problem, unicodeName } from '../../model/diagnostics/diagnostic.js';
import { wordOf } from '../../model/input/plain-data.js';
import type { Words } from '../../model/labels/ui-text.js';
import type { RecordStep } from '../base/stopwatch.js';
import { visit } from '../base/visit.js';
import { type Diagram, diagramTitle, drawDiagram } from '../diagrams/draw.js';
import type { FormulaNode } from '../markdown/syntax/containers.js';
import type { SourceMap } from '../markdown/syntax/source-map.js';
import type { BodyInput } from './body-types.js';
import { directionMark, renderCode } from './html/code.js';
import { element, text } from './html/element.js';
import { measure } from './html/overflow.js';
import { type Formulas, renderFormulas } from './math/formulas.js';
import { codePlaceholder } from './print/fragment.js';

/** Minimum scale of a diagram that is wider than the article. At a smaller scale, its text is not legible. */
const minScale = 0.7;

export interface Blocks {
  readonly indexes: ReadonlyMap<Code, number>;
  /** Rendered code blocks and diagrams, by the number of the code block. */
  readonly elements: readonly Element[];
  /** Markup by the number of its placeholder. */
  readonly codes: readonly string[];
  readonly formulas: Formulas;
  /** Kind of raw HTML in the tree: with Markdown in it (`text`), without (`html`), or none. */
  readonly raw: 'text' | 'html' | '';
  readonly diagrams: readonly Diagram[];
}

export interface TextInput extends Omit<BodyInput, 'components'> {
  /** Start of placeholders: a hash of the input, which no author can write into it. */
  readonly token: string;
  readonly components: ComponentRegistry;
  readonly lap: RecordStep;
  readonly words: Words;
}

export interface BodyContext {
  readonly input: TextInput;
  readonly sources: SourceMap;
  readonly blocks: Blocks;
}

/** Renders the blocks of a tree. Diagnostics: DG705, DG707, DG709, DG712. */
export async function renderBlocks(
  mdast: MdastRoot,
  { token, lap, words, code: options, variables }: TextInput,
  sources: SourceMap,
): Promise<Checked<Blocks>> {
  const diagnostics: Diagnostic[] = [];
  const indexes = new Map<Code, number>();
  const found: FormulaNode[] = [];
  let raw: Blocks['raw'] = '';
  visit(mdast, (node) => {
    if (node.type === 'code') indexes.set(node, indexes.size);
    else if (node.type === 'formula') found.push(node);
    else if (node.type === 'htmlText') raw = 'text';
    else if (node.type === 'html' || (node.type === 'component' && node.title)) raw ||= 'html';
  });
  const [elements, codes, diagrams] = [[] as Element[], [] as string[], [] as Diagram[]];
  for (const block of indexes.keys()) {
    const drawn = block.lang?.toLowerCase() === 'mermaid' ? await drawDiagram(block.value) : undefined;
    if (drawn) lap('diagrams');
    const place = () => sources.placeOf(block.position?.start.offset);
    if (!drawn && block.value.trim() === '') diagnostics.push(problem.nothingShown({}, place()));
    if (drawn && 'fault' in drawn) diagnostics.push(problem.diagramNotDrawn({ reason: drawn.fault }, place()));
    const mark = directionMark(block.value);
    if (mark !== undefined) diagnostics.push(problem.invisibleInCode({ character: unicodeName(mark) }, place()));
    const { block: code, markup } = await renderCode(block, codePlaceholder(token, codes.length), options);
    codes.push(markup);
    if (!drawn || 'fault' in drawn) elements.push(code);
    else {
      const scale = Math.min(1, Math.max(minScale, measure / drawn.width));
      const [width, height] = [drawn.width, drawn.height].map((length) => Math.round(length * scale));
      const image = element('img', { alt: diagramTitle(block.value, words), width, height });
      image.data = { diagram: diagrams.push(drawn) - 1 };
      const summary = element('summary', {}, [text(words.text('diagramSource'))]);
      const source = element('details', {}, [summary, code]);
      elements.push(element('figure', { className: ['diagram'] }, [image, source]));
    }
  }
  const formulas = await renderFormulas(found, token, codes, wordOf(variables.texMacros));
  for (const { value, position } of formulas.unread)
    diagnostics.push(problem.formulaUnread({ formula: value.slice(0, 80) }, sources.placeOf(position?.start.offset)));
  lap('code');
  return { value: { indexes, elements, codes, formulas, diagrams, raw }, diagnostics };
}
