// A small rasterizer: rounded rectangles and text drawn with a round pen, with smooth edges, as a PNG of at most 16 colors.
import { constants, crc32, deflateSync } from 'node:zlib';
import type { Line, TextShape } from './letters.js';

export type Color = readonly [red: number, green: number, blue: number];

interface Pen {
  /** Start of the baseline. */
  readonly x: number;
  readonly y: number;
  /** Height of letters in pixels. */
  readonly size: number;
  /** Width of lines as a fraction of the size. */
  readonly weight: number;
}

/** Number of blends of a color with the background, for smooth edges. */
const levels = 5;

/**
 * A picture with an even width. Shapes have one of at most three inks, or erase an ink. The loops over pixels create no objects, because
 * they run before V8 optimizes them.
 */
export class Picture {
  readonly #pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly ground: Color,
    readonly inks: readonly Color[],
    drawn?: Picture,
  ) {
    this.#pixels = drawn ? drawn.#pixels.slice() : new Uint8Array(width * height);
  }

  copy(): Picture {
    return new Picture(this.width, this.height, this.ground, this.inks, this);
  }

  /** Draws a rectangle with rounded corners. */
  box(ink: number, [left, top, right, bottom]: readonly [number, number, number, number], radius: number): void {
    const middleX = (left + right) / 2;
    const innerX = (right - left) / 2 - radius;
    const middleY = (top + bottom) / 2;
    const innerY = (bottom - top) / 2 - radius;
    for (let y = top; y < bottom; y++) {
      const outY = Math.max(0, Math.abs(y + 0.5 - middleY) - innerY);
      // Half the width of the row, without the part that the corners take.
      const half = innerX + Math.sqrt(Math.max(0, radius * radius - outY * outY));
      for (let x = left; x < right; x++)
        this.#set(ink * levels, y * this.width + x, levels * (half + 0.5 - Math.abs(x + 0.5 - middleX)));
    }
  }

  /** Draws a text, or erases it from a shape of the same ink. */
  text(ink: number, { parts }: TextShape, { x, y, size, weight }: Pen, isErased = false): void {
    const unit = size / 14;
    for (const part of parts)
      for (const line of part.lines) {
        const [left, base] = [x + part.x * unit, y - part.y * unit];
        const placed: Line = [
          left + line[0] * unit,
          base - line[1] * unit,
          left + line[2] * unit,
          base - line[3] * unit,
        ];
        this.#draw(ink * levels, placed, (size * weight) / 2, isErased);
      }
  }

  #draw(start: number, [x1, y1, x2, y2]: Line, radius: number, isErased: boolean): void {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const square = dx * dx + dy * dy || 1;
    // Squared distances: outside, a pixel is not painted; inside, it has the full level.
    const outside = (radius + 0.4) ** 2;
    const inside = Math.max(0, radius - 0.4) ** 2;
    const fromX = Math.max(0, Math.floor(Math.min(x1, x2) - radius));
    const toX = Math.min(this.width, Math.ceil(Math.max(x1, x2) + radius));
    const toY = Math.min(this.height, Math.ceil(Math.max(y1, y2) + radius));
    for (let y = Math.max(0, Math.floor(Math.min(y1, y2) - radius)); y < toY; y++) {
      const py = y + 0.5 - y1;
      for (let x = fromX; x < toX; x++) {
        const px = x + 0.5 - x1;
        const along = Math.max(0, Math.min(1, (px * dx + py * dy) / square));
        const nearX = px - along * dx;
        const nearY = py - along * dy;
        const distance = nearX * nearX + nearY * nearY;
        if (distance >= outside) continue;
        const strength = distance <= inside ? levels : levels * (0.5 + radius - Math.sqrt(distance));
        this.#set(start, y * this.width + x, strength, isErased);
      }
    }
  }

  /** Sets a pixel. If shapes overlap, the strongest level stays. */
  #set(start: number, at: number, strength: number, isErased = false): void {
    const level = Math.max(0, Math.min(levels, Math.round(strength)));
    const left = isErased ? levels - level : level;
    const color = left > 0 ? start + left : 0;
    const before = this.#pixels[at] ?? 0;
    if (isErased ? color < before : color > before) this.#pixels[at] = color;
  }

  /** Returns the rows for PNG: two pixels per byte, as the difference from the row above. */
  #rows(): Uint8Array {
    const pixels = this.#pixels;
    const rowBytes = this.width / 2;
    const rows = new Uint8Array((rowBytes + 1) * this.height);
    const above = new Uint8Array(rowBytes);
    for (let y = 0, at = 0, pixel = 0; y < this.height; y++) {
      rows[at++] = upFilter;
      for (let x = 0; x < rowBytes; x++, pixel += 2) {
        const both = ((pixels[pixel] ?? 0) << 4) | (pixels[pixel + 1] ?? 0);
        rows[at++] = both - (above[x] ?? 0);
        above[x] = both;
      }
    }
    return rows;
  }

  /** Returns the picture as a PNG. zlib only looks for runs, so that the bytes are the same on all machines. */
  png(): Buffer {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    head.set([4, 3], 8); // bits per pixel, and palette colors
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', head),
      chunk('PLTE', Buffer.from([this.ground, ...this.inks.flatMap((ink) => blends(this.ground, ink))].flat())),
      chunk('IDAT', deflateSync(this.#rows(), { level: 9, strategy: constants.Z_RLE })),
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
