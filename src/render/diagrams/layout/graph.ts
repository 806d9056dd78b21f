// Types of the layout.

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
  /** Whether its sides are too short to spread edges, as in a diamond or a circle. */
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

/** A path and the center of its label. Between two points that share no coordinate, it is a curve along the flow. */
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
