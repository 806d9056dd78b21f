// Which parts of which arrows belong to which frame.
import type { Arrow, Box } from './graph.js';

/** A part of an arrow in one frame, between two of its boxes; without the one or the other it goes through the frame's edge. */
export interface Part {
  readonly arrow: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Runs against the flow, so that no circle is left. */
  readonly isReversed: boolean;
  /** The frame is the one that has the arrow's label: the innermost around both ends. */
  readonly isMain: boolean;
}

/** The parts of arrows by the id of their frame; the diagram itself has the id ''. */
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

/** For each box, the ids of the frames around it, from the outermost, and its own. */
function pathsOf(boxes: readonly Box[], around: readonly string[] = []): Map<string, readonly string[]> {
  return new Map(
    boxes.flatMap(({ id, children = [] }) => [[id, [...around, id]] as const, ...pathsOf(children, [...around, id])]),
  );
}

/** Arrows that close a circle, when the boxes are visited in the order of the source. */
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
