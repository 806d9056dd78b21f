// Any flowchart has a legible layout: no overlapping boxes, no line through a box, and subgraphs contain their boxes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placed } from '../../src/render/diagrams/flow.js';
import type { Point, Rect } from '../../src/render/diagrams/layout/level.js';
import { parseFlow } from '../../src/render/diagrams/read/flow-parser.js';
import { dataOf } from '../support/data.js';
import { runs } from '../support/seed.js';

const data = dataOf<{ flowcharts: [name: string, source: string][] }>('render/diagram-layout');

const directions = ['TD', 'LR', 'BT', 'RL'] as const;

const node = fc.record({
  frame: fc.nat(4),
  shape: fc.constantFrom('[§]', '(§)', '{§}', '((§))', '[(§)]'),
  words: fc.integer({ min: 1, max: 12 }),
});
const frame = fc.record({ parent: fc.nat(3), direction: fc.option(fc.constantFrom(...directions)) });
const label = fc.option(fc.constantFrom('x', 'a longer label', 'two<br>lines'));
const edge = fc.record({ from: fc.nat(30), to: fc.nat(30), label });

/** Generates sources with nested subgraphs, edges to subgraphs and self-loops, labels, and cycles. */
const source = fc
  .record({
    direction: fc.constantFrom(...directions),
    nodes: fc.array(node, { minLength: 1, maxLength: 14 }),
    frames: fc.array(frame, { maxLength: 4 }),
    edges: fc.array(edge, { maxLength: 22 }),
  })
  .map(({ direction, nodes, frames, edges }) => {
    const nodesIn = (frame: number) =>
      nodes.flatMap(({ frame: own, shape, words }, index) =>
        own % (frames.length + 1) === frame ? [`n${index}${shape.replace('§', 'word '.repeat(words).trim())}`] : [],
      );
    const frameLines = (parent: number): string[] =>
      frames.flatMap((frame, index) => {
        if (frame.parent % (index + 1) !== parent || index < parent) return [];
        const turn = frame.direction ? [`direction ${frame.direction}`] : [];
        const inner = [...turn, ...nodesIn(index + 1), ...frameLines(index + 1)];
        return [`subgraph f${index} [Frame ${index}]`, ...inner, 'end'];
      });
    const ends = [...nodes.map((_, index) => `n${index}`), ...frames.map((_, index) => `f${index}`)];
    const lines = edges.map(
      ({ from, to, label }) => `${ends[from % ends.length]} -->${label ? `|${label}|` : ''} ${ends[to % ends.length]}`,
    );
    return [` ${direction}`, ...nodesIn(0), ...frameLines(0), ...lines].join('\n');
  });

const overlap = (a: Rect, b: Rect, room = 0) =>
  a.x < b.x + b.width + room &&
  b.x < a.x + a.width + room &&
  a.y < b.y + b.height + room &&
  b.y < a.y + a.height + room;
const holds = (outer: Rect, inner: Rect) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01;
const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
/** Returns the rectangle between two points, which contains the curve. */
const between = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

function faultsOf(text: string): string[] {
  const flow = parseFlow(text);
  const { width, height, nodes, edges, groups } = placed(flow);
  const faults: string[] = [];
  const whole = { x: 0, y: 0, width, height };
  for (const [index, node] of nodes.entries()) {
    if (!holds(whole, node)) faults.push(`${node.id} is outside`);
    for (const other of nodes.slice(index + 1))
      if (overlap(node, other, 8)) faults.push(`${node.id} lies on ${other.id}`);
  }
  const owned = (frames: typeof flow.subgraphs, id: string): string[] =>
    frames.flatMap((frame) =>
      frame.id === id
        ? [...frame.nodeIds, ...frame.children.flatMap((child) => owned([child], child.id))]
        : owned(frame.children, id),
    );
  for (const group of groups) {
    if (!holds(whole, group)) faults.push(`${group.id} is outside`);
    const own = owned(flow.subgraphs, group.id);
    for (const node of nodes) {
      if (own.includes(node.id) && !holds(group, node)) faults.push(`${group.id} does not hold ${node.id}`);
      if (!own.includes(node.id) && overlap(group, node)) faults.push(`${group.id} lies on ${node.id}`);
    }
  }
  const places = new Map<string, Rect>([...nodes, ...groups].map((place) => [place.id, place]));
  const round = new Set(nodes.filter(({ shape }) => !/^(?:rectangle|rounded)$/.test(shape)).map(({ id }) => id));
  const labels: Rect[] = [];
  for (const { source: from, target, points, label, place: labelPlace } of edges) {
    for (const [at, point] of points.entries()) {
      const segment = between(point, points[at + 1] ?? point);
      if (!holds(whole, segment)) faults.push(`${from}-${target} runs outside`);
      for (const node of nodes) {
        const isEnd = [from, target].includes(node.id) && round.has(node.id);
        if (!isEnd && overlap(segment, grown(node, -1))) faults.push(`${from}-${target} runs through ${node.id}`);
      }
    }
    for (const [id, point] of [
      [from, points[0]],
      [target, points.at(-1)],
    ] as const) {
      const place = places.get(id);
      const dot = { x: point?.x ?? -1, y: point?.y ?? -1, width: 0, height: 0 };
      if (place && !holds(grown(place, 1), dot)) faults.push(`${from}-${target} does not reach ${id}`);
      if (place && !round.has(id) && overlap(dot, grown(place, -1))) faults.push(`${from}-${target} ends inside ${id}`);
    }
    if (!label) continue;
    if (!labelPlace) faults.push(`${from}-${target} has no place for its label`);
    const size = { width: label.length * 4, height: 16 };
    labels.push({ x: (labelPlace?.x ?? 0) - size.width / 2, y: (labelPlace?.y ?? 0) - size.height / 2, ...size });
  }
  for (const [index, label] of labels.entries()) {
    for (const node of nodes) if (overlap(label, node)) faults.push(`a label lies on ${node.id}`);
    for (const other of labels.slice(index + 1)) if (overlap(label, other)) faults.push('a label lies on another');
  }
  return faults;
}

test('random flowcharts are legible', () => {
  fc.assert(
    fc.property(source, (text) => {
      expect(faultsOf(text), text).toEqual([]);
    }),
    { numRuns: runs(120) },
  );
});

test.each(data.flowcharts)('%s', (_, text) => {
  expect(faultsOf(text)).toEqual([]);
});
