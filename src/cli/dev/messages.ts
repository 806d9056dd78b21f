// What the server and the process that builds say to each other: plain data, as JSON.
import type { Mount } from '../../model/config.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import type { WithFolder } from '../../model/mounts/with-folders.js';

/** Options of the command line that a build depends on. */
export interface BuildRequest {
  readonly config?: string | undefined;
  readonly content?: string | undefined;
  readonly base?: string | undefined;
  readonly drafts?: boolean | undefined;
  readonly with?: readonly WithFolder[] | undefined;
  readonly out?: string | undefined;
  readonly workers?: number | undefined;
  /** Folder of the cache. */
  readonly cache?: string | undefined;
}

export type ToBuilder = { readonly type: 'build'; readonly request: BuildRequest } | { readonly type: 'stop' };

/** Files and folders, as absolute paths, whose changes are a reason to build. */
export interface Watched {
  readonly paths: readonly string[];
  /** Those of them that are code, or folders of code: a process that has loaded it does not load it anew. */
  readonly code: readonly string[];
  /** Folders in which nothing is a reason. */
  readonly ignored: readonly string[];
}

/** Where the site stands and what it is made of. */
export interface BuiltFrom {
  readonly out: string;
  readonly basePath: string;
  readonly content: readonly Mount[];
}

export interface Outcome {
  /** True where the out folder now holds the new site. */
  readonly published: boolean;
  /** False if the build stopped before it looked at all of the site, as it does where the config is broken. */
  readonly isComplete: boolean;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** True where the process has so much memory that the next build should have a new one. */
  readonly isSpent: boolean;
}

export type FromBuilder =
  /** When the config is loaded, and once more when it is known which files pages name; `from` is undefined without a config. */
  | { readonly type: 'loaded'; readonly watched: Watched; readonly from: BuiltFrom | undefined }
  /** Undefined where the build was stopped. */
  | { readonly type: 'built'; readonly outcome: Outcome | undefined };
