import type { LinkProps } from './types.js';

/** Link from the home page of a folder to its single-page view. */
export function OnePageLink({ link }: { readonly link: LinkProps | undefined }) {
  if (link === undefined) return null;
  return (
    <p>
      <a href={link.href}>{link.label}</a>
    </p>
  );
}
