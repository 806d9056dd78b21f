// The files that init writes, and lines that it adds to existing ones. Reads templates of the package only.
import JSON5 from 'json5';
import { omit, pick } from 'lodash-es';
import type { UserConfig } from '../../model/config/schema/config.js';
import { isRecord } from '../../model/input/plain-data.js';
import { fillTemplate } from '../package.js';
import { type Findings, type Host, parseManifest } from './findings.js';
import hosts from './hosts.json' with { type: 'json' };

/** A file to write, from the folder of the config. */
export interface Change {
  readonly path: string;
  readonly text: string;
  /** Text for an existing file. Undefined for a new file. */
  readonly added?: readonly string[] | undefined;
  /** If it exists, no starter page is written. */
  readonly isPage?: boolean;
}

export interface PlanOptions {
  readonly config?: UserConfig;
  /** Its default export is the config's `sidebars`. */
  readonly sidebarsModule?: string | undefined;
  /** The folder for starter pages; absent if docs exist. */
  readonly starter?: string | undefined;
  readonly out: string;
  readonly host: Host;
}

const starterPages = ['index.md', 'writing.md', 'publishing.md'];
const scripts = { 'docs:dev': 'docgen dev', 'docs:build': 'docgen build' };

/** In the order of the report. Without package.json if it can't be read. */
export function planInit(findings: Findings, { config, sidebarsModule, starter, out, host }: PlanOptions): Change[] {
  const { manifest, packageText, folder, manager } = findings;
  const name = packageName(manifest['name'] ?? folder);
  const made = { text: `${JSON.stringify({ name, private: true, scripts }, undefined, 2)}\n` };
  const packageJson = packageText === undefined ? made : addScripts(packageText);
  const workflow = workflowOf(host, findings, { out, name });
  return [
    ...(config ? [{ path: 'docgen.config.ts', text: configText(config, sidebarsModule) }] : []),
    ...(starter === undefined ? [] : starterPages).map((page) => {
      const text = fillTemplate(`init/starter/${page}`, { run: manager.run });
      return { path: `${starter}/${page}`, text, isPage: true };
    }),
    ...(packageJson ? [{ path: 'package.json', ...packageJson }] : []),
    ignoreChange(findings, out),
    ...(workflow ? [workflow] : []),
  ];
}

/** A name that npm takes. */
function packageName(wanted: unknown): string {
  const last = String(wanted).split('/').at(-1) ?? '';
  const words = last.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-').slice(0, 60);
  return name === '' || name === 'docgen-hub' ? 'docs' : name;
}

/** Adds missing scripts, and formats as npm does. Undefined if npm can't read the text. */
export function addScripts(text: string): Pick<Change, 'text' | 'added'> | undefined {
  const manifest = parseManifest(text);
  const own = manifest?.['scripts'] ?? {};
  if (manifest === undefined || !isRecord(own)) return undefined;
  const added = Object.keys(scripts).filter((name) => !Object.hasOwn(own, name));
  if (added.length === 0) return { text, added };
  const wanted = { ...manifest, scripts: { ...own, ...pick(scripts, added) } };
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const formatted = JSON.stringify(wanted, undefined, indent) + (/\s*$/.exec(text)?.[0] ?? '');
  return { text: text.includes('\r\n') ? formatted.replace(/\r?\n/g, '\r\n') : formatted, added };
}

/** Adds lines to `.gitignore`, unless it has them in another spelling. */
function ignoreChange({ ignored }: Findings, out: string): Change {
  const lines = [`/${out}/`, '.docgen*', ...(ignored === undefined ? ['node_modules/'] : [])];
  const bare = (line: string) => line.trim().replace(/^\/|\/$/g, '');
  const known = new Set((ignored ?? '').split('\n').map(bare));
  const added = lines.filter((line) => !known.has(bare(line)));
  const newline = ignored?.includes('\r\n') ? '\r\n' : '\n';
  const before = (ignored ?? '').replace(/(?<=[^\n])$/, newline);
  const text = before + added.map((line) => line + newline).join('');
  return { path: '.gitignore', text, added: ignored === undefined ? undefined : added };
}

/** Undefined for `none`. `name`: that of the project at the host. */
function workflowOf(
  host: Host,
  { manager, inRepository: folder, toTop, branch }: Findings,
  { out, name }: { readonly out: string; readonly name: string },
): Change | undefined {
  if (host === 'none') return undefined;
  const inside = (path: string) => (folder === '' ? path : `${folder}/${path}`);
  const ifNested = (text: string) => (folder === '' ? undefined : text);
  const lockHash = `hashFiles('${inside('docgen.lock.json').replaceAll("'", "''")}')`;
  const { path, template } = hosts[host];
  const text = fillTemplate(`init/${template}`, {
    ...manager,
    locks: undefined,
    name,
    branch: yaml(branch),
    nested: ifNested(''),
    folder: ifNested(yaml(folder)),
    quotedFolder: ifNested(yaml(JSON.stringify(folder))),
    jsonFolder: ifNested(escaped(folder)),
    jsonOut: escaped(out),
    out: yaml(inside(out)),
    public: ifNested('"$CI_PROJECT_DIR/public"') ?? 'public',
    store: yaml(inside('.docgen/store')),
    hasLock: yaml(`${lockHash} != ''`),
    key: yaml(`docgen-sources-\${{ ${lockHash} }}`),
  });
  return { path: host === 'cloudflare' || toTop === '' ? path : `${toTop}/${path}`, text }; // wrangler runs in the folder of the config
}

/** A scalar of YAML; a string of JSON is one of YAML too. */
const yaml = (text: string) => (/^[\w./-]+$/.test(text) ? text : JSON.stringify(text));

/** The inside of a string of JSON or TOML. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

const urlNote = ' // where the site will be, such as https://docs.example.org/';

/** Joins the lines of a short list or map, except one with a URL that the user fills in. */
function joinLines(lines: string, open: string, inner: string, close: string): string {
  const space = open === '{' ? ' ' : '';
  const line = open + space + inner.trim().slice(0, -1).replace(/,\n +/g, ', ') + space + close;
  return line.length > 80 || inner.includes("  url: '',\n") ? lines : line;
}

/** The text of `docgen.config.ts`. */
export function configText(config: UserConfig, sidebarsModule?: string): string {
  const isImported = sidebarsModule !== undefined;
  const body = JSON5.stringify(isImported ? omit(config, 'sidebars') : config, { space: 2, quote: "'" })
    .replace(/([[{])\n((?: +[^\s[\]{}][^\n[\]{}]*,\n)+) *([\]}])/g, joinLines)
    .replace(/^( *)__proto__:/gm, "$1['__proto__']:") // bare it would set the prototype
    .replace(/^ {2}url: '',$/m, `$&${urlNote}`)
    .replace(/\}$/, isImported ? '  sidebars,\n}' : '}');
  const importLine = isImported ? `import sidebars from ${JSON5.stringify(sidebarsModule)};\n` : '';
  return `import { defineConfig } from 'docgen-hub';\n${importLine}\nexport default defineConfig(${body});\n`;
}
