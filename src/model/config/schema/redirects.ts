// Redirects as the config and the command line name them.
import * as z from 'zod/mini';

export const redirectSchema = z.strictObject({
  from: z.string().check(z.maxLength(2000), z.regex(/^\/(?!\/)/, 'it must begin with one slash')),
  to: z.string().check(z.minLength(1), z.maxLength(2000)),
  status: z._default(z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]), 301),
});
export type UserRedirect = z.input<typeof redirectSchema>;
export type RedirectStatus = z.output<typeof redirectSchema>['status'];

/** Hosts with their own redirect file in addition to `_redirects`. `none` writes neither. */
export const redirectsFiles = ['nginx', 'apache', 'vercel', 'none'] as const;
export type RedirectsFile = (typeof redirectsFiles)[number];
