// Converts the conditions of an `@import` to blocks around the inlined rules. Pure.

/** Wraps rules in a condition such as `layer(base) supports(display: grid) print`. */
export function underCondition(rules: string, condition: string): string {
  let rest = condition;
  let layer: string | undefined;
  const named = /^layer(?=[\s(]|$)/i.exec(rest);
  if (named) {
    const [inner, behind] = argumentOf(rest.slice(named[0].length));
    layer = inner ?? '';
    rest = behind;
  }
  let supports: string | undefined;
  if (/^supports\(/i.test(rest)) [supports, rest] = argumentOf(rest.slice('supports'.length));
  let wrapped = rules;
  if (layer !== undefined) wrapped = `@layer ${layer} {\n${wrapped}\n}`;
  if (supports !== undefined) wrapped = `@supports (${supports}) {\n${wrapped}\n}`;
  return rest === '' ? wrapped : `@media ${rest} {\n${wrapped}\n}`;
}

/** Returns the content of the parentheses at the start of a text, if there are any, and the rest. */
function argumentOf(text: string): [string | undefined, string] {
  if (!text.startsWith('(')) return [undefined, text.trim()];
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return [text.slice(1, index).trim(), text.slice(index + 1).trim()];
  }
  return [text.slice(1).trim(), ''];
}
