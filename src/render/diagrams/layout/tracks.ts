// Links change lanes between two rows on tracks: horizontal lines of their own, ordered so that few lines cross and none lies on another.

export interface Jog {
  /** Left and right end. */
  readonly from: number;
  readonly to: number;
  /** Where the line comes down to the track, and where it goes on from it. */
  readonly upper: number;
  readonly lower: number;
  /** Lines of one node may share a track; so may lines to one node. */
  readonly upperKey: string;
  readonly lowerKey: string;
}

interface Net {
  readonly jogs: number[];
  readonly uppers: number[];
  readonly lowers: number[];
  from: number;
  to: number;
}

const nearby = 8;

/** The track of each jog, from above, and how many there are. */
export function assignTracks(jogs: readonly Jog[]): { readonly tracks: readonly number[]; readonly count: number } {
  const nets = netsOf(jogs);
  const order: Net[] = [];
  for (const net of nets) order.splice(bestPlace(net, order), 0, net);
  const tracks = new Array<number>(jogs.length).fill(0);
  const ends: { net: Net; track: number }[] = [];
  let count = 0;
  for (const net of order) {
    let track = 0;
    for (const other of ends) if (meet(net, other.net) && other.track >= track) track = other.track + 1;
    ends.push({ net, track });
    count = Math.max(count, track + 1);
    for (const jog of net.jogs) tracks[jog] = track;
  }
  return { tracks, count };
}

/** Lines that come from one point, or else that go to one point, are one net. */
function netsOf(jogs: readonly Jog[]): Net[] {
  const [uppers, lowers] = [new Map<string, number>(), new Map<string, number>()];
  for (const { upperKey, lowerKey } of jogs) {
    uppers.set(upperKey, (uppers.get(upperKey) ?? 0) + 1);
    lowers.set(lowerKey, (lowers.get(lowerKey) ?? 0) + 1);
  }
  const nets = new Map<string, Net>();
  for (const [index, jog] of jogs.entries()) {
    const isFan = (uppers.get(jog.upperKey) ?? 0) > 1 || (lowers.get(jog.lowerKey) ?? 0) < 2;
    const key = isFan ? `u${jog.upperKey}` : `l${jog.lowerKey}`;
    const net = nets.get(key) ?? { jogs: [], uppers: [], lowers: [], from: Infinity, to: -Infinity };
    nets.set(key, net);
    net.jogs.push(index);
    net.uppers.push(jog.upper);
    net.lowers.push(jog.lower);
    net.from = Math.min(net.from, jog.from);
    net.to = Math.max(net.to, jog.to);
  }
  return [...nets.values()].sort((a, b) => a.from - b.from || a.to - b.to);
}

const meet = (a: Net, b: Net) => a.from < b.to + nearby && b.from < a.to + nearby;

/** Where among the others a net causes the fewest crossings. */
function bestPlace(net: Net, order: readonly Net[]): number {
  let cost = 0;
  for (const other of order) cost += crossings(net, other);
  let [best, place] = [cost, 0];
  for (const [index, other] of order.entries()) {
    cost += crossings(other, net) - crossings(net, other);
    if (cost < best) [best, place] = [cost, index + 1];
  }
  return place;
}

/** How bad it is that one net is above another: crossings, and much worse, verticals that lie on each other. */
function crossings(above: Net, below: Net): number {
  if (!meet(above, below)) return 0;
  let cost = 0;
  for (const x of above.lowers) {
    if (x > below.from && x < below.to) cost++;
    if (below.uppers.some((upper) => Math.abs(upper - x) < nearby)) cost += 100;
  }
  for (const x of below.uppers) if (x > above.from && x < above.to) cost++;
  return cost;
}
