import type { ReactNode } from 'react';

/** An inline badge. */
export function Badge({ text, children }: { text?: string; children?: ReactNode }) {
  return <span className="tag">{text ?? children}</span>;
}
