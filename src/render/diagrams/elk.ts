// beautiful-mermaid lays out class and entity diagrams with elkjs; this stands in its place there (.ci/diagrams.mjs), as the part of
// elkjs's worker that it calls.
import { arrange } from './layout/arrange.js';
import { checkSize } from './layout/bounds.js';
import type { Arrow, Box, Direction } from './layout/graph.js';

interface ElkNode {
  readonly id: string;
  readonly width?: number;
  readonly height?: number;
  readonly layoutOptions?: Readonly<Record<string, string>>;
  readonly children?: readonly ElkNode[];
  readonly edges?: readonly ElkEdge[];
}

interface ElkEdge {
  readonly id: string;
  readonly sources: readonly string[];
  readonly targets: readonly string[];
  readonly labels?: readonly { readonly text: string; readonly width: number; readonly height: number }[];
}

type Answer = { readonly data: { readonly data?: unknown; readonly error?: unknown } };

const directions: Readonly<Record<string, Direction>> = { DOWN: 'TB', UP: 'BT', RIGHT: 'LR', LEFT: 'RL' };
const [margin, labelGap] = [20, 8];

class Worker {
  onmessage: (answer: Answer) => void = () => {};
  readonly dispatcher = {
    saveDispatch: ({ data }: { data: { graph: ElkNode } }) => this.onmessage({ data: { data: layOut(data.graph) } }),
  };
}

/** What `new ELK()` gives. */
export default class LayoutEngine {
  readonly worker = { worker: new Worker() };
}

/** A flat graph in ELK's form, with places, sections of edges and places of labels. */
function layOut({ children = [], edges = [], layoutOptions = {}, ...root }: ElkNode): unknown {
  const boxes: Box[] = children.map(({ id, width = 0, height = 0 }) => ({ id, width, height }));
  const option = (name: string, otherwise: number) => Number(layoutOptions[`elk.${name}`] ?? otherwise);
  const gaps = {
    besides: option('spacing.nodeNode', 40),
    between: option('layered.spacing.nodeNodeBetweenLayers', 60),
    isBundled: false,
  };
  const direction = directions[layoutOptions['elk.direction'] ?? ''] ?? 'TB';
  // Labels of vertical lines are printed without a ground: they stand to the right of the line, whose lane is so much wider.
  const isBeside = direction === 'TB' || direction === 'BT';
  const arrows = edges.map(({ sources, targets, labels }): Arrow => {
    const { width = 0, height = 0 } = labels?.[0] ?? {};
    const label = labels?.[0] && { width: isBeside ? 2 * width + labelGap : width, height };
    return { from: sources[0] ?? '', to: targets[0] ?? '', label };
  });
  checkSize(boxes.length, arrows.length);
  const padding = { top: margin, side: margin };
  const { width, height, places, routes } = arrange(boxes, arrows, {
    direction,
    gaps,
    margin: padding,
    frame: padding,
  });
  return {
    ...root,
    width,
    height,
    children: children.map((child) => ({ ...child, ...places.get(child.id) })),
    edges: edges.map((edge, index) => {
      const { points, label } = routes[index] ?? { points: [] };
      const [startPoint, endPoint] = [points[0], points.at(-1)];
      const [text] = edge.labels ?? [];
      const isPlaced = text !== undefined && label !== undefined;
      return {
        ...edge,
        sections: startPoint && endPoint ? [{ startPoint, bendPoints: points.slice(1, -1), endPoint }] : [],
        labels: isPlaced
          ? [{ ...text, x: isBeside ? label.x + labelGap / 2 : label.x - text.width / 2, y: label.y - text.height / 2 }]
          : [],
      };
    }),
  };
}
