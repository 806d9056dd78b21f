/** The addresses of a `srcset`, by the rules of HTML: `a.png 1x, b,c.png 200w`; each with its index in the text. */
export function addressesOfSrcset(text: string): { readonly url: string; readonly index: number }[] {
  const found: { url: string; index: number }[] = [];
  const part = /[\s,]*(\S+)/y;
  for (let match = part.exec(text); match; match = part.exec(text)) {
    const whole = match[1] ?? '';
    const url = whole.replace(/,+$/, '');
    const index = part.lastIndex - whole.length;
    if (url !== '') found.push({ url, index });
    if (whole.endsWith(',')) continue; // a candidate without a size
    part.lastIndex = endOfDescriptors(text, part.lastIndex);
  }
  return found;
}

/** Sizes end at a comma outside brackets. */
function endOfDescriptors(text: string, from: number): number {
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const char = text[index];
    if (char === '(') depth += 1;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (char === ',' && depth === 0) return index + 1;
  }
  return text.length;
}
