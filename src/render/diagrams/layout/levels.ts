// Which parts of which arrows belong to which frame.
import type { Arrow, Box } from './graph.js';

/** A part of an arrow in one frame, between two of its boxes; without the one or the other it goes through the frame's edge. */
export interface Part {
  readonly arrow: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Runs against the flow, so that no circle is left. */
  readonly isReversed: boolean;
  /** The frame in which the arrow's label stands: the innermost one around both ends. */
  readonly isMain: boolean;
}

/** The parts of arrows by the id of their frame; the diagram itself has the id ''. */
export function partsByFrame(boxes: readonly Box[], arrows: readonly Arrow[]): ReadonlyMap<string, readonly Part[]> {
  const paths = pathsOf(boxes);
  const parts = new Map<string, Part[]>([...paths.keys(), ''].map((id) => [id, []]));
  for (const [arrow, { from, to }] of arrows.entries()) {
    const [source, target] = [paths.get(from), paths.get(to)];
    if (!source || !target) continue;
    let at = 0;
    while (at < source.length - (from === to ? 1 : 0) && source[at] === target[at]) at++;
    parts.get(source[at - 1] ?? '')?.push({ arrow, from: source[at], to: target[at], isReversed: false, isMain: true });
  }
  for (const list of [...parts.values()]) {
    const backwards = backwardsOf(list);
    for (const [index, part] of list.entries()) {
      const isReversed = backwards.has(part);
      list[index] = { ...part, isReversed };
    }
  }
  for (const [frame, list] of [...parts]) {
    for (const { arrow, isReversed, isMain } of [...list]) {
      const { from, to } = arrows[arrow] as Arrow;
      if (!isMain) continue;
      const depth = frame === '' ? 0 : (paths.get(frame)?.length ?? 0);
      const inner = (path: readonly string[], isSource: boolean) => {
        for (let at = depth + 1; at < path.length; at++) {
          const ends = isSource ? { from: path[at], to: undefined } : { from: undefined, to: path[at] };
          parts.get(path[at - 1] ?? '')?.push({ arrow, ...ends, isReversed, isMain: false });
        }
      };
      inner(paths.get(from) ?? [], true);
      inner(paths.get(to) ?? [], false);
    }
  }
  return parts;
}

/** Of each box the ids of the frames around it, from the outermost, and its own. */
function pathsOf(boxes: readonly Box[], around: readonly string[] = []): Map<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>();
  for (const { id, children } of boxes) {
    const path = [...around, id];
    paths.set(id, path);
    for (const [inner, innerPath] of pathsOf(children ?? [], path)) paths.set(inner, innerPath);
  }
  return paths;
}

/** Those that close a circle, when the boxes are visited in the order of the source. */
function backwardsOf(parts: readonly Part[]): ReadonlySet<Part> {
  const next = new Map<string, Part[]>();
  for (const part of parts) {
    if (part.from !== undefined && part.to !== undefined && part.from !== part.to) {
      next.set(part.from, [...(next.get(part.from) ?? []), part]);
    }
  }
  const backwards = new Set<Part>();
  const state = new Map<string, 'open' | 'done'>();
  for (const start of next.keys()) {
    if (state.has(start)) continue;
    const stack = [{ id: start, at: 0 }];
    state.set(start, 'open');
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const part = next.get(top.id)?.[top.at++];
      if (!part) {
        state.set(top.id, 'done');
        stack.pop();
      } else if (state.get(part.to as string) === 'open') backwards.add(part);
      else if (!state.has(part.to as string)) {
        state.set(part.to as string, 'open');
        stack.push({ id: part.to as string, at: 0 });
      }
    }
  }
  return backwards;
}
