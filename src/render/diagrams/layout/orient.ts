// Layers flow downwards; a diagram flows where its source says.
import type { Direction, Point, Rect, Size } from './graph.js';

export interface Padding {
  readonly top: number;
  readonly side: number;
}

/** A level as it is drawn, with room around it. */
export interface Turned extends Size {
  readonly place: (corner: Point, size: Size) => Rect;
  readonly point: (point: Point) => Point;
  /** Where a way that leaves the level passes its edge. */
  readonly passage: (point: Point, end: 'upper' | 'lower') => Point;
}

const isSideways = (direction: Direction) => direction === 'LR' || direction === 'RL';

/** A size as the layers see it, or as it is drawn. */
export function flipped({ width, height }: Size, direction: Direction): Size {
  return isSideways(direction) ? { width: height, height: width } : { width, height };
}

/** How far along the side where links arrive a point of a box is. */
export function along(point: Point, direction: Direction): number {
  return isSideways(direction) ? point.y : point.x;
}

/** Puts a level into its direction, its contents in the middle of a box that is no narrower than `least`. */
export function turn(layers: Size, direction: Direction, padding: Padding, least: Size): Turned {
  const content = flipped(layers, direction);
  const width = Math.max(content.width + 2 * padding.side, least.width);
  const height = Math.max(content.height + padding.top + padding.side, least.height);
  const [left, top] = [(width - content.width) / 2, padding.top];
  const isBackwards = direction === 'BT' || direction === 'RL';
  const place = ({ x, y }: Point, size: Size): Rect => {
    const main = isBackwards ? layers.height - y - flipped(size, direction).height : y;
    return isSideways(direction) ? { x: left + main, y: top + x, ...size } : { x: left + x, y: top + main, ...size };
  };
  const point = (at: Point): Point => {
    const { x, y } = place(at, { width: 0, height: 0 });
    return { x, y };
  };
  const passage = ({ x, y }: Point, end: 'upper' | 'lower'): Point => {
    const isAtStart = (end === 'upper') !== isBackwards;
    if (isSideways(direction)) return { x: isAtStart ? 0 : width, y };
    return { x, y: isAtStart ? 0 : height };
  };
  return { width, height, place, point, passage };
}
