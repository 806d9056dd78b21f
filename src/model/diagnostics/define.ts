// What a diagnostic is declared with: one constructor a code, in the file of its hundred.
import { type CatalogueEntry, type Code, entryOf } from './catalogue.js';
import type { Diagnostic, Place } from './diagnostic.js';

/** Makes the diagnostics of one code from the data of a case; `place` is absent where no file is concerned. */
export interface Constructor<Data> {
  (data: Data, place?: Place): Diagnostic;
  readonly entry: CatalogueEntry;
}

interface Texts<Data> {
  readonly message: (data: Data) => string;
  /** What to do; absent if there is nothing to say. */
  readonly hint?: (data: Data) => string | undefined;
}

/** The constructor of a code. Codes are stable and never used again. */
export function define<Data>(code: Code, { message, hint }: Texts<Data>): Constructor<Data> {
  const entry = entryOf(code);
  const { severity } = entry;
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

/** What to do if an address leads into a section that `docgen sync` has not exported. */
export function unsyncedHint(section: string): string {
  const command = /^\w[\w./@-]*$/.test(section) ? `docgen sync ${section}` : 'docgen sync';
  return `the section ${inCode(section)} is not synced: run ${inCode(command)}`;
}
