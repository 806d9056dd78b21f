/** What the process says to whoever started it. */
export const exitCode = {
  built: 0,
  /** `--strict` met a warning; the site is unchanged. */
  refused: 1,
  /** Usage, config or environment. */
  cannotRun: 2,
  /** A fault of docgen itself. */
  internal: 3,
  SIGINT: 130,
  SIGTERM: 143,
} as const;
