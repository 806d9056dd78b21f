import type { Diagnostic } from '../model/diagnostics/diagnostic.js';

/** The build cannot go on; the previous site stays. */
export class BuildError extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}

/** More of a page than its body depends on the new one. */
export class FrameChanged extends Error {}
