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
  /** Counts where no arrow leads from the inside of a frame to its outside. */
  readonly direction?: Direction | undefined;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: Size | undefined;
  /** Only lines that look alike share a line at a box. */
  readonly kind?: string | undefined;
}

/** A way and the middle of the label on it. */
export interface Route {
  readonly points: readonly Point[];
  readonly label?: Point | undefined;
}

export interface Gaps {
  readonly besides: number;
  readonly between: number;
  /** Links of one direction and kind share a line at the box where they begin or end. */
  readonly isBundled: boolean;
}

/** A box of one level, which flows downwards. */
export interface Item extends Size {
  /** Where links meet the box, by number of arrow, from its left; the others meet it in the middle. */
  readonly ports: ReadonlyMap<number, number>;
  /** The length of the side itself, without the room for what stands beside the box. */
  readonly side: number;
  readonly isPointed: boolean;
}

/** From an item to one below it; without the one it begins above all items, without the other it ends below them. */
export interface Link {
  readonly arrow: number;
  readonly upper: number | undefined;
  readonly lower: number | undefined;
  /** The arrow points upwards. */
  readonly isReversed: boolean;
  readonly label: Size | undefined;
  readonly kind: string;
}
