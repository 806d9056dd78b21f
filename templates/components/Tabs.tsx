import type { ReactNode } from 'react';
import { useWords } from '../words.js';

/** Tabs: an exclusive accordion, which CSS displays as tabs in browsers that support it. */
export function Tabs({ children }: { children?: ReactNode }) {
  return <div className="tabs">{children}</div>;
}

export interface TabItemProps {
  readonly id?: string;
  readonly label?: string;
  /** Name of the group of tabs, unique on the page. */
  readonly group?: string;
  readonly isFirst?: boolean;
  readonly children?: ReactNode;
}

/** A tab. */
export function TabItem({ id, label, group, isFirst = false, children }: TabItemProps) {
  const { text } = useWords();
  return (
    <details name={group} open={isFirst}>
      <summary>{label ?? text('tab', { number: '1' })}</summary>
      <div className="tab" id={id}>
        {children}
      </div>
    </details>
  );
}
