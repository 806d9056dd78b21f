// Lays out a diagram: each subgraph separately, from the innermost, as a box of the subgraph around it. Edges cross the border of a subgraph at ports.
import type { Arrow, Axes, Box, Direction, Item, Link, Point, Rect, Route, Size } from './level.js';
import { axesOf, type LevelOptions, layOutLevel, pointAt } from './level.js';

interface Settings {
  readonly direction: Direction;
  /** Length of the straight part of an edge next to a box, which leaves room for arrowheads and labels. */
  readonly stub: number;
}

export const headingHeight = 28;
const margin = { top: 20, side: 20 };
const framePadding = { top: headingHeight + 16, side: 16 };

/** A laid-out subgraph. Coordinates are relative to its upper left corner. */
interface Laid extends Size {
  readonly places: ReadonlyMap<string, Rect>;
  /** Routes in flow direction, by edge number. An edge that is missing one of its boxes has no route. */
  readonly routes: ReadonlyMap<number, Route>;
}

interface Diagram {
  readonly arrows: readonly Arrow[];
  readonly parts: ReadonlyMap<string, readonly Part[]>;
  readonly settings: Settings;
}

/** Lays out a diagram. Routes are from the start of an edge to its end. */
export function arrange(boxes: readonly Box[], arrows: readonly Arrow[], settings: Settings): Laid {
  const parts = partsByFrame(boxes, arrows);
  const reversed = new Set([...parts.values()].flat().flatMap(({ arrow, isReversed }) => (isReversed ? [arrow] : [])));
  const root: Box = { id: '', width: 0, height: 0, children: boxes };
  const laid = layOutFrame(root, settings.direction, margin, { arrows, parts, settings });
  const routes = [...laid.routes].map(([arrow, { points, ...route }]): [number, Route] => {
    const ordered = reversed.has(arrow) ? [...points].reverse() : points;
    return [arrow, { ...route, points: withoutBends(ordered) }];
  });
  return { ...laid, routes: new Map(routes) };
}

function layOutFrame(frame: Box, direction: Direction, padding: LevelOptions['padding'], diagram: Diagram): Laid {
  const { arrows, parts, settings } = diagram;
  const [{ children = [] }, inside, axes] = [frame, parts.get(frame.id) ?? [], axesOf(direction)];
  const laid = children.map((child) => {
    if (!child.children) return undefined;
    const isOpen = parts.get(child.id)?.some(({ from, to }) => from === undefined || to === undefined);
    return layOutFrame(child, isOpen ? direction : (child.direction ?? direction), framePadding, diagram);
  });
  const loopsOf = ({ id }: Box) => inside.filter(({ from, to }) => from === id && to === id).map(({ arrow }) => arrow);
  const arrowsOf = (loops: readonly number[]) => loops.map((arrow) => arrows[arrow] as Arrow);
  const items = children.map((child, index): Item => {
    const { width, height, routes } = laid[index] ?? { ...child, routes: [] };
    const ports = [...routes].flatMap(([arrow, { points }]) => {
      const part = inside.find((entry) => entry.arrow === arrow);
      const port = part && (upperOf(part) === child.id ? points.at(-1) : points[0]);
      return port ? [[arrow, port[axes.across]] as const] : [];
    });
    const room = loopRoom(arrowsOf(loopsOf(child)), axes);
    return { width, height, ports: new Map(ports), isPointed: child.isPointed === true, room };
  });
  const numbers = new Map(children.map(({ id }, index) => [id, index]));
  const numberOf = (id: string | undefined) => numbers.get(id ?? '');
  const links = inside
    .filter(({ from, to }) => from !== to)
    .map((part): Link => {
      const { label, kind } = arrows[part.arrow] as Arrow;
      const [upper, lower] = [numberOf(upperOf(part)), numberOf(lowerOf(part))];
      return { ...part, upper, lower, label: part.isMain ? label : undefined, kind };
    });
  const { width, height, ...level } = layOutLevel(items, links, { axes, padding, least: frame, stub: settings.stub });
  const inner = laid.map((part, index) => (part ? movedBy(level.places[index] as Rect, part) : undefined));
  const places = new Map([...children.map(({ id }, index) => [id, level.places[index] as Rect] as const)]);
  for (const part of inner) for (const [id, place] of part?.places ?? []) places.set(id, place);
  const routes = new Map(inner.flatMap((part) => [...(part?.routes ?? [])]));
  for (const [index, child] of children.entries()) {
    const loops = loopsOf(child);
    const ways = loopRoutes(arrowsOf(loops), child, level.places[index] as Rect, axes);
    for (const [at, way] of ways.entries()) routes.set(loops[at] as number, way);
  }
  for (const [index, { arrow, upper, lower }] of links.entries()) {
    const [before, after] = [upper, lower].map((index) => inner[index ?? -1]?.routes.get(arrow));
    const way = level.routes[index] as Route;
    const points = [...(before?.points ?? []), ...way.points, ...(after?.points ?? [])];
    routes.set(arrow, { ...way, points, label: way.label ?? before?.label ?? after?.label });
  }
  return { width, height, places, routes };
}

