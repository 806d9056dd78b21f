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

/** What to add for a page that moved: to the page, or to the config if the page is another project's. Both addresses are from the root of the site. */
export function redirectLine(old: string, to: string, isGathered: boolean): string {
  if (isGathered) return `\`redirects: [{ from: ${JSON.stringify(old)}, to: ${JSON.stringify(to)} }]\` to the config`;
  const value = /^[\w./-]+$/.test(old) ? old : JSON.stringify(old);
  return `\`redirect_from: ${value}\` to its front matter`;
}
