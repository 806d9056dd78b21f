// Every diagnostic, with what the documentation says of it. Faults in content are warnings, the page is degraded as little as possible; errors
// are for what docgen cannot do (usage, config, environment, output, an internal fault), and for what `docgen check` finds to lead readers
// nowhere.
import codes from './codes.json' with { type: 'json' };
import type { Severity } from './diagnostic.js';

export type Code = keyof typeof codes;

/** The pages in docs/reference/diagnostics are made from these. */
export interface CatalogueEntry {
  readonly code: string;
  readonly severity: Severity;
  /** What happened, in general. */
  readonly title: string;
  /** What docgen did about it, or why it stopped. */
  readonly effect: string;
}

/** Every code there is, in the order of the codes. */
export const catalogue = Object.entries(codes).map(([code, entry]) => ({
  code,
  ...entry,
})) as readonly CatalogueEntry[];

export const entryOf = (code: Code): CatalogueEntry => ({ code, ...codes[code] }) as CatalogueEntry;
