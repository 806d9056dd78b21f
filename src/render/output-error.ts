import type { Diagnostic } from '../model/diagnostic.js';

/** The out folder cannot be written; the former site is as it was. */
export class OutputError extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}
