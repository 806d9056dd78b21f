import type { ReactNode } from 'react';
import { useWords } from '../words.js';

export interface DetailsProps {
  readonly summary?: ReactNode;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}

/** A collapsed section. */
export function Details({ title, summary = title, children }: DetailsProps) {
  const { text } = useWords();
  return (
    <details>
      <summary>{summary ?? text('details')}</summary>
      {children}
    </details>
  );
}
