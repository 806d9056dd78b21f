// The layout of a whole diagram: each frame is laid out by itself, from the innermost, and is a box of the frame around it. An arrow
// between frames runs through each of them in a lane of its own and passes their edges at ports.
import {
  type Arrow,
  axesOf,
  type Box,
  type Direction,
  type Item,
  type Link,
  type Padding,
  type Point,
  type Rect,
  type Route,
  type Size,
} from './graph.js';
import { layOutLevel } from './level.js';
import { loopRoom, loopRoutes } from './loops.js';
import { type Part, partsByFrame } from './parts.js';

export interface Settings {
  readonly direction: Direction;
  /** Around the diagram, and in each frame around its boxes. */
  readonly margin: Padding;
  readonly frame: Padding;
  /** Lines run straight so far from a box: there is room for what is at their ends. */
  readonly stub: number;
}

/** A frame and what is in it, from its upper left corner. */
interface Laid extends Size {
  /** By the ids of boxes. */
  readonly places: ReadonlyMap<string, Rect>;
  /** Along the flow, by number of arrow; an arrow without one of its boxes has none. */
  readonly routes: ReadonlyMap<number, Route>;
}

interface Diagram {
  readonly arrows: readonly Arrow[];
  readonly parts: ReadonlyMap<string, readonly Part[]>;
  readonly settings: Settings;
}

/** Lays out a diagram; its routes are from the beginning of an arrow to its end. */
export function arrange(boxes: readonly Box[], arrows: readonly Arrow[], settings: Settings): Laid {
  const parts = partsByFrame(boxes, arrows);
  const reversed = new Set([...parts.values()].flat().flatMap(({ arrow, isReversed }) => (isReversed ? [arrow] : [])));
  const root: Box = { id: '', width: 0, height: 0, children: boxes };
  const laid = layOutFrame(root, settings.direction, settings.margin, { arrows, parts, settings });
  const routes = [...laid.routes].map(([arrow, { points, ...route }]): [number, Route] => {
    const ordered = reversed.has(arrow) ? [...points].reverse() : points;
    return [arrow, { ...route, points: withoutBends(ordered) }];
  });
  return { ...laid, routes: new Map(routes) };
}

function layOutFrame(frame: Box, direction: Direction, padding: Padding, diagram: Diagram): Laid {
  const { arrows, parts, settings } = diagram;
  const [{ children = [] }, inside, axes] = [frame, parts.get(frame.id) ?? [], axesOf(direction)];
  const laid = children.map((child) => {
    if (!child.children) return undefined;
    const isOpen = parts.get(child.id)?.some(({ from, to }) => from === undefined || to === undefined);
    return layOutFrame(child, isOpen ? direction : (child.direction ?? direction), settings.frame, diagram);
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

/** A frame at its place in the frame around it. */
function movedBy(by: Point, { places, routes, ...size }: Laid): Laid {
  const moved = <T extends Point>(point: T): T => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  const movedRoute = ({ points, label, ...route }: Route): Route => ({
    ...route,
    points: points.map(moved),
    label: label && moved(label),
  });
  return {
    ...size,
    places: new Map([...places].map(([id, place]) => [id, moved(place)])),
    routes: new Map([...routes].map(([arrow, route]) => [arrow, movedRoute(route)])),
  };
}

/** Without points at which nothing turns. */
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
