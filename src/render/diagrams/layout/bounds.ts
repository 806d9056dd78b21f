// A layout's time grows faster than its input.
import type { Link } from './graph.js';

const [mostBoxes, mostArrows, mostLanes] = [250, 400, 3_000];

/** Refuses what would take seconds to lay out. */
export function checkSize(boxes: number, arrows: number): void {
  if (boxes > mostBoxes) throw new Error(`it has over ${mostBoxes} boxes`);
  if (arrows > mostArrows) throw new Error(`it has over ${mostArrows} arrows`);
}

/** The same for one level: a link takes a lane in each row that it passes. */
export function checkLanes(count: number, links: readonly Link[]): void {
  const lowers = Array.from({ length: count }, () => [] as number[]);
  const [rows, waiting] = [new Array<number>(count).fill(0), new Array<number>(count).fill(0)];
  for (const { upper, lower } of links) {
    if (upper === undefined || lower === undefined) continue;
    lowers[upper]?.push(lower);
    waiting[lower] = (waiting[lower] ?? 0) + 1;
  }
  const ready = [...waiting.keys()].filter((item) => waiting[item] === 0);
  for (let item = ready.pop(); item !== undefined; item = ready.pop()) {
    for (const lower of lowers[item] ?? []) {
      rows[lower] = Math.max(rows[lower] ?? 0, (rows[item] ?? 0) + 1);
      waiting[lower] = (waiting[lower] ?? 0) - 1;
      if (waiting[lower] === 0) ready.push(lower);
    }
  }
  const below = Math.max(0, ...rows) + 1;
  const rowOf = (item: number | undefined, otherwise: number) => (item === undefined ? otherwise : (rows[item] ?? 0));
  const lanes = links.reduce((sum, { upper, lower }) => sum + rowOf(lower, below) - rowOf(upper, -1), 0);
  if (lanes > mostLanes) throw new Error(`its arrows pass over ${mostLanes} boxes`);
}
