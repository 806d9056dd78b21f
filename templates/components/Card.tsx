import type { ReactNode } from 'react';

export interface CardComponentProps {
  readonly title?: ReactNode;
  readonly href?: string;
  readonly description?: string;
  readonly children?: ReactNode;
}

/** A card with a title, which can be a link. */
export function Card({ title, href, description, children }: CardComponentProps) {
  return (
    <div className="card">
      {title !== undefined && <p className="card-title">{href === undefined ? title : <a href={href}>{title}</a>}</p>}
      {description !== undefined && <p>{description}</p>}
      {children}
    </div>
  );
}

/** A group of cards. */
export function CardGroup({ children }: { children?: ReactNode }) {
  return <div className="card-group">{children}</div>;
}
