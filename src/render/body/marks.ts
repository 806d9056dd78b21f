// What stands for finished markup, code and formulas, until a tree is printed. No author can write the token in it.
import type { Element } from 'hast';

/** Stands for the code of a block until the tree is printed. */
export const codeMark = (token: string, index: number) => `${token}code${index}.`;

export const codeMarks = (token: string) => new RegExp(`${token}code(\\d+)\\.`, 'g');

/** Markup with the code that was kept out of the printer's way. */
export function fillCode(html: string, token: string, codes: readonly string[]): string {
  return codes.length === 0 ? html : html.replace(codeMarks(token), (_, index: string) => codes[Number(index)] ?? '');
}

/** Code takes the place of its mark in text only: in an attribute, such as the label of a heading around a code block, it could end the value. */
export function dropMarks({ properties }: Element, token: string): void {
  for (const name in properties) {
    const value = properties[name];
    if (typeof value === 'string' && value.includes(`${token}code`))
      properties[name] = value.replace(codeMarks(token), '');
  }
}
