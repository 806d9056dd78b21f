// Keys of the config about addresses beside the pages', and about what diagnostics count.
import * as z from 'zod/mini';
import { addressGlobSchema } from '../mounts/mounts.js';
import { type OnePageFolders, onePageSchema } from '../pages/one-page-folders.js';
import { type RedirectsFile, redirectSchema } from '../redirects/schema.js';
import { settingsKeys, settingsSchema } from './settings.js';

export const siteShape = {
  redirects: z._default(z.array(redirectSchema).check(z.maxLength(10_000)), []),
  external: z._default(z.array(addressGlobSchema), []),
  diagnostics: z._default(settingsSchema, {}),
  relative: z._default(z.boolean(), false),
  onePage: onePageSchema,
};

/** The keys that a config may have below one of these. */
export function siteKeys(path: readonly PropertyKey[]): readonly string[] {
  if (path[0] === 'redirects') return Object.keys(redirectSchema.shape);
  return path[0] === 'diagnostics' ? settingsKeys(path.slice(1)) : [];
}

/** Options of the command line that override them. */
export interface SiteOverrides {
  readonly redirects?: RedirectsFile | undefined;
  readonly relative?: boolean | undefined;
}

export interface SiteFields {
  /** What is also published as one page. */
  readonly onePage: OnePageFolders;
  /** The host whose file of redirects is written beside `_redirects`; `none`: neither. */
  readonly redirectsFile: RedirectsFile | undefined;
  /** The config file as messages name it. */
  readonly file: string | undefined;
}
