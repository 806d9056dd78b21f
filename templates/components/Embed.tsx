export interface EmbedProps {
  readonly href: string;
  readonly title: string;
}

/** A link that replaces an iframe of another site. */
export function Embed({ href, title }: EmbedProps) {
  return (
    <p className="embed">
      <a href={href}>{title}</a>
    </p>
  );
}
