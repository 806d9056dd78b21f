// What the diagnostics of a build mean: as the config weighs them, without what is switched off, and with what is known marked.
import type { Config } from '../config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { exportMissing, exportOutdated, notSynced } from '../diagnostics/sync.js';
import { type Baseline, compareWith } from './baseline.js';
import { isFatal, severities } from './settings.js';

export interface Rules {
  readonly config: Pick<Config, 'diagnostics' | 'content' | 'workDir'>;
  readonly baseline?: Baseline | undefined;
  /** Diagnostics to treat as known, in addition to those of the baseline. */
  readonly isAccepted?: ((diagnostic: Diagnostic) => boolean) | undefined;
  /** A warning is enough to refuse the site. */
  readonly strict: boolean;
  /** False where only a part of the site was looked at: then nothing can be said to be gone. */
  readonly isWhole: boolean;
}

export interface Verdict {
  /** Each once; those of the baseline are marked. */
  readonly diagnostics: readonly Diagnostic[];
  /** Diagnostics that the config switches off. */
  readonly off: number;
  /** The site is not to be published. */
  readonly isRefused: boolean;
}

/** Weighs the diagnostics of a build. Diagnostics: those, and DG116 for what of the baseline is gone. */
export function judge(
  found: readonly Diagnostic[],
  { config, baseline = [], isAccepted, strict, isWhole }: Rules,
): Verdict {
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

const ofSync: ReadonlySet<string> = new Set([notSynced, exportMissing, exportOutdated].map(({ entry }) => entry.code));

/** Whether it says that a section is not synced, or was synced with another config: a state of this folder, and not of the docs. */
export const isAboutSync = ({ code }: Pick<Diagnostic, 'code'>) => ofSync.has(code);

/** Whether a baseline may contain a diagnostic: it refuses a site, and does not stop docgen itself. */
export function canBeKnown(diagnostic: Diagnostic): boolean {
  return diagnostic.severity !== 'info' && !isFatal(diagnostic.code) && !isAboutSync(diagnostic);
}
