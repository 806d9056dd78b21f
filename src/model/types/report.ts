// The report of a build or check, for programs and hooks. `.ci/config-types.mjs` copies the types for users, so they import nothing.

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
  /** The output folder. Empty if the config can't be used. */
  out: string;
}
