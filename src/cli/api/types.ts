// The types of docgen as a library. `.ci/config-types.mjs` copies them for users, together with those of the report.
import type { BuildReport, Report } from '../../model/types/report.js';

/** Options of the command line, with the same names in camel case. */
export interface ProjectOptions {
  config?: string;
  content?: string;
  base?: string;
  out?: string;
  /** `false`: doesn't run a config file of the folder. */
  run?: boolean;
  strict?: boolean;
  signal?: AbortSignal;
}

interface BuildOnlyOptions {
  drafts?: boolean;
  with?: { place: string; dir: string }[];
  workers?: number;
  /** A folder, or `false` to disable the cache. */
  cache?: string | boolean;
  relative?: boolean;
  preview?: boolean;
  redirects?: 'nginx' | 'apache' | 'vercel' | 'none';
}

export interface BuildOptions extends ProjectOptions, BuildOnlyOptions {
  shard?: { index: number; count: number };
  updateBaseline?: true | 'synced';
  /** `total` is 0 if it is not known. */
  onProgress?: (phase: string, done: number, total: number) => void;
}

export interface CheckOptions extends Omit<ProjectOptions, 'out' | 'content'> {
  /** Folder to check; by default the output folder of the config. */
  dir?: string;
  all?: boolean;
  external?: boolean;
  against?: string;
  onProgress?: (phase: string, done: number, total: number) => void;
}

export interface DevOptions extends ProjectOptions, BuildOnlyOptions {
  port?: number;
  host?: string | true;
  open?: boolean;
}

/** Builds the project of the working folder, as `docgen build` does. Rejects if `signal` is aborted. */
export type Build = (options?: BuildOptions) => Promise<BuildReport>;
/** Checks a built folder, as `docgen check` does. Rejects if `signal` is aborted. */
export type Check = (options?: CheckOptions) => Promise<Report>;
/** Runs `docgen dev` until `signal` is aborted. It prints to stderr. */
export type Dev = (options?: DevOptions) => Promise<void>;
