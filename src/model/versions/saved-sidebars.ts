// Sidebars of a saved version, from its file.
import type { Config } from '../config/config.js';
import { sidebarsSchema } from '../config/schema/sidebars.js';
import { besideContent, type Checked } from '../diagnostics/diagnostic.js';
import { problem } from '../diagnostics/problem.js';
import { plainData } from '../input/plain-data.js';
import { fileFault, ownText } from '../input/regular-file.js';
import { cleanStrings, reportCleaned } from '../input/text.js';
import { changeSidebars, generatedSidebars } from './section-sidebars.js';

/** Loads saved sidebars. Returns undefined if there is no file, and the sidebar of the folders if it can't be read. */
export function readSidebars(
  path: string,
  version: string,
  { cwd }: Pick<Config, 'cwd'>,
): Checked<Config['sidebars'] | undefined> {
  if (fileFault(path) !== undefined) return { value: undefined, diagnostics: [] };
  const read = readJson(path);
  const parsed = 'value' in read ? sidebarsSchema.safeParse(read.value) : undefined;
  if (parsed?.success) {
    // Early releases of Docusaurus 2 wrote the version before the names of sidebars and the ids of docs.
    const prefix = `version-${version}/`;
    const plain = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
    const cleaned = cleanStrings(changeSidebars(parsed.data, { name: plain, id: plain }));
    return { value: cleaned.value, diagnostics: reportCleaned(cleaned, { file: besideContent(path, cwd) }) };
  }
  const issue = parsed?.error?.issues[0];
  const reason = 'fault' in read ? read.fault : `\`${issue?.path.join('.') ?? ''}\`: ${issue?.message ?? 'invalid'}`;
  return {
    value: generatedSidebars,
    diagnostics: [problem.versionsFile({ reason }, { file: besideContent(path, cwd) })],
  };
}

/** A file of plain data. */
export function readJson(path: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    const data = plainData(JSON.parse(ownText(path)));
    return 'fault' in data ? { fault: data.fault.reason } : data;
  } catch {
    return { fault: 'it is not JSON' };
  }
}
