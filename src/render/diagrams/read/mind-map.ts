// Parses mind maps: indented lines, drawn as a tree from left to right.
import { Flow, type Node } from '../print/graph.js';
import { labelText } from './reader.js';
import shapesJson from './shapes.json' with { type: 'json' };

const shapes = shapesJson.mindMap.map(
  ([pattern = '', shape]) => [new RegExp(pattern), shape as Node['shape']] as const,
);

export function parseMindMap(text: string): Flow {
  const flow = new Flow('LR');
  const path: { id: string; indent: number }[] = [];
  for (const line of text.split('\n').slice(1)) {
    const content = line.trim();
    if (content === '' || content.startsWith('::')) continue;
    const id = String(flow.nodes.size);
    const indent = line.length - line.trimStart().length;
    while ((path.at(-1)?.indent ?? -1) >= indent) path.pop();
    const parent = path.at(-1);
    if (!parent && flow.nodes.size > 0) throw new Error('a mind map has one root');
    const [pattern, shape] = shapes.find(([expression]) => expression.test(content)) ?? [/^([\s\S]*)$/, 'rounded'];
    const label = labelText((pattern.exec(content)?.[1] ?? content).replace(/^\s*"([^"]*)"\s*$/, '$1'));
    flow.nodes.set(id, { id, label, shape });
    if (parent) flow.edges.push({ source: parent.id, target: id, style: 'solid' });
    path.push({ id, indent });
    flow.checkSize();
  }
  return flow;
}
