import type { ReactNode } from 'react';

export interface CalloutProps {
  /** note, tip, info, success, important, warning, caution or danger. */
  readonly type?: string;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}

const labels: Readonly<Record<string, string>> = {
  note: 'Note',
  tip: 'Tip',
  info: 'Info',
  success: 'Success',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
  danger: 'Danger',
};

/** A remark beside the text. */
export function Callout({ type = 'note', title, children }: CalloutProps) {
  const kind = Object.hasOwn(labels, type) ? type : 'note';
  return (
    <div className={`callout callout-${kind}`} role="note">
      <p className="callout-title">{title ?? labels[kind]}</p>
      {children}
    </div>
  );
}
