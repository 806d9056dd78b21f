// The layout of a whole diagram: each frame is laid out by itself, from the innermost, and is a box of the frame around it. An arrow
// between frames runs through each of them in a lane of its own and passes their edges at ports.
import type { Arrow, Box, Direction, Gaps, Item, Link, Point, Rect, Route, Size } from './graph.js';
import { type Layers, layOutLayers } from './layers.js';
import { type Part, partsByFrame } from './levels.js';
import { selfLoops, widened } from './loops.js';
import { along, flipped, type Padding, turn } from './orient.js';

export interface Arrangement extends Size {
  /** Of each box by its id. */
  readonly places: ReadonlyMap<string, Rect>;
  /** Of each arrow, from its beginning to its end; without points where one of its boxes does not exist. */
  readonly routes: readonly Route[];
}

export interface Settings {
  readonly direction: Direction;
  readonly gaps: Gaps;
  /** Around the diagram, and in each frame around its boxes. */
  readonly margin: Padding;
  readonly frame: Padding;
}

/** A frame and what is in it, from its upper left corner; routes from above to below, by number of arrow. */
interface Laid extends Size {
  readonly places: ReadonlyMap<string, Rect>;
  readonly routes: ReadonlyMap<number, Route>;
}

/** Lays out a diagram. */
export function arrange(boxes: readonly Box[], arrows: readonly Arrow[], settings: Settings): Arrangement {
  const parts = partsByFrame(boxes, arrows);
  const reversed = new Set([...parts.values()].flat().flatMap(({ arrow, isReversed }) => (isReversed ? [arrow] : [])));
  const root: Box = { id: '', width: 0, height: 0, children: boxes };
  const { routes, ...laid } = layOutFrame(
    root,
    settings.direction,
    { ...settings, frame: settings.margin },
    settings,
    parts,
    arrows,
  );
  return {
    ...laid,
    routes: arrows.map((_, index) => {
      const { points, label } = routes.get(index) ?? { points: [] };
      return { points: withoutBends(reversed.has(index) ? [...points].reverse() : points), label };
    }),
  };
}

function layOutFrame(
  { children = [], ...box }: Box,
  direction: Direction,
  own: Settings,
  settings: Settings,
  parts: ReadonlyMap<string, readonly Part[]>,
  arrows: readonly Arrow[],
): Laid {
  const inside = parts.get(box.id) ?? [];
  const laid = children.map((child) => {
    if (!child.children) return undefined;
    const isOpen = parts.get(child.id)?.some(({ from, to }) => from === undefined || to === undefined);
    return layOutFrame(child, isOpen ? direction : (child.direction ?? direction), settings, settings, parts, arrows);
  });
  const sizes = children.map((child, index) => flipped(laid[index] ?? child, direction));
  const labelOf = (arrow: number) => {
    const { label } = arrows[arrow] as Arrow;
    return label && flipped(label, direction);
  };
  const loops = selfLoops(children, inside, labelOf, sizes);
  const items: Item[] = children.map((child, index) => {
    const size = sizes[index] as Size;
    const ports = [...(laid[index]?.routes ?? [])].flatMap(([arrow, { points }]) => {
      const part = inside.find((entry) => entry.arrow === arrow);
      const port = part && (upperOf(part) === child.id ? points.at(-1) : points[0]);
      return port ? [[arrow, along(port, direction)] as const] : [];
    });
    return widened(
      { ...size, side: size.width, isPointed: child.isPointed === true, ports: new Map(ports) },
      loops[index] ?? [],
    );
  });
  const numbers = new Map(children.map(({ id }, index) => [id, index]));
  const numberOf = (id: string | undefined) => (id === undefined ? undefined : numbers.get(id));
  const links = inside
    .filter(({ from, to }) => from !== to)
    .map((part): Link => {
      const { arrow, isReversed, isMain } = part;
      const label = isMain ? labelOf(arrow) : undefined;
      const [upper, lower] = [numberOf(upperOf(part)), numberOf(lowerOf(part))];
      return { arrow, upper, lower, isReversed, label, kind: arrows[arrow]?.kind ?? '' };
    });
  const layers = layOutLayers(items, links, settings.gaps);
  return drawn({ box, children, direction, padding: own.frame }, layers, { items, links, laid, loops, sizes });
}

