// Macros that a formula defines, counted: KaTeX bounds how many are expanded, and not how much each of them puts in.

/** Tokens that macros may still put in. */
export interface MacroBudget {
  tokens: number;
}

interface Definition {
  readonly tokens: readonly { readonly text: string }[];
  readonly numArgs: number;
}

type Macro = Definition | string | ((expander: object) => Definition);

/** Where KaTeX keeps the macros of a formula; one that would put in more than the budget is an exception. */
export function countedMacros(formula: string, budget: MacroBudget): Record<string, object> {
  return new Proxy<Record<string, Macro>>(
    {},
    {
      set: (macros, name: string, macro: Macro) => {
        macros[name] = isLong(macro) ? counted(macro, formula.length, budget) : macro;
        return true;
      },
    },
  ) as Record<string, object>;
}

/** False for one token in the place of another, as `\let` has it: as many of those as are expanded. */
const isLong = (macro: Macro): macro is Definition =>
  typeof macro === 'object' && (macro.tokens.length > 1 || macro.numArgs > 0);

function counted(definition: Definition, length: number, budget: MacroBudget): (expander: object) => Definition {
  const places = definition.tokens.filter(({ text }) => text === '#').length;
  return (expander) => {
    // An argument is at most what is left to read: tokens that were put in, and the formula.
    const { stack } = expander as { readonly stack: readonly unknown[] };
    budget.tokens -= definition.tokens.length + places * (stack.length + length);
    if (budget.tokens < 0) throw new Error('macros put in too much');
    return definition;
  };
}
