/** Characters of a file for machines at most, so that none is megabytes in UTF-8. */
const longestFile = 2_000_000;

/** Lines in parts of so many, none of them very long; one part, which may be empty, at least. */
export function inParts(lines: readonly string[], most = Number.POSITIVE_INFINITY): readonly (readonly string[])[] {
  let part: string[] = [];
  let length = 0;
  const parts = [part];
  for (const line of lines) {
    if (part.length > 0 && (part.length >= most || length + line.length > longestFile)) {
      part = [];
      length = 0;
      parts.push(part);
    }
    part.push(line);
    length += line.length;
  }
  return parts;
}
