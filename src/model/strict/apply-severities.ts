// Applies configured severities to the diagnostics of a build: removes those that are off, and marks those in the baseline.
import type { Config } from '../config/config.js';
import { isFatal, severities } from '../config/schema/diagnostics.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { problem } from '../diagnostics/problem.js';
import { type Baseline, compareWith } from './baseline.js';

export interface Rules {
  readonly config: Pick<Config, 'diagnostics' | 'content' | 'workDir'>;
  readonly baseline?: Baseline | undefined;
  /** Diagnostics to treat as known, in addition to those of the baseline. */
  readonly isAccepted?: ((diagnostic: Diagnostic) => boolean) | undefined;
  /** A warning is enough to refuse the site. */
  readonly strict: boolean;
  /** Whether the entire site was checked. Otherwise entries of the baseline can't be reported as fixed. */
  readonly isWhole: boolean;
}

export interface StrictResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly off: number;
  /** The site is not to be published. */
  readonly isRefused: boolean;
}

/** Weighs the diagnostics of a build. Diagnostics: those, and DG116 for what of the baseline is gone. */
export function applySeverities(
  found: readonly Diagnostic[],
  { config, baseline = [], isAccepted, strict, isWhole }: Rules,
): StrictResult {
  const severityOf = severities(config.diagnostics, config);
  const unique = [...new Map(found.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
  const weighed = unique.flatMap((diagnostic): Diagnostic[] => {
    const severity = severityOf(diagnostic);
    if (severity === diagnostic.severity) return [diagnostic];
    return severity === 'off' ? [] : [{ ...diagnostic, severity }];
  });
  const mayBeKnown = weighed.filter(canBeKnown);
  const { known, gone } = compareWith(baseline, mayBeKnown);
  const accepted = new Set(isAccepted ? mayBeKnown.filter(isAccepted) : []);
  const isNew = (diagnostic: Diagnostic) => !known.has(diagnostic) && !accepted.has(diagnostic);
  return {
    diagnostics: [
      ...weighed.map((diagnostic) => (isNew(diagnostic) ? diagnostic : { ...diagnostic, known: true as const })),
      ...(isWhole && !isAccepted ? gone : []),
    ],
    off: unique.length - weighed.length,
    isRefused: weighed.some((diagnostic) => isNew(diagnostic) && counts(diagnostic, strict)),
  };
}

const counts = ({ severity }: Diagnostic, strict: boolean) =>
  severity === 'error' || (strict && severity === 'warning');

const ofSync: ReadonlySet<string> = new Set(
  [problem.notSynced, problem.exportMissing, problem.exportOutdated].map(({ code }) => code),
);

/** Whether it says that a section is not synced, or was synced with another config: a state of this folder, and not of the docs. */
export const isAboutSync = ({ code }: Pick<Diagnostic, 'code'>) => ofSync.has(code);

/** Whether a baseline may contain a diagnostic: it refuses a site, and does not stop docgen itself. */
function canBeKnown(diagnostic: Diagnostic): boolean {
  return diagnostic.severity !== 'info' && !isFatal(diagnostic.code) && !isAboutSync(diagnostic);
}
