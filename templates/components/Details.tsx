import type { ReactNode } from 'react';

export interface DetailsProps {
  readonly summary?: ReactNode;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}

/** Text that a reader opens. */
export function Details({ title, summary = title ?? 'Details', children }: DetailsProps) {
  return (
    <details>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
