// Renders TeX as MathML, which browsers show without a font or a script. KaTeX's markup is serialized again from an allowlist.
import { mapValues } from 'lodash-es';
import { attempt } from '../../../model/types/attempt.js';
import { attributesIn, printedTag } from '../../base/printed-tags.js';
import type { FormulaNode } from '../../markdown/syntax/containers.js';
import { codePlaceholder } from '../print/fragment.js';
import { mathAttributes, mathElements } from './allowed.js';
import { withStyledLetters } from './letters.js';

/** Maximum length of a formula, and of all formulas of a page, in characters of TeX. */
const [maxFormula, maxPage] = [5_000, 200_000];
/** Maximum number of formulas of a page, and of tokens that their macros insert. */
const [maxFormulas, maxTokens] = [2_000, 1_000_000];
/** Maximum length of a project's macros, in characters. Every formula gets all of them. */
const maxMacros = 20_000;
/** Maximum length of the markup of a formula, in characters, and its maximum depth. */
const [maxMarkup, maxDepth] = [100_000, 100];

export interface Formulas {
  /** Placeholders of formulas. A node without one is not valid TeX, and stays as its author wrote it. */
  readonly marks: ReadonlyMap<FormulaNode, string>;
  /** Text of formulas in headings for lists, by the number of the placeholder. */
  readonly words: ReadonlyMap<number, string>;
  readonly unread: readonly FormulaNode[];
}

/** Renders formulas. Appends their markup to `codes`. */
export async function renderFormulas(
  found: readonly FormulaNode[],
  token: string,
  codes: string[],
  macros?: string,
): Promise<Formulas> {
  const marks = new Map<FormulaNode, string>();
  const words = new Map<number, string>();
  const unread: FormulaNode[] = [];
  const rendered = await formulasOf(found, macros);
  for (const [at, node] of found.entries()) {
    const markup = rendered[at];
    if (markup === undefined) {
      if (node.value.includes('\\')) unread.push(node); // others might not be formulas
      continue;
    }
    const index = codes.push(markup) - 1;
    marks.set(node, codePlaceholder(token, index));
    words.set(index, node.value);
  }
  return { marks, words, unread };
}

/** Returns the markup of formulas, with undefined for invalid TeX or one over a limit. A line of `macroLines` defines a macro for all. Loads KaTeX when it is first called. */
export async function formulasOf(
  formulas: readonly Pick<FormulaNode, 'value' | 'isDisplay'>[],
  macroLines = '',
): Promise<readonly (string | undefined)[]> {
  if (formulas.length === 0) return [];
  const { default: katex } = await import('katex');
  await import('katex/contrib/mhchem'); // adds `\ce` and `\pu`, for chemistry and units
  let left = maxPage;
  const budget = { tokens: maxTokens };
  const given = macrosIn(macroLines);
  return formulas.map(({ value, isDisplay }, index) => {
    left -= value.length;
    if (left < 0 || index >= maxFormulas || value.length > maxFormula) return undefined;
    const macros = countedMacros(value, budget, given);
    // KaTeX throws for invalid TeX, infinite macros, and too deep nesting.
    return attempt(() => printed(katex.renderToString(value, { ...options, displayMode: isDisplay, macros })));
  });
}

/** Options for untrusted texts: no commands that link or load files, limits for macros and sizes, an exception for each error. */
const options = {
  output: 'mathml',
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxSize: 10,
  maxExpand: 1_000,
} as const;

const annotation = /<annotation [^<>]*>[^<]*<\/annotation>/g;
const tag = printedTag('[a-z]+', 'gi');
const names = new Set(mathElements);
const dropped = new Set(['span', 'semantics']);

/** Returns the markup, or undefined if it contains anything that is not allowed, or exceeds a limit. */
function printed(markup: string): string | undefined {
  const text = markup.replace(annotation, '').replaceAll(' ="', '="');
  if (text.length > maxMarkup) return undefined;
  let depth = 0;
  let isAllowed = !text.replace(tag, '').includes('<');
  const html = text.replace(tag, (_, slash: string, name: string, attributes: string, isVoid: string) => {
    if (dropped.has(name)) return '';
    depth += slash ? -1 : isVoid ? 0 : 1;
    isAllowed &&= names.has(name) && depth <= maxDepth;
    return slash ? `</${name}>` : `<${name}${allowedAttributes(attributes)}>${isVoid && `</${name}>`}`;
  });
  return isAllowed ? withStyledLetters(html) : undefined;
}

function allowedAttributes(attributes: string): string {
  return attributesIn(attributes)
    .filter(({ name, value }) => Object.hasOwn(mathAttributes, name) && mathAttributes[name]?.test(value))
    .map(({ source }) => source)
    .join('');
}

type MacroBudget = { tokens: number };

interface Definition {
  readonly tokens: readonly { readonly text: string }[];
  readonly numArgs: number;
}

type Macro = Definition | string | ((expander: object) => Definition | string);

/** TeX macros by name, from lines such as `\R:{\mathbb{R}}` of mdbook-katex. */
type TexMacros = Readonly<Record<string, string>>;

const macrosIn = (lines: string): TexMacros =>
  Object.fromEntries(
    Array.from(lines.slice(0, maxMacros).matchAll(/^(\\[^:\n]+):(.*)$/gm), ([, name, text]) => [name, text]),
  );

/** Returns an object for KaTeX's macros in which a macro over the budget throws. KaTeX itself only limits the number of expansions. */
function countedMacros(formula: string, budget: MacroBudget, given: TexMacros): Record<string, object> {
  return new Proxy<Record<string, Macro>>(
    mapValues(given, (text) => counted(text, formula.length, budget)),
    {
      set: (macros, name: string, macro: Macro) => {
        macros[name] = isLong(macro) ? counted(macro, formula.length, budget) : macro;
        return true;
      },
    },
  ) as Record<string, object>;
}

/** Whether a macro can insert several tokens. `\let` only replaces one token by another. */
const isLong = (macro: Macro): macro is Definition =>
  typeof macro === 'object' && (macro.tokens.length > 1 || macro.numArgs > 0);

function counted<Own extends Definition | string>(definition: Own, length: number, budget: MacroBudget) {
  return (expander: object): Own => {
    const tokens = typeof definition === 'string' ? [...definition] : definition.tokens.map(({ text }) => text);
    const places = tokens.filter((text) => text === '#').length;
    // An argument has at most the tokens that are not read yet: those inserted by macros, and the rest of the formula.
    const { stack } = expander as { readonly stack: readonly unknown[] };
    budget.tokens -= tokens.length + places * (stack.length + length);
    if (budget.tokens < 0) throw new Error('macros insert too many tokens');
    return definition;
  };
}
