// Arrows from a box to itself: beside the box, which is so much wider for its neighbours.
import type { Box, Item, Point, Size } from './graph.js';
import type { Part } from './levels.js';

interface Loop {
  readonly arrow: number;
  /** From the middle of the box. */
  readonly points: readonly Point[];
  readonly label: Point | undefined;
  /** How far it reaches beyond the box. */
  readonly reach: number;
}

const step = 20;

/** The loops of each box of a frame. */
export function selfLoops(
  boxes: readonly Box[],
  parts: readonly Part[],
  labelOf: (arrow: number) => Size | undefined,
  sizes: readonly Size[],
): readonly (readonly Loop[])[] {
  return boxes.map(({ id, isPointed }, index) => {
    const size = sizes[index] as Size;
    const own = parts.filter(({ from, to }) => from === id && to === id);
    const loops: Loop[] = [];
    for (const [at, { arrow }] of own.entries()) {
      const start = size.width / 2;
      const dy = isPointed ? size.height / 8 : (size.height / 2) * ((at + 1) / (own.length + 1));
      const x = start + (loops.at(-1)?.reach ?? 0) + step;
      const label = labelOf(arrow);
      const edge = isPointed ? start * 0.75 : start;
      loops.push({
        arrow,
        points: [
          { x: edge, y: -dy },
          { x, y: -dy },
          { x, y: dy },
          { x: edge, y: dy },
        ],
        label: label && { x: x + label.width / 2 + 4, y: 0 },
        reach: x - start + (label ? label.width + 4 : 0),
      });
    }
    return loops;
  });
}

/** A box with room for its loops; it stays in the middle. */
export function widened({ width, ports, ...item }: Item, loops: readonly Loop[]): Item {
  const room = loops.at(-1)?.reach ?? 0;
  if (room === 0) return { width, ports, ...item };
  return { ...item, width: width + 2 * room, ports: new Map([...ports].map(([arrow, x]) => [arrow, x + room])) };
}
