// Where links run in each row. dagre gives each its own lane; what can run straight does, and links meet boxes at their ports.
import type { Item, Link } from './graph.js';

export interface Row {
  height: number;
  /** Boxes, and labels of links. */
  readonly boxes: { readonly from: number; readonly to: number; readonly link?: number | undefined }[];
  readonly lanes: { x: number; readonly link: number }[];
}

/** Where a link is in a row. */
export interface Step {
  readonly row: number;
  x: number;
}

/** The links that meet a side of a box at one port. */
interface Group {
  readonly item: number;
  readonly side: 'upper' | 'lower';
  readonly links: number[];
}

export interface Level {
  readonly items: readonly Item[];
  readonly links: readonly Link[];
  /** Of each item. */
  readonly middles: readonly number[];
  /** Of each link. */
  readonly chains: readonly Step[][];
  readonly rows: readonly Row[];
}

const noItem: Item = { width: 0, height: 0, side: 0, isPointed: true, ports: new Map() };
const [portGap, boxGap, laneGap, smallJog] = [24, 8, 8, 14];

/** Moves the ends of links to ports, and what is between them to as few lanes as there is room for. */
export function joinLanes(level: Level, isBundled: boolean): void {
  const groups = groupsOf(level, isBundled);
  spreadPorts(level, groups);
  const sizes = { upper: new Map<number, number>(), lower: new Map<number, number>() };
  for (const { side, links } of groups) for (const link of links) sizes[side].set(link, links.length);
  for (const [index, chain] of level.chains.entries()) {
    const { upper, lower, label, arrow } = level.links[index] as Link;
    // A link may meet a box beside the middle, where it would have to change lanes for a few pixels.
    const meetBeside = (item: number | undefined, end: Step | undefined, next: Step | undefined) => {
      const { isPointed, ports, side } = level.items[item ?? -1] ?? noItem;
      if (isPointed || ports.has(arrow) || !end || !next || Math.abs(end.x - next.x) > smallJog) return;
      if (Math.abs(next.x - (level.middles[item ?? -1] ?? 0)) < side / 2 - 4) end.x = next.x;
    };
    if (!label) {
      const isFanIn = (sizes.upper.get(index) ?? 0) < 2 && (sizes.lower.get(index) ?? 0) > 1;
      straighten(level, index, upper === undefined ? 0 : 1, chain.length - (lower === undefined ? 0 : 1), isFanIn);
    }
    if (sizes.upper.get(index) === 1) meetBeside(upper, chain[0], chain[1]);
    if (sizes.lower.get(index) === 1) meetBeside(lower, chain.at(-1), chain.at(-2));
  }
}

/** Bundled links of one direction and kind share a port. */
function groupsOf({ items, links }: Level, isBundled: boolean): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, link] of links.entries()) {
    for (const side of ['upper', 'lower'] as const) {
      const item = link[side];
      if (item === undefined || items[item]?.ports.has(link.arrow)) continue;
      const key = `${side} ${item} ${isBundled ? `${link.isReversed} ${link.kind}` : index}`;
      const group = groups.get(key) ?? { item, side, links: [] };
      groups.set(key, group);
      group.links.push(index);
    }
  }
  return [...groups.values()];
}

/** Puts the ports of a side beside each other, in the order in which their links leave. */
function spreadPorts({ items, links, middles, chains }: Level, groups: readonly Group[]): void {
  const endOf = (index: number, side: Group['side']) => (side === 'upper' ? chains[index]?.[0] : chains[index]?.at(-1));
  const towards = ({ links: own, side }: Group) =>
    own.reduce((sum, index) => sum + ((side === 'upper' ? chains[index]?.[1] : chains[index]?.at(-2))?.x ?? 0), 0) /
    own.length;
  const sides = new Map<string, Group[]>();
  for (const group of groups)
    sides.set(`${group.side} ${group.item}`, [...(sides.get(`${group.side} ${group.item}`) ?? []), group]);
  for (const onSide of sides.values()) {
    onSide.sort((a, b) => towards(a) - towards(b));
    for (const [at, { item, side, links: own }] of onSide.entries()) {
      const { side: length, isPointed } = items[item] as Item;
      const gap = isPointed ? 0 : Math.min(portGap, length / (onSide.length + 2));
      for (const index of own) {
        const end = endOf(index, side);
        if (end) end.x = (middles[item] ?? 0) + (at - (onSide.length - 1) / 2) * gap;
      }
    }
  }
  for (const [index, link] of links.entries()) {
    for (const side of ['upper', 'lower'] as const) {
      const item = link[side];
      const port = item === undefined ? undefined : items[item]?.ports.get(link.arrow);
      const end = endOf(index, side);
      if (item !== undefined && port !== undefined && end)
        end.x = (middles[item] ?? 0) - (items[item]?.width ?? 0) / 2 + port;
    }
  }
}

/** Runs a link straight towards one of its ends where it now changes lanes twice, or by a little. */
function straighten(level: Level, index: number, first: number, last: number, isFanIn: boolean): void {
  const chain = level.chains[index] as Step[];
  for (let to = last - 1; to >= first; to--) {
    let from = to;
    while (from > first && chain[from - 1]?.x === chain[to]?.x) from--;
    const run = chain.slice(from, to + 1);
    const x = run[0]?.x ?? 0;
    const neighbours = [chain[to + 1], chain[from - 1]];
    if (isFanIn) neighbours.reverse();
    to = from;
    if (neighbours.some((other) => other?.x === x)) continue;
    const better = neighbours.find(
      (other) =>
        other !== undefined &&
        (run.length === 1 || Math.abs(other.x - x) <= 2 * smallJog) &&
        run.every(({ row }) => isFree(level, row, other.x, index)),
    );
    if (better) for (const step of run) moveTo(level, step, better.x, index);
  }
}

function moveTo({ rows }: Level, step: Step, x: number, index: number): void {
  const lane = rows[step.row]?.lanes.find(({ link }) => link === index);
  if (lane) lane.x = x;
  step.x = x;
}

function isFree({ rows, links }: Level, at: number, x: number, index: number): boolean {
  const [row, own] = [rows[at] as Row, links[index] as Link];
  const isKin = ({ upper, lower }: Link) =>
    (upper !== undefined && upper === own.upper) || (lower !== undefined && lower === own.lower);
  if (row.boxes.some(({ from, to, link }) => link !== index && x > from - boxGap && x < to + boxGap)) return false;
  return !row.lanes.some(
    (lane) => lane.link !== index && Math.abs(lane.x - x) < laneGap && !isKin(links[lane.link] as Link),
  );
}
