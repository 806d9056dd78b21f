// Counts the tokens that macros of a formula insert. KaTeX only limits how many macros are expanded.

/** Number of tokens that macros can still insert. */
interface MacroBudget {
  tokens: number;
}

interface Definition {
  readonly tokens: readonly { readonly text: string }[];
  readonly numArgs: number;
}

type Macro = Definition | string | ((expander: object) => Definition);

/** Returns an object for KaTeX's macros, in which a macro that exceeds the budget throws. */
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

/** Whether a macro can insert several tokens. `\let` only replaces one by another. */
const isLong = (macro: Macro): macro is Definition =>
  typeof macro === 'object' && (macro.tokens.length > 1 || macro.numArgs > 0);

function counted(definition: Definition, length: number, budget: MacroBudget): (expander: object) => Definition {
  const places = definition.tokens.filter(({ text }) => text === '#').length;
  return (expander) => {
    // An argument has at most the tokens that are not read yet: inserted ones, and the formula.
    const { stack } = expander as { readonly stack: readonly unknown[] };
    budget.tokens -= definition.tokens.length + places * (stack.length + length);
    if (budget.tokens < 0) throw new Error('macros insert too many tokens');
    return definition;
  };
}
