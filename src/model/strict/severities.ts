// Applies configured severities to the diagnostics of a build: removes those that are off, and marks those in the baseline.
import { uniqBy } from 'lodash-es';
import type { Config } from '../config/config.js';
import { isFatal, severities } from '../config/schema/diagnostics.js';
import { type Diagnostic, problem } from '../diagnostics/diagnostic.js';
import { type Baseline, compareWith } from './baseline.js';

export interface Rules {
  readonly config: Pick<Config, 'diagnostics' | 'content' | 'workDir'>;
  readonly baseline?: Baseline | undefined;
  /** Diagnostics to treat as known, in addition to those of the baseline. */
  readonly isAccepted?: ((diagnostic: Diagnostic) => boolean) | undefined;
  /** Whether one warning is enough to reject the site. */
  readonly strict: boolean;
  /** Whether the entire site was checked. Otherwise entries of the baseline can't be reported as fixed. */
  readonly isWhole: boolean;
}

export interface StrictResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly off: number;
  /** Whether the site must not be published. */
  readonly isRejected: boolean;
}

/** Applies severities and the baseline to the diagnostics of a build. Returns them, and DG116 for entries of the baseline that no longer occur. */
export function applySeverities(found: readonly Diagnostic[], rules: Rules): StrictResult {
  const { config, baseline = [], isAccepted, strict, isWhole } = rules;
  const severityOf = severities(config.diagnostics, config);
  const unique = uniqBy(found, (diagnostic) => JSON.stringify(diagnostic));
  const withSeverity = unique.flatMap((diagnostic): Diagnostic[] => {
    const severity = severityOf(diagnostic);
    if (severity === diagnostic.severity) return [diagnostic];
    return severity === 'off' ? [] : [{ ...diagnostic, severity }];
  });
  const eligible = withSeverity.filter(canBeKnown);
  const { known, gone } = compareWith(baseline, eligible);
  const accepted = new Set(isAccepted ? eligible.filter(isAccepted) : []);
  const rejecting = new Set(strict ? ['error', 'warning'] : ['error']);
  const isNew = (diagnostic: Diagnostic) => !known.has(diagnostic) && !accepted.has(diagnostic);
  return {
    diagnostics: [
      ...withSeverity.map((diagnostic) => (isNew(diagnostic) ? diagnostic : { ...diagnostic, known: true as const })),
      ...(isWhole && !isAccepted ? gone : []),
    ],
    off: unique.length - withSeverity.length,
    isRejected: withSeverity.some((diagnostic) => isNew(diagnostic) && rejecting.has(diagnostic.severity)),
  };
}

const ofSync: ReadonlySet<string> = new Set(
  [problem.notSynced, problem.exportMissing, problem.exportOutdated].map(({ code }) => code),
);

/** Whether a diagnostic is about a section that is not synced or outdated: a state of the local folder, not of the docs. */
export const isAboutSync = ({ code }: Pick<Diagnostic, 'code'>) => ofSync.has(code);

/** Whether a baseline can contain a diagnostic: one that rejects a site, but does not stop docgen itself. */
function canBeKnown(diagnostic: Diagnostic): boolean {
  return diagnostic.severity !== 'info' && !isFatal(diagnostic.code) && !isAboutSync(diagnostic);
}
