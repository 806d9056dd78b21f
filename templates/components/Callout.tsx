import type { ReactNode } from 'react';
import { useWords } from '../words.js';

export interface CalloutProps {
  /** note, tip, info, success, important, warning, caution or danger. */
  readonly type?: string;
  readonly title?: ReactNode;
  readonly id?: unknown;
  readonly children?: ReactNode;
}

const kinds = ['note', 'tip', 'info', 'success', 'important', 'warning', 'caution', 'danger'] as const;

/** A callout. */
export function Callout({ type = 'note', title, id, children }: CalloutProps) {
  const { text } = useWords();
  const kind = kinds.find((name) => name === type) ?? 'note';
  return (
    <div id={typeof id === 'string' ? id : undefined} className={`callout callout-${kind}`} role="note">
      <p className="callout-title">{title ?? text(kind)}</p>
      {children}
    </div>
  );
}
