export const exitCode = {
  built: 0,
  /** Problems with `--strict`; the site is unchanged. */
  refused: 1,
  /** Usage, config or environment. */
  cannotRun: 2,
  internal: 3,
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
} as const;
