import type { ReactNode } from 'react';

/** A word in a frame, within a sentence. */
export function Badge({ text, children }: { text?: string; children?: ReactNode }) {
  return <span className="tag">{text ?? children}</span>;
}
