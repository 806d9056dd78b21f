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

/** Sizes end at a comma outside brackets; the first bracket that closes ends those that opened before it. */
function endOfDescriptors(text: string, from: number): number {
  let isInBrackets = false;
  for (let index = from; index < text.length; index += 1) {
    const char = text[index];
    if (char === '(') isInBrackets = true;
    else if (char === ')') isInBrackets = false;
    else if (char === ',' && !isInBrackets) return index + 1;
  }
  return text.length;
}
