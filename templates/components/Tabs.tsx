import type { ReactNode } from 'react';
import { useWords } from '../words.js';

/** Alternatives of which one shows at a time: an accordion whose browser closes the others, shown as tabs where it can. */
export function Tabs({ children }: { children?: ReactNode }) {
  return <div className="tabs">{children}</div>;
}

export interface TabItemProps {
  readonly label?: string;
  /** The group, the same for all tabs of one, and no other on the page. */
  readonly group?: string;
  readonly isFirst?: boolean;
  readonly children?: ReactNode;
}

/** One of the alternatives. */
export function TabItem({ label, group, isFirst = false, children }: TabItemProps) {
  const { text } = useWords();
  return (
    <details name={group} open={isFirst}>
      <summary>{label ?? text('tab', { number: '1' })}</summary>
      <div className="tab">{children}</div>
    </details>
  );
}
