/** Hosts for which a file of redirects can be written beside `_redirects`; `none`: neither. */
export const redirectsFiles = ['nginx', 'apache', 'vercel', 'none'] as const;
export type RedirectsFile = (typeof redirectsFiles)[number];
