/** The exit codes. */
export const exitCode = {
  built: 0,
  /** `--strict` met a warning; the site is unchanged. */
  refused: 1,
  /** Usage, config or environment. */
  cannotRun: 2,
  /** An internal error of docgen. */
  internal: 3,
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
} as const;
