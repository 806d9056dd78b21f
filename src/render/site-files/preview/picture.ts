// A small rasterizer: rounded rectangles and text drawn with a round pen, with smooth edges, as a PNG of at most 16 colors.
import { constants, crc32, deflateSync } from 'node:zlib';
import type { TextShape } from './letters.js';

export type Color = readonly [red: number, green: number, blue: number];

type Box = readonly [left: number, top: number, right: number, bottom: number];
type Distance = (x: number, y: number) => number;

interface Pen {
  /** Start of the base line. */
  readonly x: number;
  readonly y: number;
  /** Height of letters in pixels. */
  readonly size: number;
  /** Width of lines as a part of the size. */
  readonly weight: number;
}

/** Number of blends of a color with the ground, for smooth edges. */
const levels = 5;

/** A picture with an even width. Shapes have one of at most three inks, or erase the ink that they have. */
export class Picture {
  readonly #pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly ground: Color,
    readonly inks: readonly Color[],
  ) {
    this.#pixels = new Uint8Array(width * height);
  }

  /** Draws a rectangle with rounded corners. */
  box(ink: number, [left, top, right, bottom]: Box, radius: number): void {
    const [x, y, width, height] = [(left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2];
    this.#paint(ink, false, [left, top, right, bottom], (px, py) => {
      const [dx, dy] = [Math.abs(px - x) - width + radius, Math.abs(py - y) - height + radius];
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
    });
  }

  /** Draws a text, or erases it from a shape of the same ink. */
  text(ink: number, { lines }: TextShape, { x, y, size, weight }: Pen, isErased = false): void {
    const [unit, radius] = [size / 14, (size * weight) / 2];
    for (const [fromX, fromY, toX, toY] of lines) {
      const [x1, y1, x2, y2] = [x + fromX * unit, y - fromY * unit, x + toX * unit, y - toY * unit];
      const [dx, dy] = [x2 - x1, y2 - y1];
      const square = dx * dx + dy * dy || 1;
      const [left, right, top, bottom] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)];
      this.#paint(ink, isErased, [left - radius, top - radius, right + radius, bottom + radius], (px, py) => {
        const along = Math.max(0, Math.min(1, ((px - x1) * dx + (py - y1) * dy) / square));
        const [nearX, nearY] = [px - x1 - along * dx, py - y1 - along * dy];
        return Math.sqrt(nearX * nearX + nearY * nearY) - radius;
      });
    }
  }

  /** Sets the pixels of a shape. If shapes overlap, the strongest level stays. */
  #paint(ink: number, isErased: boolean, [left, top, right, bottom]: Box, distance: Distance): void {
    const [start, fromX, toX] = [ink * levels, Math.max(0, Math.floor(left)), Math.min(this.width, Math.ceil(right))];
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(this.height, Math.ceil(bottom)); y++)
      for (let x = fromX; x < toX; x++) {
        const level = Math.round(Math.min(1, 0.5 - distance(x + 0.5, y + 0.5)) * levels);
        const [at, left] = [y * this.width + x, isErased ? levels - level : level];
        const [before = 0, color] = [this.#pixels[at], left > 0 ? start + left : 0];
        if (level > 0 && (isErased ? color < before : color > before)) this.#pixels[at] = color;
      }
  }

  /** Returns the picture as a PNG. zlib only looks for runs, so that the bytes are the same on all machines. */
  png(): Buffer {
    const { width, height } = this;
    const rowBytes = width / 2;
    const pixels = this.#pixels;
    const packed = new Uint8Array(rowBytes * height);
    for (let at = 0; at < packed.length; at++) packed[at] = ((pixels[2 * at] ?? 0) << 4) | (pixels[2 * at + 1] ?? 0);
    const rows = new Uint8Array((rowBytes + 1) * height);
    for (let y = 0, at = 0; y < height; y++) {
      rows[y * (rowBytes + 1)] = upFilter;
      for (const end = at + rowBytes; at < end; at++)
        rows[at + y + 1] = (packed[at] ?? 0) - (packed[at - rowBytes] ?? 0);
    }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([4, 3], 8); // bits of a pixel, colors from a palette
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', head),
      chunk('PLTE', Buffer.from([this.ground, ...this.inks.flatMap((ink) => blends(this.ground, ink))].flat())),
      chunk('IDAT', deflateSync(rows, { level: 9, strategy: constants.Z_RLE })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

/** Filter of PNG that stores the difference from the row above. */
const upFilter = 2;

function blends(ground: Color, color: Color): Color[] {
  const mix = (at: 0 | 1 | 2, level: number) => Math.round(ground[at] + ((color[at] - ground[at]) * level) / levels);
  return Array.from({ length: levels }, (_, n): Color => [mix(0, n + 1), mix(1, n + 1), mix(2, n + 1)]);
}

function chunk(name: string, data: Buffer): Buffer {
  const [length, sum, named] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(name, 'latin1'), data])];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
