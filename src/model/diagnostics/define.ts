// What a diagnostic is declared with: one constructor a code, in the file of its hundred.
import type { Diagnostic, Place, Severity } from './diagnostic.js';

/** What the documentation says of a code; the pages in docs/reference/diagnostics are made from these. */
export interface CatalogueEntry {
  readonly code: string;
  readonly severity: Severity;
  /** What happened, in general. */
  readonly title: string;
  /** What docgen did about it, or why it stopped. */
  readonly effect: string;
}

/** Makes the diagnostics of one code from the data of a case; `place` is absent where no file is concerned. */
export interface Constructor<Data> {
  (data: Data, place?: Place): Diagnostic;
  readonly entry: CatalogueEntry;
}

/** Declares a code. Codes are stable and never used again. */
export function define<Data>({
  message,
  hint,
  ...entry
}: CatalogueEntry & {
  readonly message: (data: Data) => string;
  /** What to do; absent where there is nothing to say. */
  readonly hint?: (data: Data) => string | undefined;
}): Constructor<Data> {
  const { code, severity } = entry;
  const make = (data: Data, place?: Place): Diagnostic => {
    const help = hint?.(data);
    return {
      code,
      severity,
      message: message(data),
      ...(place && { place }),
      ...(help !== undefined && { hint: help }),
    };
  };
  return Object.assign(make, { entry });
}

/** A value of the user's in a message. */
export const inCode = (text: string) => `\`${text}\``;
