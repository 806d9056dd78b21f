// Records the diagnostics that a test run produces. every-code.ts compares them with the catalog.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Diagnostic } from '../../src/model/diagnostics/diagnostic.js';

const noted = new Set<string>();

/** Records the codes of diagnostics that a step returned. */
export function noteCodes(diagnostics: readonly Diagnostic[]): void {
  for (const { code } of diagnostics) note(code);
}

/** Records the codes that the program printed, in any format. */
export function notePrinted(stderr: string): void {
  for (const [, text, json, github] of stderr.matchAll(
    /(?:^|\n)(?:[^\n]*?: )?(?:error|warning|info) (DG\d{3}): |"code":"(DG\d{3})"|,?title=(DG\d{3})::/g,
  ))
    note(text ?? json ?? github ?? '');
}

function note(code: string): void {
  const folder = inject('runFolder') as string | undefined; // undefined if another config runs the test
  if (noted.has(code) || folder === undefined) return;
  noted.add(code);
  mkdirSync(join(folder, 'codes'), { recursive: true });
  appendFileSync(join(folder, 'codes', String(process.pid)), `${code}\n`);
}
