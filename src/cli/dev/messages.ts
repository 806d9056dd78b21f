// Messages between the server and the builder process: plain data, as JSON.
import type { Mount } from '../../model/config/config.js';
import type { WithFolder } from '../../model/config/sources.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import type { CommonOptions } from '../options.js';

export interface BuildRequest extends Pick<CommonOptions, 'config' | 'content' | 'base' | 'drafts'> {
  readonly with?: readonly WithFolder[] | undefined;
  readonly out?: string | undefined;
  readonly workers?: number | undefined;
  readonly cache?: string | undefined;
}

export type ToBuilder = { readonly type: 'build'; readonly request: BuildRequest } | { readonly type: 'stop' };

/** Absolute paths of files and folders whose changes start a build. */
export interface Watched {
  readonly paths: readonly string[];
  /** Paths of code. A process can't reload code that it has loaded. */
  readonly code: readonly string[];
  readonly ignored: readonly string[];
}

export interface BuiltFrom {
  readonly out: string;
  readonly basePath: string;
  readonly content: readonly Mount[];
}

export interface Outcome {
  /** Whether the output folder contains the new site. */
  readonly published: boolean;
  /** Whether the entire site was checked. False if the build stopped early, for example because of an invalid config. */
  readonly isComplete: boolean;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the next build should get a new process: this one uses too much memory, or has a bug. */
  readonly isSpent: boolean;
}

export function unpublished(diagnostics: readonly Diagnostic[], isSpent = false): Outcome {
  return { published: false, isComplete: false, pages: 0, diagnostics, isSpent };
}

/** Sent when the config is loaded, and again when the referenced files are known. */
export interface Loaded {
  readonly type: 'loaded';
  readonly watched: Watched;
  readonly from: BuiltFrom | undefined;
}

/** `outcome` is undefined if the build was stopped. */
export type FromBuilder = Loaded | { readonly type: 'built'; readonly outcome: Outcome | undefined };
