// What init writes, from the facts alone: new files, and lines that are added to files that are there.
import { type ConfigText, configText } from './config-text.js';
import type { Facts } from './facts.js';
import { addScripts } from './package-json.js';
import { starterPages } from './starter.js';
import { type Host, workflowOf } from './workflows.js';

/** A file to write; one that is `added` to is there already. */
export interface Change {
  readonly path: string;
  readonly text: string;
  /** What is added to the file; undefined for a new one. */
  readonly added?: readonly string[] | undefined;
  /** Where several files belong together, none is written if this one is there. */
  readonly isPage?: boolean;
}

export interface PlanOptions {
  /** Undefined where a config is there. */
  readonly config: ConfigText | undefined;
  /** The folder of a starter; undefined where there are docs. */
  readonly starter: string | undefined;
  readonly out: string;
  readonly host: Host;
}

const scripts = { 'docs:dev': 'docgen dev', 'docs:build': 'docgen build' };

/** The changes in the order in which they are told, and what cannot be changed. */
export function planInit(
  facts: Facts,
  { config, starter, out, host }: PlanOptions,
): { readonly changes: readonly Change[]; readonly notes: readonly string[] } {
  const pages = starter === undefined ? {} : starterPages(facts.manager.run);
  const name = packageName(facts.manifest['name'] ?? facts.folder);
  const workflow = workflowOf(host, { ...facts, folder: facts.inRepository, out, name });
  const top = facts.toTop === '' ? '' : `${facts.toTop}/`;
  const manifest = manifestChange(facts, name);
  return {
    changes: [
      ...(config ? [{ path: 'docgen.config.ts', text: configText(config) }] : []),
      ...Object.entries(pages).map(([path, text]) => ({ path: `${starter}/${path}`, text, isPage: true })),
      ...(manifest === undefined ? [] : [manifest]),
      ...ignoreChange(facts, out),
      ...(workflow ? [{ path: `${top}${workflow.path}`, text: workflow.text }] : []),
    ],
    notes: manifest === undefined ? ['package.json cannot be read: it got no scripts'] : [],
  };
}

/** A name that npm takes. */
function packageName(wanted: unknown): string {
  const last = String(wanted).split('/').at(-1) ?? '';
  const name = last
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' || name === 'docgen-hub' ? 'docs' : name;
}

function manifestChange({ packageText }: Facts, name: string): Change | undefined {
  const path = 'package.json';
  if (packageText === undefined)
    return { path, text: `${JSON.stringify({ name, private: true, scripts }, undefined, 2)}\n` };
  const { text, added } = addScripts(packageText, scripts);
  return text === undefined ? undefined : { path, text, added };
}

/** Lines of `.gitignore`, without those that are there in another spelling. */
function ignoreChange({ ignored, manager }: Facts, out: string): readonly Change[] {
  const wanted = [`/${out}/`, '.docgen*', ...(ignored === undefined && manager ? ['node_modules/'] : [])];
  const bare = (line: string) => line.trim().replace(/^\/|\/$/g, '');
  const known = new Set((ignored ?? '').split(/\r?\n/).map(bare));
  const added = wanted.filter((line) => !known.has(bare(line)));
  const end = ignored?.includes('\r\n') ? '\r\n' : '\n';
  const before =
    ignored === undefined || ignored === '' || ignored.endsWith('\n') ? (ignored ?? '') : `${ignored}${end}`;
  const text = before + added.map((line) => `${line}${end}`).join('');
  return [{ path: '.gitignore', text, ...(ignored !== undefined && { added }) }];
}
