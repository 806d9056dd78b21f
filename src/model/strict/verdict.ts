// What the diagnostics of a build mean: as the config weighs them, without what is switched off, and with what is known marked.
import type { Config } from '../config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { type Baseline, compareWith } from './baseline.js';
import { isFatal, severities } from './settings.js';

export interface Rules {
  readonly config: Pick<Config, 'diagnostics' | 'content' | 'workDir'>;
  /** What is known; `all` where all that is found shall be. */
  readonly baseline?: Baseline | 'all' | undefined;
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
export function judge(found: readonly Diagnostic[], { config, baseline = [], strict, isWhole }: Rules): Verdict {
  const severityOf = severities(config.diagnostics, config);
  const unique = [...new Map(found.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
  const weighed = unique.flatMap((diagnostic): Diagnostic[] => {
    const severity = severityOf(diagnostic);
    if (severity === diagnostic.severity) return [diagnostic];
    return severity === 'off' ? [] : [{ ...diagnostic, severity }];
  });
  const mayBeKnown = weighed.filter(canBeKnown);
  const { known, gone } =
    baseline === 'all' ? { known: new Set(mayBeKnown), gone: [] } : compareWith(baseline, mayBeKnown);
  const isNew = (diagnostic: Diagnostic) => !known.has(diagnostic);
  return {
    diagnostics: [
      ...weighed.map((diagnostic) => (isNew(diagnostic) ? diagnostic : { ...diagnostic, known: true as const })),
      ...(isWhole ? gone : []),
    ],
    off: unique.length - weighed.length,
    isRefused: weighed.some((diagnostic) => isNew(diagnostic) && counts(diagnostic, strict)),
  };
}

const counts = ({ severity }: Diagnostic, strict: boolean) =>
  severity === 'error' || (strict && severity === 'warning');

/** What a baseline may hold: all that refuses a site and does not stop docgen itself. */
export function canBeKnown({ code, severity }: Diagnostic): boolean {
  return severity !== 'info' && !isFatal(code);
}
