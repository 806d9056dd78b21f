import type { LinkProps } from './types.js';

/** On the front of a folder: all of it on one page. */
export function OnePageLink({ link }: { readonly link: LinkProps | undefined }) {
  if (link === undefined) return null;
  return (
    <p>
      <a href={link.href}>{link.label}</a>
    </p>
  );
}
