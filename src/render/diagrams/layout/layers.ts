// The layout of one level of a diagram: dagre puts boxes and lanes into rows; links run straight down their lanes and change lanes only
// between two rows, where nothing stands. So no link crosses a box. The flow is downwards; `arrange.ts` turns it.
import { Graph, layout } from '@dagrejs/dagre';
import { checkLanes } from './bounds.js';
import type { Gaps, Item, Link, Point, Size } from './graph.js';
import { joinLanes, type Row, type Step } from './lanes.js';
import { assignTracks } from './tracks.js';

export interface Layers extends Size {
  /** Upper left corners. */
  readonly places: readonly Point[];
  /** Downwards; links that leave the level begin at y = 0 and end at its height. */
  readonly routes: readonly (readonly Point[])[];
  /** Middles of labels. */
  readonly labels: readonly (Point | undefined)[];
}

// Ends of lines that share none have room for arrowheads and cardinalities.
const [laneGap, trackGap, wideEnd] = [14, 10, 24];

export function layOutLayers(items: readonly Item[], links: readonly Link[], gaps: Gaps): Layers {
  checkLanes(items.length, links);
  const { middles, rowOf, rows, chains, labels } = readRows(items, links, gaps);
  joinLanes({ items, links, middles, chains, rows }, gaps.isBundled);
  const { tracks, counts } = tracksOf(links, chains, rows.length, gaps.isBundled);
  const tops = stack(rows, counts, gaps);
  const bottom = (row: number) => (tops[row] ?? 0) + (rows[row]?.height ?? 0);
  const height = bottom(rows.length - 1);
  const places = items.map((item, index) => {
    const row = rowOf[index] ?? 0;
    return {
      x: (middles[index] ?? 0) - item.width / 2,
      y: (tops[row] ?? 0) + ((rows[row]?.height ?? 0) - item.height) / 2,
    };
  });
  const routes = chains.map((chain, index) => {
    const { upper, lower } = links[index] as Link;
    const start = upper === undefined ? 0 : (places[upper]?.y ?? 0) + (items[upper]?.height ?? 0);
    const points: Point[] = [{ x: chain[0]?.x ?? 0, y: start }];
    for (let at = 1; at < chain.length; at++) {
      const [{ x: from, row }, { x: to }] = [chain[at - 1] as Step, chain[at] as Step];
      if (from === to) continue;
      const y = trackAt(bottom(row), tops[row + 1] ?? 0, tracks[index]?.[at] ?? 0, counts[row] ?? 0, gaps);
      points.push({ x: from, y }, { x: to, y });
    }
    return [...points, { x: chain.at(-1)?.x ?? 0, y: lower === undefined ? height : (places[lower]?.y ?? 0) }];
  });
  const middlesOfLabels = labels.map(
    (label) => label && { x: label.x, y: ((tops[label.row] ?? 0) + bottom(label.row)) / 2 },
  );
  return fitted(items, links, { width: 0, height, places, routes, labels: middlesOfLabels });
}

/** What dagre says: the row of each box and of each part of a link, and where in the row. */
function readRows(items: readonly Item[], links: readonly Link[], gaps: Gaps) {
  const graph = drawnByDagre(items, links, gaps);
  const sign = isMirrored(graph, links, items.length) ? -1 : 1;
  const ranks = items.map((_, index) => Number(graph.node(`n${index}`).rank));
  const middles = items.map((_, index) => sign * Number(graph.node(`n${index}`).x));
  const ways = links.map(({ upper, lower, label }, index) => {
    const { points, x, y } = graph.edge(...ends(upper, lower), `l${index}`);
    const above = upper === undefined ? Number(graph.node('above').rank) : (ranks[upper] ?? 0);
    const lanes = (points as Point[]).slice(1, -1);
    const steps = lanes.map((point, at) => ({ rank: above + 1 + at, x: sign * point.x }));
    const labelled = label ? steps[lanes.findIndex((point) => point.x === x && point.y === y)] : undefined;
    if (upper !== undefined) steps.unshift({ rank: ranks[upper] ?? 0, x: middles[upper] ?? 0 });
    if (lower !== undefined) steps.push({ rank: ranks[lower] ?? 0, x: middles[lower] ?? 0 });
    return { steps, labelled };
  });
  const used = [...ranks, ...ways.flatMap(({ labelled }) => (labelled ? [labelled.rank] : []))];
  const [first, last] = [Math.min(...used), Math.max(...used)];
  const rows: Row[] = Array.from({ length: last - first + 1 }, () => ({ height: 0, boxes: [], lanes: [] }));
  const put = (rank: number, x: number, { width, height }: Size, link?: number) => {
    const row = rows[rank - first] as Row;
    row.height = Math.max(row.height, height);
    row.boxes.push({ from: x - width / 2, to: x + width / 2, link });
  };
  for (const [index, item] of items.entries()) put(ranks[index] ?? 0, middles[index] ?? 0, item);
  for (const [index, { labelled }] of ways.entries()) {
    if (labelled) put(labelled.rank, labelled.x, links[index]?.label as Size, index);
  }
  const chains = ways.map(({ steps }, link) => {
    const inside = steps.filter(({ rank }) => rank >= first && rank <= last);
    for (const { rank, x } of inside) rows[rank - first]?.lanes.push({ x, link });
    return inside.map(({ rank, x }): Step => ({ row: rank - first, x }));
  });
  const labels = ways.map(({ labelled }) => labelled && { row: labelled.rank - first, x: labelled.x });
  return { middles, rowOf: ranks.map((rank) => rank - first), rows, chains, labels };
}

