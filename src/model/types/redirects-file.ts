/** Hosts with their own redirect file in addition to `_redirects`. `none` writes neither. */
export const redirectsFiles = ['nginx', 'apache', 'vercel', 'none'] as const;
export type RedirectsFile = (typeof redirectsFiles)[number];
