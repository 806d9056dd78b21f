import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';

/** Thrown if the build can't continue. The previous site stays unchanged. */
export class BuildError extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}
