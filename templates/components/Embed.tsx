export interface EmbedProps {
  readonly href: string;
  readonly title: string;
}

/** What another site would show in a frame: a plain link to it. */
export function Embed({ href, title }: EmbedProps) {
  return (
    <p className="embed">
      <a href={href}>{title}</a>
    </p>
  );
}
