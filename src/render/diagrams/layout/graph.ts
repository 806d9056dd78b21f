// What the layout is given, and in what terms it thinks.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** With its upper left corner. */
export interface Rect extends Point, Size {}

export type Direction = 'TD' | 'TB' | 'BT' | 'LR' | 'RL';

export interface Box extends Size {
  readonly id: string;
  /** Its sides have no length to spread lines on: a diamond, a circle. */
  readonly isPointed?: boolean;
  /** A frame with others in it; its size is the least that its heading needs. */
  readonly children?: readonly Box[];
  /** Counts if no arrow leads from the inside of a frame to its outside. */
  readonly direction?: Direction | undefined;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: Size | undefined;
  /** Only lines that look alike share a line at a box. */
  readonly kind: string;
}

/** A way and the middle of the label on it. Between two points that share no coordinate it is a curve along the flow. */
export interface Route {
  readonly points: readonly Point[];
  readonly label?: Point | undefined;
  readonly isSideways: boolean;
}

/** A box of one level. */
export interface Item extends Size {
  /** Where links meet the box, by number of arrow, from its left or upper end; the others meet it in the middle. */
  readonly ports: ReadonlyMap<number, number>;
  readonly isPointed: boolean;
  /** What it needs at both sides along the flow, for loops. */
  readonly room: number;
}

/** From an item to one below it; without the one it begins before all items, without the other it ends after them. */
export interface Link {
  readonly arrow: number;
  readonly upper: number | undefined;
  readonly lower: number | undefined;
  /** The arrow points upwards. */
  readonly isReversed: boolean;
  readonly label: Size | undefined;
  readonly kind: string;
}

/** The room around the boxes of a frame. */
export interface Padding {
  readonly top: number;
  readonly side: number;
}

/** The flow of a frame: the axis along it and the one across it, the sizes along them, and its sense. */
export interface Axes {
  readonly direction: Direction;
  readonly main: 'x' | 'y';
  readonly across: 'x' | 'y';
  readonly length: 'width' | 'height';
  readonly breadth: 'width' | 'height';
  readonly sign: 1 | -1;
}

export function axesOf(direction: Direction): Axes {
  const common = { direction, sign: direction === 'BT' || direction === 'RL' ? -1 : 1 } as const;
  if (direction === 'LR' || direction === 'RL')
    return { ...common, main: 'x', across: 'y', length: 'width', breadth: 'height' };
  return { ...common, main: 'y', across: 'x', length: 'height', breadth: 'width' };
}

/** A point by its coordinates along the flow and across it. */
export const pointAt = ({ main }: Axes, along: number, across: number): Point =>
  main === 'x' ? { x: along, y: across } : { x: across, y: along };
