// Schema of `sources`: repositories whose docs are synced.
import * as z from 'zod/mini';
import { headingIdRules, routeRules } from './generator.js';
import { named } from './version-options.js';

export const sourcePathSchema = z.strictObject({
  /** A folder or a file of the repository; `.` is all of it. */
  from: z.string(),
  to: z._default(z.string(), ''),
  /** Globs below `from`. */
  include: z._default(z.array(z.string()), []),
  exclude: z._default(z.array(z.string()), []),
  /** New names of single files. */
  rename: z._default(z.record(z.string(), z.string()), {}),
});

const sourcePaths = z.array(sourcePathSchema).check(z.minLength(1));

/** These addresses are shown in pages. */
const hasNoName = z.refine(
  (url: unknown) => !/^[^/\\]*[/\\]*[^/\\?#]*@/.test(String(url)),
  'it must not contain a user name or password',
);
const webUrl = z.url({ protocol: /^https?$/ }).check(hasNoName);
const sourceVersionSchema = z.strictObject({
  ...named,
  /** As `ref` of a source. */
  ref: z.string().check(z.minLength(1)),
  /** Instead of the source's `paths`, if this version had its docs elsewhere. */
  paths: z.optional(sourcePaths),
});
const sectionName = /^(?!.*%2f)[^./\\\s][^/\\]*(?:\/[^./\\\s][^/\\]*)*$/is;
export const sourceSchema = z.strictObject({
  /** Folder of the hub, such as `libs/beta`; several sources can share one. */
  section: z.string().check(z.regex(sectionName, 'it must be a folder name, or several with `/` between')),
  repo: z.string().check(z.minLength(1)),
  /** Branch, tag or commit; `HEAD` is the default branch; `v2.*` is the newest matching tag. Not together with `versions`. */
  ref: z.optional(z.string().check(z.minLength(1))),
  /** Versions, newest first, each at a ref. */
  versions: z.optional(z.array(sourceVersionSchema).check(z.minLength(1))),
  paths: sourcePaths,
  license: z.optional(z.string()),
  homepage: z.optional(webUrl),
  editUrl: z.optional(webUrl),
  /** The project's own site: links to it become links into the hub. */
  linkBase: z.optional(webUrl),
  /** The generator whose rule makes the ids of headings; by default it is detected from the project's files. */
  headingIds: z.optional(z.enum(headingIdRules)),
  /** The generator whose rule makes the URLs of docs; by default it is detected too. */
  routes: z.optional(z.enum(routeRules)),
  /** The section is also published as one page. */
  onePage: z.optional(z.boolean()),
  /** If it can't be fetched, `docgen sync` warns and exits with 0: the section keeps its last export, or is left out. */
  optional: z.optional(z.boolean()),
  /** `docgen sync` fetches the history too: each page shows when it was last changed. */
  history: z.optional(z.boolean()),
});

export interface Source extends Omit<z.output<typeof sourceSchema>, 'ref' | 'versions'> {
  readonly ref: string;
}
export type SourcePathRule = z.output<typeof sourcePathSchema>;
