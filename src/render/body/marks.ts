// What stands for finished markup, code and formulas, until a tree is printed. No author can write the token in it.
import type { Element } from 'hast';

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

/** Code takes the place of its mark in text only: in an attribute, such as the label of a heading around a code block, it could end the value. */
export function dropMarks({ properties }: Element, token: string): void {
  for (const name in properties) {
    const value = properties[name];
    if (typeof value === 'string') properties[name] = replaceMarks(value, token, () => '');
  }
}
