// The types of docgen in a program. `.ci/config-types.mjs` copies them for users, so they import nothing.

/** A diagnostic, as `--format json` prints it. */
export interface ReportedDiagnostic {
  code: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  hint?: string | undefined;
  /** From the working folder. */
  file?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
  /** Whether the baseline has it. */
  known?: boolean | undefined;
  /** Number of other versions with the same problem. */
  alsoIn?: number | undefined;
  /** For a synced file. */
  upstream?: { repository: string; commit: string; path: string; url?: string | undefined } | undefined;
  /** Documentation of the code. */
  url: string;
}

/** Options of the command line, by the same names in camel case. */
export interface ProjectOptions {
  config?: string;
  content?: string;
  base?: string;
  out?: string;
  /** `false`: no config of the folder is run. */
  run?: boolean;
  strict?: boolean;
  signal?: AbortSignal;
}

interface BuildOnlyOptions {
  drafts?: boolean;
  with?: { place: string; dir: string }[];
  workers?: number;
  /** A folder; `false` for no cache. */
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

export interface Report {
  /** Exit code of the command: 0 without problems, 1 for problems in the docs, 2 for problems with the config or the machine. */
  exitCode: number;
  pages: number;
  /** Without those that the baseline has. */
  errors: number;
  warnings: number;
  known: number;
  seconds: number;
  diagnostics: ReportedDiagnostic[];
}

export interface BuildReport extends Report {
  published: boolean;
  /** Number of diagnostics that the config switches off. */
  off: number;
}

/** Builds the project of the working folder, as `docgen build` does. Rejects if `signal` is aborted. */
export type Build = (options?: BuildOptions) => Promise<BuildReport>;
/** Checks a built folder, as `docgen check` does. Rejects if `signal` is aborted. */
export type Check = (options?: CheckOptions) => Promise<Report>;
/** Runs `docgen dev` until `signal` is aborted. It prints to stderr. */
export type Dev = (options?: DevOptions) => Promise<void>;
