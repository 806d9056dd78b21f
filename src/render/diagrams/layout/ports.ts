// Positions at which links meet boxes (ports). Links of the same direction and style share a port in the middle of the side. Others are next to each other.
import type { Axes, Item, Link } from './graph.js';

/** Position of a link in a rank. */
export interface Step {
  readonly along: number;
  across: number;
}

interface End {
  readonly end: Step;
  readonly next: Step;
}

const [portGap, smallShift] = [24, 14];

/** Moves the ends of links from the centers of boxes to their ports. */
export function spreadPorts(
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
      // A single link can meet the box slightly off center, if that makes it straight.
      const [only] = group.length === 1 && groups.size === 1 && !item.isPointed ? group : [];
      const isNear = only && Math.abs(only.next.across - across) <= Math.min(smallShift, item[breadth] / 2 - 4);
      for (const { end } of group) end.across = isNear ? only.next.across : across;
    }
  }
}
