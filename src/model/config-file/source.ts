// The sources of a config: repositories whose docs are gathered.
import * as z from 'zod/mini';
import { headingIdRules, routeRules } from '../mounts/generator.js';
import { named } from '../versions/named-versions.js';

export const sourcePathSchema = z.strictObject({
  from: z.string(),
  to: z._default(z.string(), ''),
  include: z._default(z.array(z.string()), []),
  exclude: z._default(z.array(z.string()), []),
  rename: z._default(z.record(z.string(), z.string()), {}),
});

const sourcePaths = z.array(sourcePathSchema).check(z.minLength(1));

/** These addresses are shown in pages. */
const hasNoName = z.refine(
  (url: unknown) => !/^[^/\\]*[/\\]*[^/\\?#]*@/.test(String(url)),
  'it must not contain a user name or password',
);
const webUrl = z.url({ protocol: /^https?$/ }).check(hasNoName);
/** A version of a source; a `ref` with `*` is the newest tag of those, `paths` are those of a version that had its docs elsewhere. */
const sourceVersionSchema = z.strictObject({
  ...named,
  ref: z.string().check(z.minLength(1)),
  paths: z.optional(sourcePaths),
});
export const sourceSchema = z.strictObject({
  section: z
    .string()
    .check(
      z.regex(
        /^(?!.*%2f)[^./\\\s][^/\\]*(?:\/[^./\\\s][^/\\]*)*$/is,
        'it must be a folder name, or several with `/` between',
      ),
    ),
  repo: z.string().check(z.minLength(1)),
  ref: z.optional(z.string().check(z.minLength(1))),
  versions: z.optional(z.array(sourceVersionSchema).check(z.minLength(1))),
  paths: sourcePaths,
  license: z.optional(z.string()),
  homepage: z.optional(webUrl),
  editUrl: z.optional(webUrl),
  linkBase: z.optional(webUrl),
  headingIds: z.optional(z.enum(headingIdRules)),
  routes: z.optional(z.enum(routeRules)),
  onePage: z.optional(z.boolean()),
  /** A sync without it is no failure. */
  optional: z.optional(z.boolean()),
  /** Fetch the history too: each page shows when it changed last. */
  history: z.optional(z.boolean()),
});

/** A repository at one ref, whose docs are gathered into a section, or into a version of one. */
export interface Source extends Omit<z.output<typeof sourceSchema>, 'ref' | 'versions'> {
  readonly ref: string;
}
/** What is gathered of a repository: a folder or a file, and its place in the section. */
export type SourcePathRule = z.output<typeof sourcePathSchema>;

/** The keys that there are at a path in a source. */
export function sourceKeys([key, , ...rest]: readonly PropertyKey[]): readonly string[] {
  if (key === 'paths') return Object.keys(sourcePathSchema.shape);
  if (key !== 'versions') return Object.keys(sourceSchema.shape);
  return Object.keys(rest[0] === 'paths' ? sourcePathSchema.shape : sourceVersionSchema.shape);
}
