// Shapes of letters for a round pen. docgen has its own outlines of Latin letters (`letters.json`), so that pictures need no font. Letters are
// 14 units high above the baseline y = 0. A stroke is a list of points: a point after `h` or `v` ends a quarter of an ellipse that starts
// horizontally or vertically, other points end a straight line. Marks of accented letters are relative to the middle of the letter.
import { memoize } from 'lodash-es';
import shapes from './letters.json' with { type: 'json' };

/** A line: x1, y1, x2, y2. */
export type Line = readonly [number, number, number, number];

/** The lines of a letter or an accent, and their position in a text. */
interface Part {
  readonly lines: readonly Line[];
  readonly x: number;
  readonly y: number;
}

export interface TextShape {
  readonly width: number;
  readonly parts: readonly Part[];
}

const [spacing, blank] = [3.7, 4.6];
const stepsPerQuarter = 5;
/** Parses an outline when a text first uses its character, because parsing all takes as long as starting the process. */
const outlines = <T>(paths: Readonly<Record<string, string>>, read: (path: string) => T) =>
  memoize((char: string): T | undefined => {
    const path = Object.hasOwn(paths, char) ? paths[char] : undefined;
    return path === undefined ? undefined : read(path);
  });
const letterOf = outlines(shapes.letters, readLetter);
const markAbove = outlines(shapes.above, readLines);
const markBelow = outlines(shapes.below, readLines);

/** Returns the shape of a text, 14 units high, or undefined if docgen has no outline for one of its characters. */
export function shapeOf(text: string): TextShape | undefined {
  const parts: Part[] = [];
  let end = 0;
  let last = { start: 0, width: 0, top: 0 };
  // The dot of i and j is a mark, which another mark above replaces.
  const marks = text
    .normalize('NFD')
    .replace(/[ij](?![\u0300-\u030c])/g, '$&\u0307')
    .replaceAll('i', 'ı');
  for (const char of marks.replaceAll('j', 'ȷ')) {
    const [letter, mark] = [letterOf(char), markAbove(char) ?? markBelow(char)];
    if (letter) {
      last = { start: end, ...letter };
      parts.push({ lines: letter.lines, x: end, y: 0 });
      end += letter.width + spacing;
    } else if (mark) parts.push({ lines: mark, x: last.start + last.width / 2, y: markAbove(char) ? last.top : 0 });
    else if (/\s/.test(char)) end += blank;
    else return undefined;
  }
  return { width: Math.max(0, end - spacing), parts };
}

function readLetter(path: string) {
  const lines = readLines(path);
  const [width, top] = [Math.max(...lines.flatMap(([x1, , x2]) => [x1, x2])), Math.max(...lines.map(([, y]) => y))];
  return { width, top: Math.min(top, 14), lines };
}

function readLines(path: string): Line[] {
  return path.split('/').flatMap((stroke) => {
    const lines: Line[] = [];
    let [from, bend]: [readonly [number, number] | undefined, string] = [undefined, ''];
    for (const [, sign = '', x, y] of stroke.matchAll(/([hv]?) ?(-?[\d.]+) (-?[\d.]+)/g)) {
      bend = sign;
      const to = [Number(x), Number(y)] as const;
      if (from) lines.push(...quarter(from, to, bend));
      from = to;
    }
    return lines;
  });
}

/** Returns a straight line, or a quarter of an ellipse as short segments. */
function quarter([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], bend: string): Line[] {
  if (bend === '') return [[x1, y1, x2, y2]];
  const at = (step: number): readonly [number, number] => {
    const angle = (Math.PI / 2) * (step / stepsPerQuarter);
    const [near, far] = [Math.sin(angle), 1 - Math.cos(angle)];
    const [along, across] = bend === 'h' ? [near, far] : [far, near];
    return [x1 + (x2 - x1) * along, y1 + (y2 - y1) * across];
  };
  return Array.from({ length: stepsPerQuarter }, (_, step): Line => [...at(step), ...at(step + 1)]);
}
