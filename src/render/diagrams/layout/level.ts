// Lays out one level of a diagram: dagre puts boxes into ranks, and gives a link a lane (a free column) in each rank that it passes. So no link crosses a box.
import { Graph, layout } from '@dagrejs/dagre';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point, Size {}

export type Direction = 'TD' | 'TB' | 'BT' | 'LR' | 'RL';

export interface Box extends Size {
  readonly id: string;
  /** Whether the sides are too short to spread edges, as in a diamond or a circle. */
  readonly isPointed?: boolean;
  /** Boxes of a subgraph. Its own size is the minimum for its heading. */
  readonly children?: readonly Box[];
  /** Direction of a subgraph. Only applies if no edge leaves it. */
  readonly direction?: Direction | undefined;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: Size | undefined;
  /** Style of the edge. Only edges with the same style share a port. */
  readonly kind: string;
}

/** A path and the center of its label. Between two points with different coordinates on both axes, it is a curve in flow direction. */
export interface Route {
  readonly points: readonly Point[];
  readonly label?: Point | undefined;
  readonly isSideways: boolean;
}

export interface Item extends Size {
  /** Offsets from the left or upper end at which links meet the box, by edge number. Other links meet it in the middle. */
  readonly ports: ReadonlyMap<number, number>;
  readonly isPointed: boolean;
  /** Space on both sides along the flow, for self-loops. */
  readonly room: number;
}

/** A link from an item to a lower one. Without `upper`, it starts above all items. Without `lower`, it ends below all items. */
export interface Link {
  readonly arrow: number;
  readonly upper: number | undefined;
  readonly lower: number | undefined;
  readonly isReversed: boolean;
  readonly label: Size | undefined;
  readonly kind: string;
}

/** The axes along and across the flow of a subgraph, and the sizes on them. */
export interface Axes {
  readonly direction: Direction;
  readonly main: keyof Point;
  readonly across: keyof Point;
  readonly length: keyof Size;
  readonly breadth: keyof Size;
  readonly sign: 1 | -1;
}

export function axesOf(direction: Direction): Axes {
  const common = { direction, sign: direction === 'BT' || direction === 'RL' ? -1 : 1 } as const;
  if (direction === 'LR' || direction === 'RL')
    return { ...common, main: 'x', across: 'y', length: 'width', breadth: 'height' };
  return { ...common, main: 'y', across: 'x', length: 'height', breadth: 'width' };
}

export const pointAt = ({ main }: Axes, along: number, across: number): Point =>
  main === 'x' ? { x: along, y: across } : { x: across, y: along };

export interface LevelOptions {
  readonly axes: Axes;
  readonly padding: { readonly top: number; readonly side: number };
  readonly least: Size;
  /** Length of the straight part of a link next to a box. */
  readonly stub: number;
}

interface Step {
  readonly along: number;
  across: number;
}

const [besides, laneGap, between] = [28, 14, 60];

/** Returns the places of the items and the routes of the links. Links that leave the subgraph start or end at its border. */
export function layOutLevel(items: readonly Item[], links: readonly Link[], options: LevelOptions) {
  const { axes, padding, least, stub } = options;
  checkLanes(items.length, links);
  const { main, across, length, breadth, sign } = axes;
  const graph = dagreGraphOf(items, links, options);
  const turn = isMirrored(graph, items.length, axes) ? -1 : 1;
  const stepAt = (point: Point): Step => ({ along: point[main], across: turn * point[across] });
  const middles = items.map((_, index) => stepAt(graph.node(`n${index}`)));
  /** Half the height of each rank, by the position of its center. */
  const rows = new Map<number, number>();
  const corners: Step[] = [];
  const see = ({ along, across: aside }: Step, half: number, halfBreadth: number) => {
    rows.set(along, Math.max(rows.get(along) ?? 0, half));
    for (const side of [-1, 1]) corners.push({ along: along + side * half, across: aside + side * halfBreadth });
  };
  for (const [index, middle] of middles.entries()) {
    const item = items[index] as Item;
    see(middle, item[length] / 2 + stub, item[breadth] / 2 + item.room);
  }
  const labels = links.map(({ upper, lower, label }, index) => {
    if (!label) return undefined;
    const middle = stepAt(graph.edge(...ends(upper, lower), `l${index}`));
    see(middle, label[length] / 2, label[breadth] / 2);
    return middle;
  });
  const chains = links.map(({ upper, lower }, index) => {
    const points: readonly Point[] = graph.edge(...ends(upper, lower), `l${index}`).points;
    const lanes = points.slice(1, -1).map(stepAt);
    const middleOf = (item: number | undefined) => (item === undefined ? [] : [{ ...(middles[item] as Step) }]);
    return [...middleOf(upper), ...lanes.filter(({ along }) => rows.has(along)), ...middleOf(lower)];
  });
  spreadPorts(items, links, chains, axes);
  const alongs = rangeOf(corners.map((step) => step.along));
  const acrosses = rangeOf([...corners, ...chains.flat()].map((step) => step.across));
  const content = pointAt(axes, alongs.size, acrosses.size);
  const width = Math.max(content.x + 2 * padding.side, least.width);
  const height = Math.max(content.y + padding.top + padding.side, least.height);
  const corner = { x: (width - content.x) / 2, y: padding.top };
  const placeOf = (step: Step, by = 0) =>
    pointAt(axes, corner[main] + step.along - alongs.from + sign * by, corner[across] + step.across - acrosses.from);
  const halfOf = (item: number) => (items[item]?.[length] ?? 0) / 2;
  const far = { x: width, y: height }[main];
  const [start, end] = sign > 0 ? [0, far] : [far, 0];
  const routes = chains.map((chain, index): Route => {
    const { upper, lower } = links[index] as Link;
    const points = chain.flatMap((step, at) => {
      const half = rows.get(step.along) ?? 0;
      const isEnd = at === chain.length - 1 && lower !== undefined;
      const reach = at === 0 && upper !== undefined ? [halfOf(upper), half] : [-half, isEnd ? -halfOf(lower) : half];
      return reach.map((by) => placeOf(step, by));
    });
    const [first, last] = [points[0], points.at(-1)];
    if (upper === undefined && first) points.unshift({ ...first, [main]: start });
    if (lower === undefined && last) points.push({ ...last, [main]: end });
    const label = labels[index];
    return { points, label: label && placeOf(label), isSideways: main === 'x' };
  });
  const places = items.map((item, index): Rect => {
    const { x, y } = placeOf(middles[index] as Step);
    return { x: x - item.width / 2, y: y - item.height / 2, width: item.width, height: item.height };
  });
  return { width, height, places, routes };
}

