// What .ci/diagrams.mjs exports from beautiful-mermaid besides its own exports.
import type { PositionedGraph } from 'beautiful-mermaid';

declare module 'beautiful-mermaid' {
  type PositionedNode = PositionedGraph['nodes'][number];
  type PositionedEdge = PositionedGraph['edges'][number];
  type Points = PositionedEdge['points'];

  export function renderSvg(graph: PositionedGraph, colors: { bg: string; fg: string }): string;
  export function estimateNodeSize(id: string, label: string, shape: string): { width: number; height: number };
  export function measureMultilineText(
    text: string,
    fontSize: number,
    weight: number,
  ): { width: number; height: number };
  export function clipEdgeToShape(points: Points, node: PositionedNode, isStart: boolean): Points;
}
