import type { ReactNode } from 'react';
import { useWords } from '../words.js';

export interface DetailsProps {
  readonly summary?: ReactNode;
  readonly title?: ReactNode;
  readonly open?: boolean;
  readonly children?: ReactNode;
}

/** A collapsed section. */
export function Details({ title, summary = title, open, children }: DetailsProps) {
  const { text } = useWords();
  return (
    <details open={open}>
      <summary>{summary ?? text('details')}</summary>
      {children}
    </details>
  );
}