function rangeOf(values: readonly number[]): { readonly from: number; readonly size: number } {
  if (values.length === 0) return { from: 0, size: 0 };
  const from = Math.min(...values);
  return { from, size: Math.max(...values) - from };
}

/** Whether to mirror the layout, so that boxes in a rank have the order of the source. dagre only minimizes crossings. */
function isMirrored(graph: Graph, count: number, { main, across }: Axes): boolean {
  const nodes: readonly Point[] = Array.from({ length: count }, (_, index) => graph.node(`n${index}`));
  const orders = nodes.flatMap((node, at) => {
    const after = nodes.slice(at + 1).filter((other) => other[main] === node[main]);
    return after.map((other) => Math.sign(other[across] - node[across]));
  });
  return orders.reduce((sum, order) => sum + order, 0) < 0;
}

const ends = (upper: number | undefined, lower: number | undefined): [string, string] => [
  upper === undefined ? 'above' : `n${upper}`,
  lower === undefined ? 'below' : `n${lower}`,
];

function dagreGraphOf(items: readonly Item[], links: readonly Link[], { axes, stub }: LevelOptions): Graph {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: axes.direction, nodesep: besides, edgesep: laneGap, ranksep: between });
  for (const [index, item] of items.entries()) {
    const { length, breadth } = axes;
    graph.setNode(`n${index}`, { [length]: item[length] + 2 * stub, [breadth]: item[breadth] + 2 * item.room });
  }
  for (const [index, { upper, lower, label = { width: 0, height: 0 } }] of links.entries())
    graph.setEdge(...ends(upper, lower), { ...label, labelpos: 'c' }, `l${index}`);
  // Links that leave the level start above all boxes or end below all boxes.
  for (const end of ['above', 'below'] as const) {
    if (!graph.hasNode(end)) continue;
    graph.setNode(end, { width: 0, height: 0 });
    for (const index of items.keys()) {
      const [node, order] = [`n${index}`, { weight: 0, width: 0, height: 0 }];
      if (end === 'above' && !graph.predecessors(node)?.length) graph.setEdge(end, node, order, 'order');
      if (end === 'below' && !graph.successors(node)?.length) graph.setEdge(node, end, order, 'order');
    }
  }
  layout(graph);
  return graph;
}

const maxLanes = 3_000;

/** Limits the number of lanes, because the time for the layout grows faster. A link needs a lane in each row that it passes. */
function checkLanes(count: number, links: readonly Link[]): void {
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
  if (lanes > maxLanes) throw new Error(`its arrows pass over ${maxLanes} boxes`);
}

interface End {
  readonly end: Step;
  readonly next: Step;
}

const [portGap, smallShift] = [24, 14];

function spreadPorts(
  items: readonly Item[],
  links: readonly Link[],
  chains: readonly (readonly Step[])[],
  { breadth }: Axes,
): void {
  const sides = new Map<string, { item: Item; middle: number; groups: Map<string, End[]> }>();
  for (const [index, link] of links.entries()) {
    for (const side of ['upper', 'lower'] as const) {
      const chain = chains[index] ?? [];
      const [end, next = end] = side === 'upper' ? chain : [...chain].reverse();
      const item = items[link[side] ?? -1];
      if (!item || !end || !next) continue;
      const port = item.ports.get(link.arrow);
      if (port !== undefined) end.across += port - item[breadth] / 2;
      else {
        const key = `${side} ${link[side]}`;
        const { groups } = sides.get(key) ?? { groups: new Map<string, End[]>() };
        sides.set(key, { item, middle: end.across, groups });
        const looks = `${link.isReversed} ${link.kind}`;
        groups.set(looks, [...(groups.get(looks) ?? []), { end, next }]);
      }
    }
  }
  for (const { item, middle, groups } of sides.values()) {
    const gap = item.isPointed ? 0 : Math.min(portGap, item[breadth] / (groups.size + 2));
    const towards = (group: readonly End[]) => group.reduce((sum, { next }) => sum + next.across, 0) / group.length;
    const inOrder = [...groups.values()].sort((a, b) => towards(a) - towards(b));
    for (const [at, group] of inOrder.entries()) {
      const across = middle + (at - (inOrder.length - 1) / 2) * gap;
      // A single link can meet the box slightly off center, if that makes the link straight.
      const [only] = group.length === 1 && groups.size === 1 && !item.isPointed ? group : [];
      const isNear = only && Math.abs(only.next.across - across) <= Math.min(smallShift, item[breadth] / 2 - 4);
      for (const { end } of group) end.across = isNear ? only.next.across : across;
    }
  }
}
