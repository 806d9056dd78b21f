// The files that init writes: new ones, and lines that it adds to existing ones. Only templates of the package are read here.
import { type ConfigText, configText } from './config-text.js';
import type { Facts } from './facts.js';
import { addScripts } from './package-json.js';
import { fillTemplate, type Host, workflowOf } from './workflows.js';

/** A file to write, from the folder of the config. */
export interface Change {
  readonly path: string;
  readonly text: string;
  /** Text that is added to an existing file. Undefined for a new file. */
  readonly added?: readonly string[] | undefined;
  /** Whether none of the starter pages is written if this file exists. */
  readonly isPage?: boolean;
}

export interface PlanOptions {
  /** Absent if a config exists. */
  readonly config?: ConfigText | undefined;
  /** The folder for starter pages; absent if docs exist. */
  readonly starter?: string | undefined;
  readonly out: string;
  readonly host: Host;
}

const starterPages = ['index.md', 'writing.md', 'publishing.md'];
const scripts = { 'docs:dev': 'docgen dev', 'docs:build': 'docgen build' };

/** Returns the changes in the order in which they are reported. package.json is absent if it can't be read. */
export function planInit(facts: Facts, { config, starter, out, host }: PlanOptions): readonly Change[] {
  const { manifest, packageText, folder, manager } = facts;
  const name = packageName(manifest['name'] ?? folder);
  const made = { text: `${JSON.stringify({ name, private: true, scripts }, undefined, 2)}\n` };
  const packageJson = packageText === undefined ? made : addScripts(packageText, scripts);
  const workflow = workflowOf(host, facts, { out, name });
  return [
    ...(config ? [{ path: 'docgen.config.ts', text: configText(config) }] : []),
    ...(starter === undefined ? [] : starterPages).map((page) => {
      const text = fillTemplate(`starter/${page}`, { run: manager.run });
      return { path: `${starter}/${page}`, text, isPage: true };
    }),
    ...(packageJson ? [{ path: 'package.json', ...packageJson }] : []),
    ignoreChange(facts, out),
    ...(workflow ? [workflow] : []),
  ];
}

/** A name that npm takes. */
function packageName(wanted: unknown): string {
  const words =
    String(wanted)
      .split('/')
      .at(-1)
      ?.toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-').slice(0, 60);
  return name === '' || name === 'docgen-hub' ? 'docs' : name;
}

/** Adds lines to `.gitignore`, except those that it has in another spelling. */
function ignoreChange({ ignored }: Facts, out: string): Change {
  const lines = [`/${out}/`, '.docgen*', ...(ignored === undefined ? ['node_modules/'] : [])];
  const bare = (line: string) => line.trim().replace(/^\/|\/$/g, '');
  const known = new Set((ignored ?? '').split('\n').map(bare));
  const added = lines.filter((line) => !known.has(bare(line)));
  const newline = ignored?.includes('\r\n') ? '\r\n' : '\n';
  const before = (ignored ?? '').replace(/(?<=[^\n])$/, newline);
  const text = before + added.map((line) => line + newline).join('');
  return { path: '.gitignore', text, added: ignored === undefined ? undefined : added };
}