const upperOf = ({ from, to, isReversed }: Part) => (isReversed ? to : from);
const lowerOf = ({ from, to, isReversed }: Part) => (isReversed ? from : to);

interface Level {
  readonly items: readonly Item[];
  readonly links: readonly Link[];
  readonly laid: readonly (Laid | undefined)[];
  readonly loops: ReturnType<typeof selfLoops>;
  readonly sizes: readonly Size[];
}

/** A frame with its boxes, those in its inner frames, and the routes of all, in its own direction. */
function drawn(
  frame: { box: Size; children: readonly Box[]; direction: Direction; padding: Padding },
  layers: Layers,
  { items, links, laid, loops, sizes }: Level,
): Laid {
  const { box, children, direction, padding } = frame;
  const turned = turn(layers, direction, padding, box);
  const places = new Map<string, Rect>();
  const routes = new Map<number, Route>();
  const offsets = children.map(({ id }, index) => {
    const [item, size, corner] = [items[index] as Item, sizes[index] as Size, layers.places[index] as Point];
    const place = turned.place({ x: corner.x + (item.width - size.width) / 2, y: corner.y }, flipped(size, direction));
    places.set(id, place);
    for (const [inner, rect] of laid[index]?.places ?? []) places.set(inner, { ...rect, ...moved(rect, place) });
    for (const { arrow, points, label } of loops[index] ?? []) {
      const middle = { x: corner.x + item.width / 2, y: corner.y + item.height / 2 };
      const route = points.map((point) => turned.point(moved(point, middle)));
      routes.set(arrow, { points: route, label: label && turned.point(moved(label, middle)) });
    }
    return place;
  });
  const partOf = (box: number | undefined, arrow: number): Route => {
    const route = box === undefined ? undefined : laid[box]?.routes.get(arrow);
    const offset = offsets[box ?? -1] as Point;
    return {
      points: route?.points.map((point) => moved(point, offset)) ?? [],
      label: route?.label && moved(route.label, offset),
    };
  };
  for (const [index, { arrow, upper, lower }] of links.entries()) {
    const points = (layers.routes[index] ?? []).map(turned.point);
    if (upper === undefined && points[0]) points.unshift(turned.passage(points[0], 'upper'));
    const last = points.at(-1);
    if (lower === undefined && last) points.push(turned.passage(last, 'lower'));
    const [above, below] = [partOf(upper, arrow), partOf(lower, arrow)];
    const label = layers.labels[index];
    routes.set(arrow, {
      points: [...above.points, ...points, ...below.points],
      label: label ? turned.point(label) : (above.label ?? below.label),
    });
  }
  // What stays inside an inner frame.
  for (const [index, inner] of laid.entries()) {
    for (const arrow of inner?.routes.keys() ?? []) if (!routes.has(arrow)) routes.set(arrow, partOf(index, arrow));
  }
  return { width: turned.width, height: turned.height, places, routes };
}

const moved = ({ x, y }: Point, by: Point): Point => ({ x: x + by.x, y: y + by.y });

/** Without points at which nothing turns. */
function withoutBends(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last && same(last.x, point.x) && same(last.y, point.y)) continue;
    const isStraight = (axis: 'x' | 'y') =>
      before && last && same(before[axis], last[axis]) && same(last[axis], point[axis]);
    if (isStraight('x') || isStraight('y')) kept.pop();
    kept.push(point);
  }
  return kept;
}

const same = (a: number, b: number) => Math.abs(a - b) < 0.01;
