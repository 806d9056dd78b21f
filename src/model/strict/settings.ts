// `diagnostics` of the config: how much a diagnostic counts, by its code and by where it is.
import { join, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import { catalogue } from '../diagnostics/catalogue.js';
import { type Diagnostic, didYouMean, type Severity } from '../diagnostics/diagnostic.js';
import { withoutCommit } from '../docs/provenance.js';
import { globTest } from '../mounts/globs.js';
import { globSchema, type Mount } from '../mounts/mounts.js';
import type { UserDiagnostics } from '../user-config.js';

const severitySchema = z.enum(['off', 'info', 'warning', 'error']);
type Wanted = z.output<typeof severitySchema>;

/** Faults of a site that is built already. */
const isOfCheck = (code: string) => code.startsWith('DG0');

/** Errors of a build say that docgen cannot build, or would harm what is there: no config changes that. */
const fatal = new Set(
  catalogue.flatMap(({ code, severity }) => (severity === 'error' && !isOfCheck(code) ? [code] : [])),
);
const adjustable = catalogue.flatMap(({ code }) => (fatal.has(code) ? [] : [code]));

/** True for a code that stops the build by itself, whatever the config says. */
export function isFatal(code: string): boolean {
  return fatal.has(code);
}

const whyFatal = (code: string) =>
  `${code} is an error by itself: ${catalogue.find((entry) => entry.code === code)?.title ?? ''}. Nothing can be built then, so it cannot be changed`;

const codeSchema = z.string().check(
  z.refine((code) => adjustable.includes(code), {
    error: ({ input }) => {
      const code = String(input);
      if (fatal.has(code)) return whyFatal(code);
      return `there is no diagnostic \`${code}\`; ${didYouMean(code, adjustable) ?? 'docs/reference/diagnostics lists the codes'}`;
    },
  }),
);

const atSchema = z.strictObject({
  paths: z.array(globSchema).check(z.minLength(1)),
  codes: z.optional(z.array(codeSchema).check(z.minLength(1))),
  severity: severitySchema,
});

const shape = {
  ...Object.fromEntries(adjustable.map((code) => [code, z.optional(severitySchema)])),
  ...Object.fromEntries([...fatal].map((code) => [code, z.optional(z.custom(() => false, whyFatal(code)))])),
  at: z.optional(z.array(atSchema)),
};

export interface DiagnosticSettings {
  readonly [code: `DG${number}`]: Wanted | undefined;
  readonly at?: readonly z.output<typeof atSchema>[] | undefined;
}

export const settingsSchema = z.strictObject(shape) as unknown as z.ZodMiniType<DiagnosticSettings, UserDiagnostics>;

/** The keys that a config may have there, for hints; `inside` is what follows `diagnostics` in the path of a key. */
export function settingsKeys(inside: readonly PropertyKey[]): readonly string[] {
  return inside[0] === 'at' ? Object.keys(atSchema.shape) : [...adjustable, 'at'];
}

/** How much a diagnostic counts: by the last entry of `at` that names it, else by its code. */
export function severities(
  { at = [], ...byCode }: DiagnosticSettings,
  { content, workDir }: { readonly content: readonly Mount[]; readonly workDir: string },
): (diagnostic: Diagnostic) => Severity | 'off' {
  const entries = at.map(({ paths, codes, severity }) => ({ severity, codes, isAt: globTest(paths) })).reverse();
  const cwd = join(workDir, '..');
  return ({ code, severity, place }) => {
    if (fatal.has(code)) return severity;
    const paths = place && entries.length > 0 ? pathsOf(place.file, content, cwd) : [];
    const entry = entries.find(({ codes, isAt }) => codes?.includes(code) !== false && paths.some(isAt));
    return entry?.severity ?? byCode[code as `DG${number}`] ?? severity;
  };
}

/** The paths by which an owner may name a file: in the hub, and from the folder of the config. */
function pathsOf(file: string, mounts: readonly Mount[], cwd: string): string[] {
  const inMounts = mounts.flatMap(({ dir, prefix }) => {
    const below = prefix === '' ? file : file.startsWith(`${prefix}/`) ? file.slice(prefix.length + 1) : undefined;
    return below === undefined ? [] : [relative(cwd, join(dir, below)).replaceAll(sep, '/')];
  });
  return [withoutCommit(file).replace(/^\//, ''), ...inMounts];
}
