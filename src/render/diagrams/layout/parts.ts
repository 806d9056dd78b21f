// Splits edges into segments by subgraph.
import type { Arrow, Box } from './graph.js';

/** A segment of an edge in one subgraph, between two of its boxes. Without `from` or `to`, it crosses the border of the subgraph. */
export interface Part {
  readonly arrow: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Whether it is reversed to break a cycle. */
  readonly isReversed: boolean;
  /** Whether this subgraph contains the label of the edge: the innermost one around both ends. */
  readonly isMain: boolean;
}

/** Returns the segments of edges by the id of their subgraph, '' for the diagram itself. */
export function partsByFrame(boxes: readonly Box[], arrows: readonly Arrow[]): ReadonlyMap<string, readonly Part[]> {
  const paths = pathsOf(boxes);
  const parts = new Map<string, Part[]>([...paths.keys(), ''].map((id) => [id, []]));
  const depths: number[] = [];
  for (const [arrow, { from, to }] of arrows.entries()) {
    const [source, target] = [paths.get(from), paths.get(to)];
    if (!source || !target) continue;
    let at = 0;
    while (at < source.length - (from === to ? 1 : 0) && source[at] === target[at]) at++;
    depths[arrow] = at;
    parts.get(source[at - 1] ?? '')?.push({ arrow, from: source[at], to: target[at], isReversed: false, isMain: true });
  }
  const reversed = new Set([...parts.values()].flatMap(backwardsOf));
  for (const list of parts.values())
    for (const [at, part] of list.entries()) list[at] = { ...part, isReversed: reversed.has(part.arrow) };
  for (const [arrow, depth] of depths.entries()) {
    const { from, to } = arrows[arrow] as Arrow;
    for (const end of ['from', 'to'] as const) {
      for (const [at, box] of (paths.get(end === 'from' ? from : to) ?? []).entries()) {
        if (depth === undefined || at <= depth) continue;
        const ends = { from: undefined, to: undefined, [end]: box };
        const frame = paths.get(box)?.at(-2) ?? '';
        parts.get(frame)?.push({ arrow, ...ends, isReversed: reversed.has(arrow), isMain: false });
      }
    }
  }
  return parts;
}

/** Returns for each box the ids of the subgraphs around it, from the outermost, and its own id. */
function pathsOf(boxes: readonly Box[], around: readonly string[] = []): Map<string, readonly string[]> {
  return new Map(
    boxes.flatMap(({ id, children = [] }) => [[id, [...around, id]] as const, ...pathsOf(children, [...around, id])]),
  );
}

/** Returns the edges that close a cycle if boxes are visited in the order of the source. */
function backwardsOf(parts: readonly Part[]): number[] {
  const isOpen = new Map<string, boolean>();
  const visit = (id: string): number[] => {
    isOpen.set(id, true);
    const backwards = parts.flatMap(({ arrow, from, to }) => {
      if (from !== id || to === undefined || to === id) return [];
      return isOpen.get(to) ? [arrow] : isOpen.has(to) ? [] : visit(to);
    });
    isOpen.set(id, false);
    return backwards;
  };
  return parts.flatMap(({ from }) => (from === undefined || isOpen.has(from) ? [] : visit(from)));
}
