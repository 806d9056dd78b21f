// The report of a build or check, for programs and hooks. `.ci/config-types.mjs` copies the types for users, so they import nothing.

/** A diagnostic, as `--format json` prints it. */
export interface ReportedDiagnostic {
  code: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  hint?: string | undefined;
  /** Path from the working folder. */
  file?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
  /** Whether the baseline contains it. */
  known?: boolean | undefined;
  /** Number of other versions with the same problem. */
  alsoIn?: number | undefined;
  /** Source of a synced file. */
  upstream?: { repository: string; commit: string; path: string; url?: string | undefined } | undefined;
  /** URL of the documentation of the code. */
  url: string;
}

export interface Report {
  /** Exit code of the command: 0 without problems, 1 for problems in the docs, 2 for problems with the config or the machine. */
  exitCode: number;
  pages: number;
  /** Number of errors that the baseline does not contain. */
  errors: number;
  warnings: number;
  known: number;
  seconds: number;
  diagnostics: ReportedDiagnostic[];
}

export interface BuildReport extends Report {
  published: boolean;
  /** Number of diagnostics that the config disables. */
  off: number;
  /** The output folder. Empty if the config can't be used. */
  out: string;
}
