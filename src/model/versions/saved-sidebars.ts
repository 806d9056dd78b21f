// Sidebars of a saved version, from its file.
import type { Config } from '../config.js';
import { cleanStrings, reportCleaned } from '../content/text.js';
import { besideContent, type Checked } from '../diagnostics/diagnostic.js';
import { versionsFile } from '../diagnostics/reading.js';
import { plainData } from '../plain-data.js';
import { fileFault, ownText } from '../regular-file.js';
import { normalizeSidebar, sidebarsSchema } from '../sidebar/sidebar-config.js';
import { generatedSidebars, mapped } from './section-sidebars.js';

type SidebarsConfig = Config['sidebars'];

/** Undefined where there is no such file; where it cannot be read the sidebar of the folders. */
export function readSidebars(
  path: string,
  version: string,
  { cwd }: Pick<Config, 'cwd'>,
): Checked<SidebarsConfig | undefined> {
  if (fileFault(path) !== undefined) return { value: undefined, diagnostics: [] };
  const read = readJson(path);
  const parsed = 'value' in read ? sidebarsSchema.safeParse(read.value) : undefined;
  if (parsed?.success) {
    const cleaned = cleanStrings(withoutVersion(parsed.data, `version-${version}/`));
    return { value: cleaned.value, diagnostics: reportCleaned(cleaned, { file: besideContent(path, cwd) }) };
  }
  const issue = parsed?.error?.issues[0];
  const reason = 'fault' in read ? read.fault : `\`${issue?.path.join('.') ?? ''}\`: ${issue?.message ?? 'invalid'}`;
  return { value: generatedSidebars, diagnostics: [versionsFile({ reason }, { file: besideContent(path, cwd) })] };
}

/** Early releases of Docusaurus 2 wrote the version before the names of sidebars and the ids of docs. */
function withoutVersion(sidebars: SidebarsConfig, prefix: string): SidebarsConfig {
  const plain = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  const change = mapped({ id: plain, dir: (dir) => dir, slug: (slug) => slug });
  return Object.fromEntries(
    Object.entries(sidebars).map(([name, sidebar]) => [plain(name), normalizeSidebar(sidebar).map(change)]),
  );
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
