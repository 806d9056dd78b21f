// Checks a folder like `docgen check`, without a process.
import { faultsOf, mergeRepeated, placed, type Violation } from '../../src/cli/check/rules.js';
import { type BuiltFolder, type BuiltSite, openFolder, readFolder } from '../../src/cli/check/site.js';
import { type Diagnostic, sortDiagnostics } from '../../src/model/diagnostics/diagnostic.js';
import { say } from './hub.js';

export interface Asked {
  readonly base?: string;
  readonly origin?: string;
  readonly foreign?: readonly string[];
  readonly isPlain?: boolean;
  readonly pageKb?: number;
  readonly totalMb?: number;
}

export interface Checked {
  readonly folder: BuiltFolder;
  readonly facts: BuiltSite;
  readonly faults: readonly Violation[];
}

export async function checkFolder(dir: string, asked: Asked = {}): Promise<Checked> {
  const { base, origin, foreign = [], isPlain = false, pageKb, totalMb } = asked;
  const folder = openFolder(dir, { base, origin, foreign });
  const signal = new AbortController().signal;
  const facts = await readFolder(folder, { withExternal: true, signal, onProgress: () => {} });
  return { folder, facts, faults: faultsOf(folder, facts, { pageKb, totalMb, isPlain }) };
}

export function diagnosticsOf(dir: string, faults: readonly Violation[], all = true): readonly Diagnostic[] {
  const found = placed(dir, '', faults);
  return sortDiagnostics(all ? found : mergeRepeated(found));
}

/** Returns `code file:line:column message` for each problem of a folder. */
export async function saidOf(dir: string, asked: Asked = {}): Promise<string[]> {
  const { faults } = await checkFolder(dir, asked);
  return diagnosticsOf(dir, faults).map(say);
}