const upperOf = ({ from, to, isReversed }: Part) => (isReversed ? to : from);
const lowerOf = ({ from, to, isReversed }: Part) => (isReversed ? from : to);

function movedBy(by: Point, { places, routes, ...size }: Laid): Laid {
  const moved = <T extends Point>(point: T): T => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  const movedRoutes = [...routes].map(([arrow, { points, label, ...route }]): [number, Route] => {
    return [arrow, { ...route, points: points.map(moved), label: label && moved(label) }];
  });
  const movedPlaces = [...places].map(([id, place]) => [id, moved(place)] as const);
  return { ...size, places: new Map(movedPlaces), routes: new Map(movedRoutes) };
}

function withoutBends(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    const isSame = (other: Point | undefined, axis: 'x' | 'y') => other && Math.abs(other[axis] - point[axis]) < 0.01;
    if (isSame(last, 'x') && isSame(last, 'y')) continue;
    if ((['x', 'y'] as const).some((axis) => isSame(last, axis) && isSame(before, axis))) kept.pop();
    kept.push(point);
  }
  return kept;
}

const loopStep = 20;

/** Returns how far edges from a box to itself extend beyond it. */
const loopRoom = (loops: readonly Arrow[], { breadth }: Axes): number =>
  loops.reduce((room, { label }) => room + loopStep + (label ? label[breadth] + 4 : 0), 0);

/** Returns the routes of edges from a box to itself, on a side along the flow. */
function loopRoutes(loops: readonly Arrow[], { isPointed }: Box, place: Rect, axes: Axes): Route[] {
  const { main, across, length, breadth } = axes;
  const middle = place[main] + place[length] / 2;
  const edge = place[across] + place[breadth] * (isPointed ? 0.875 : 1);
  return loops.map(({ label }, at) => {
    const far = place[across] + place[breadth] + loopRoom(loops.slice(0, at), axes) + loopStep;
    const half = isPointed ? place[length] / 8 : (place[length] / 2) * ((at + 1) / (loops.length + 1));
    const [before, after] = [middle - half, middle + half];
    const points = [pointAt(axes, before, edge), pointAt(axes, before, far), pointAt(axes, after, far)];
    const labelPlace = label && pointAt(axes, middle, far + label[breadth] / 2 + 4);
    return { points: [...points, pointAt(axes, after, edge)], label: labelPlace, isSideways: main === 'x' };
  });
}

/** A segment of an edge in one subgraph, between two of its boxes. Without `from` or `to`, it crosses the border of the subgraph. */
interface Part {
  readonly arrow: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Whether the segment is reversed to break a cycle. */
  readonly isReversed: boolean;
  /** Whether this subgraph contains the label of the edge: the innermost one around both ends. */
  readonly isMain: boolean;
}

/** Returns the segments of edges by the id of their subgraph, '' for the diagram itself. */
function partsByFrame(boxes: readonly Box[], arrows: readonly Arrow[]): ReadonlyMap<string, readonly Part[]> {
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
