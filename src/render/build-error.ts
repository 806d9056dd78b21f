import type { Diagnostic } from '../model/diagnostics/diagnostic.js';

/** The build cannot go on; the previous site stays. */
export class BuildError extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}
