// Which of several tags is the newest, by their names alone: `v2.10.0` behind `v2.9.3`, a release before its candidates.

const beforeRelease =
  /(?:^|[^a-z])(?:alpha|beta|rc|pre(?:view|release)?|dev|next|canary|nightly|snapshot|m)\.?-?\d*(?:$|[^a-z])/i;

/** The newest of the tags that a pattern takes; undefined where it takes none. Candidates count only where there is no release. */
export function newestTag(tags: Iterable<string>, pattern: string): string | undefined {
  const isTaken = takes(pattern);
  const taken = [...tags].filter(isTaken);
  const released = taken.filter((tag) => !beforeRelease.test(tag));
  return (released.length > 0 ? released : taken).sort(compareNames).at(-1);
}

/** `*` stands for any characters. The pieces between are looked for one after the other, so the time is linear. */
function takes(pattern: string): (tag: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  return (tag) => {
    if (!tag.startsWith(first) || !tag.endsWith(last) || tag.length < first.length + last.length) return false;
    let from = first.length;
    for (const piece of rest) {
      const at = tag.indexOf(piece, from);
      if (at === -1 || at + piece.length > tag.length - last.length) return false;
      from = at + piece.length;
    }
    return true;
  };
}

/** Numbers by their value, what is between them by code unit. */
function compareNames(a: string, b: string): number {
  const [x, y] = [a, b].map((name) => name.split(/(\d+)/)) as [string[], string[]];
  for (let index = 0; index < Math.max(x.length, y.length); index += 1) {
    const [left = '', right = ''] = [x[index], y[index]];
    const order = index % 2 === 1 ? compareNumbers(left, right) : Number(left > right) - Number(left < right);
    if (order !== 0) return order;
  }
  return 0;
}

function compareNumbers(left: string, right: string): number {
  const [x, y] = [left, right].map((digits) => digits.replace(/^0+(?=\d)/, '')) as [string, string];
  return x.length - y.length || Number(x > y) - Number(x < y);
}
