// The content of a file as bytes.
import type { Content, Piece } from '../output-file.js';

/** Bytes of content that is put together in memory; of more, each piece is written as it is. */
const mostTogether = 1024 * 1024;

/**
 * Gives content as bytes, which hold until it is asked again: files of common length take the same memory one after the other. To
 * allocate it for each costs as much as to fill it.
 */
export function encoder(): (content: Content) => readonly Uint8Array[] {
  const memory = Buffer.allocUnsafeSlow(mostTogether);
  return (content) => {
    const pieces: readonly Piece[] = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    if (pieces.reduce((sum, piece) => sum + mostBytes(piece), 0) > mostTogether) return pieces.map(bytesOf);
    let end = 0;
    for (const piece of pieces) {
      if (typeof piece === 'string') end += memory.write(piece, end);
      else {
        memory.set(piece, end);
        end += piece.length;
      }
    }
    return [memory.subarray(0, end)];
  };
}

/** A unit of UTF-16 is three bytes of UTF-8 at most. */
const mostBytes = (piece: Piece) => (typeof piece === 'string' ? 3 : 1) * piece.length;

const bytesOf = (piece: Piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece);

export const lengthOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { length }) => sum + length, 0);
