// Replaces the complete sidebar in a page of the previous build. A changed title changes it on all pages, and most of them in nothing else.
import { sumBy } from 'lodash-es';
import type { OutputChunk } from '../../base/output-file.js';
import { printedTag } from '../../base/printed-tags.js';
import type { DeferredMarkup } from '../print/render-template.js';

/** Offset and length of the sidebar in a page, in bytes. */
export type TreeSpan = readonly [start: number, length: number];

/** Returns where a page contains its sidebar. Undefined if it doesn't contain it exactly once. */
export function treeSpan(page: readonly OutputChunk[], { pieces }: DeferredMarkup): TreeSpan | undefined {
  const [first] = pieces;
  if (first === undefined) return undefined;
  const at = page.indexOf(first);
  const isOnce = at >= 0 && page.lastIndexOf(first) === at;
  return isOnce ? [chunksLength(page.slice(0, at)), chunksLength(pieces)] : undefined;
}

export const chunksLength = (chunks: readonly OutputChunk[]) => sumBy(chunks, (chunk) => Buffer.byteLength(chunk));

const wholeTag = new RegExp(`^${printedTag('[a-z][a-z0-9]*', '').source}$`);

/**
 * Returns a page with another sidebar. Undefined if the span is not between two tags: it is from the cache, which others can write to, and a page that is cut
 * inside a tag would have active content. Text and attributes of a page contain no `<`.
 */
export function withTree(page: Buffer, [start, length]: TreeSpan, tree: DeferredMarkup): OutputChunk[] | undefined {
  const [before, after] = [page.subarray(0, start), page.subarray(start + length)];
  const isBetween = after[0] === 0x3c && wholeTag.test(before.toString('latin1', before.lastIndexOf('<')));
  return isBetween ? [before, ...tree.pieces, after] : undefined;
}
