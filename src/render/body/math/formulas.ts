// The formulas of a text, behind marks: their markup is put in when all that an author wrote is sanitised.
import type { FormulaNode } from '../../markdown/syntax/containers.js';
import { codeMark } from '../marks.js';
import { formulasOf } from './mathml.js';

export interface Formulas {
  /** The mark of each formula; of one that is no TeX none: it stays what its author wrote. */
  readonly marks: ReadonlyMap<FormulaNode, string>;
  /** What a list of headings says in the place of a mark, by its number. */
  readonly words: ReadonlyMap<number, string>;
  readonly unread: readonly FormulaNode[];
}

/** Formulas are put in as code is: their markup goes to the end of `codes`. */
export async function renderFormulas(found: readonly FormulaNode[], token: string, codes: string[]): Promise<Formulas> {
  const marks = new Map<FormulaNode, string>();
  const words = new Map<number, string>();
  const unread: FormulaNode[] = [];
  const rendered = await formulasOf(found);
  for (const [at, node] of found.entries()) {
    const markup = rendered[at];
    if (markup === undefined) {
      if (node.value.includes('\\')) unread.push(node); // else it may have been no formula
      continue;
    }
    const index = codes.push(markup) - 1;
    marks.set(node, codeMark(token, index));
    words.set(index, node.value);
  }
  return { marks, words, unread };
}