/** dagre cares for crossings only: of two mirror images the one is better that has boxes of one row, or under one box, in the source's order. */
function isMirrored(graph: Graph, links: readonly Link[], count: number): boolean {
  const nodes = Array.from({ length: count }, (_, index) => graph.node(`n${index}`));
  let sum = 0;
  const compare = (first: number, second: number) => {
    sum += Math.sign((second - first) * (Number(nodes[second]?.x) - Number(nodes[first]?.x)));
  };
  for (const [index, { rank }] of nodes.entries()) {
    for (let other = index + 1; other < count; other++) if (nodes[other]?.rank === rank) compare(index, other);
  }
  const lowers = new Map<number, number>();
  for (const { upper, lower } of links) {
    if (upper === undefined || lower === undefined) continue;
    const before = lowers.get(upper);
    if (before !== undefined) compare(before, lower);
    lowers.set(upper, lower);
  }
  return sum < 0;
}

const ends = (upper: number | undefined, lower: number | undefined): [string, string] => [
  upper === undefined ? 'above' : `n${upper}`,
  lower === undefined ? 'below' : `n${lower}`,
];

function drawnByDagre(items: readonly Item[], links: readonly Link[], gaps: Gaps) {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ nodesep: gaps.besides, edgesep: laneGap, ranksep: gaps.between });
  for (const [index, { width, height }] of items.entries()) graph.setNode(`n${index}`, { width, height });
  for (const [index, { upper, lower, label }] of links.entries()) {
    graph.setEdge(
      ...ends(upper, lower),
      { width: label?.width ?? 0, height: label?.height ?? 0, labelpos: 'c' },
      `l${index}`,
    );
  }
  // What leaves the level upwards begins above every box, what leaves it downwards ends below every box.
  for (const end of ['above', 'below'] as const) {
    if (!graph.hasNode(end)) continue;
    graph.setNode(end, { width: 0, height: 0 });
    for (const index of items.keys()) {
      const isLast =
        end === 'above' ? graph.predecessors(`n${index}`)?.length === 0 : graph.successors(`n${index}`)?.length === 0;
      if (!isLast) continue;
      if (end === 'above') graph.setEdge(end, `n${index}`, { weight: 0, width: 0, height: 0 }, 'order');
      else graph.setEdge(`n${index}`, end, { weight: 0, width: 0, height: 0 }, 'order');
    }
  }
  layout(graph);
  return graph;
}

/** The track of each step to another lane, and how many tracks lie below each row. */
function tracksOf(links: readonly Link[], chains: readonly (readonly Step[])[], rowCount: number, isBundled: boolean) {
  const gaps = Array.from({ length: rowCount }, () => [] as { link: number; at: number }[]);
  for (const [link, chain] of chains.entries()) {
    for (let at = 1; at < chain.length; at++) {
      if (chain[at - 1]?.x !== chain[at]?.x) gaps[chain[at - 1]?.row ?? 0]?.push({ link, at });
    }
  }
  const tracks: number[][] = chains.map(() => []);
  const counts = gaps.map((steps) => {
    const jogs = steps.map(({ link, at }) => {
      const [upper, lower] = [chains[link]?.[at - 1]?.x ?? 0, chains[link]?.[at]?.x ?? 0];
      const { upper: source, lower: target, isReversed, kind } = links[link] as Link;
      const isFirst = at === 1 && source !== undefined && isBundled;
      const isLast = at === (chains[link]?.length ?? 0) - 1 && target !== undefined && isBundled;
      return {
        from: Math.min(upper, lower),
        to: Math.max(upper, lower),
        upper,
        lower,
        upperKey: isFirst ? `${source} ${upper} ${isReversed} ${kind}` : `lane ${link}`,
        lowerKey: isLast ? `${target} ${lower} ${isReversed} ${kind}` : `lane ${link}`,
      };
    });
    const assigned = assignTracks(jogs);
    for (const [index, { link, at }] of steps.entries()) (tracks[link] as number[])[at] = assigned.tracks[index] ?? 0;
    return assigned.count;
  });
  return { tracks, counts };
}

/** The upper edge of each row. */
function stack(rows: readonly Row[], counts: readonly number[], gaps: Gaps): number[] {
  let top = 0;
  return rows.map(({ height }, index) => {
    const at = top;
    top += height + Math.max(gaps.between / 2, ((counts[index] ?? 0) - 1) * trackGap + 2 * endRoom(gaps));
    return at;
  });
}

const endRoom = ({ isBundled }: Gaps) => (isBundled ? trackGap : wideEnd);

/** Where a track lies between two rows: bundled lines have theirs spread over the gap, others in its middle. */
function trackAt(from: number, to: number, track: number, count: number, { isBundled }: Gaps): number {
  if (isBundled) return from + ((to - from) * (track + 1)) / (count + 1);
  return (from + to) / 2 + (track - (count - 1) / 2) * trackGap;
}

/** The same, with everything right of x = 0. */
function fitted(items: readonly Item[], links: readonly Link[], { height, places, routes, labels }: Layers): Layers {
  let [from, to] = [Infinity, -Infinity];
  const see = (left: number, right: number) => {
    from = Math.min(from, left);
    to = Math.max(to, right);
  };
  for (const [index, { x }] of places.entries()) see(x, x + (items[index]?.width ?? 0));
  for (const route of routes) for (const { x } of route) see(x, x);
  for (const [index, label] of labels.entries()) {
    const half = (links[index]?.label?.width ?? 0) / 2;
    if (label) see(label.x - half, label.x + half);
  }
  if (from > to) return { width: 0, height: 0, places, routes, labels };
  const moved = ({ x, y }: Point) => ({ x: x - from, y });
  return {
    width: to - from,
    height,
    places: places.map(moved),
    routes: routes.map((route) => route.map(moved)),
    labels: labels.map((label) => label && moved(label)),
  };
}
