// `diagnostics` of the config: severities by code and location.
import { join, relative, sep } from 'node:path';
import { partition } from 'lodash-es';
import * as z from 'zod/mini';
import { catalog, type Diagnostic, nearest, type Severity } from '../../diagnostics/diagnostic.js';
import { globTest } from '../../types/globs.js';
import { below, within } from '../../types/path.js';
import { withoutCommit } from '../../types/redact.js';
import { globSchema, type Mount } from './content.js';

const severitySchema = z.enum(['off', 'info', 'warning', 'error']);

/** Errors of a build mean that docgen can't build, or would do damage, so no config changes them. `docgen check` reports DG0xx. */
const [stopping, others] = partition(catalog, ({ code, severity }) => severity === 'error' && !code.startsWith('DG0'));
const fatal = new Set<string>(stopping.map(({ code }) => code));
const adjustable: readonly string[] = others.map(({ code }) => code);

/** Whether a code stops the build whatever the config says. */
export const isFatal = (code: string): boolean => fatal.has(code);

const whyFatal = (code: string) => `${code} always stops the build, so its severity can't be changed`;

const codeSchema = z.string().check(
  z.refine((code) => adjustable.includes(code), {
    error: ({ input }) => {
      const code = String(input);
      if (fatal.has(code)) return whyFatal(code);
      const near = nearest(code, adjustable);
      return `no diagnostic has the code \`${code}\`${near === undefined ? '' : `: did you mean \`${near}\`?`}`;
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

/** Severities by code, and of files that globs match, from the working folder or as paths in the hub. */
interface DiagnosticSettings {
  [code: `DG${number}`]: z.output<typeof severitySchema> | undefined;
  at?: z.output<typeof atSchema>[] | undefined;
}

export const settingsSchema: z.ZodMiniType<DiagnosticSettings, DiagnosticSettings> = z.strictObject(shape);

/** Returns a function for the severity of a diagnostic: that of the last matching entry of `at`, else that of its code. */
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

/** Returns the paths of a file in the hub and from the working folder. */
function pathsOf(file: string, mounts: readonly Mount[], cwd: string): string[] {
  const inMounts = mounts
    .filter(({ prefix }) => within(file, prefix))
    .map(({ dir, prefix }) => relative(cwd, join(dir, below(file, prefix))).replaceAll(sep, '/'));
  return [withoutCommit(file).replace(/^\//, ''), ...inMounts];
}
