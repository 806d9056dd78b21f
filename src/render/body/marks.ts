// What stands for finished markup, code and formulas, until a tree is printed. No author can write the token in it.

/** Stands for the code of a block until the tree is printed. */
export const codeMark = (token: string, index: number) => `${token}code${index}.`;

/** A text with something else in the places of its marks, by their numbers. */
export function replaceMarks(text: string, token: string, markup: (index: number) => string): string {
  if (!text.includes(token)) return text;
  const start = `${token}code`;
  let replaced = '';
  let end = 0;
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, end)) {
    const behind = text.indexOf('.', at);
    replaced += text.slice(end, at) + markup(Number(text.slice(at + start.length, behind)));
    end = behind + 1;
  }
  return replaced + text.slice(end);
}
