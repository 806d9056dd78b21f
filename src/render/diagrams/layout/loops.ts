// Arrows from a box to itself: at the side along the flow, to which the box has so much more room to its neighbours.
import { type Arrow, type Axes, type Box, pointAt, type Rect, type Route } from './graph.js';

const step = 20;

/** How far the loops of a box reach beyond it. */
export const loopRoom = (loops: readonly Arrow[], { breadth }: Axes): number =>
  loops.reduce((room, { label }) => room + step + (label ? label[breadth] + 4 : 0), 0);

/** The ways of the loops of a box. */
export function loopRoutes(loops: readonly Arrow[], { isPointed }: Box, place: Rect, axes: Axes): Route[] {
  const { main, across, length, breadth } = axes;
  const middle = place[main] + place[length] / 2;
  const edge = place[across] + place[breadth] * (isPointed ? 0.875 : 1);
  return loops.map(({ label }, at) => {
    const far = place[across] + place[breadth] + loopRoom(loops.slice(0, at), axes) + step;
    const half = isPointed ? place[length] / 8 : (place[length] / 2) * ((at + 1) / (loops.length + 1));
    const [before, after] = [middle - half, middle + half];
    const points = [pointAt(axes, before, edge), pointAt(axes, before, far), pointAt(axes, after, far)];
    const labelPlace = label && pointAt(axes, middle, far + label[breadth] / 2 + 4);
    return { points: [...points, pointAt(axes, after, edge)], label: labelPlace, isSideways: main === 'x' };
  });
}
