// `docgen init`: what the folder says → a config and the files around it. Nothing is overwritten.
import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Config, loadConfig } from '../../model/config.js';
import { cannotWrite } from '../../model/diagnostics/output.js';
import { siteUnreadable } from '../../model/diagnostics/usage-and-config.js';
import { shownText } from '../../model/docs/address.js';
import { reasonOf } from '../../model/plain-data.js';
import { fileFault } from '../../model/regular-file.js';
import { exitCode } from '../exit.js';
import { printDiagnostics, type ReportingOptions } from '../options.js';
import { visible } from '../report.js';
import { ask } from './ask.js';
import type { ConfigText } from './config-text.js';
import { fromDocusaurus } from './docusaurus/from-docusaurus.js';
import { loadDocusaurus } from './docusaurus/load.js';
import { docRoutes } from './docusaurus/routes.js';
import { type Facts, factsOf } from './facts.js';
import { type Change, planInit } from './plan.js';
import { addressOf, hostOf, siteConfig, titleOf } from './site.js';
import type { Host } from './workflows.js';

export interface InitCommandOptions extends ReportingOptions {
  readonly content?: string;
  readonly ci?: Host;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  /** False: no config of the folder is run. */
  readonly run: boolean;
}

/** What the site is to be: a config to write, or the one that is there. */
interface Wanted {
  readonly config: ConfigText | undefined;
  readonly starter: string | undefined;
  readonly out: string;
  readonly notes: readonly string[];
  /** Whether a build needs `docgen sync` first. */
  readonly syncs?: boolean | undefined;
}

/** Returns the exit code. */
export async function initCommand(options: InitCommandOptions, signal: AbortSignal): Promise<number> {
  const cwd = process.cwd();
  const facts = await factsOf(cwd);
  const host = options.ci ?? hostOf(facts);
  const program = programOf(facts);
  if (program !== undefined && options.run && options.dryRun && options.format === 'text')
    process.stderr.write(`running ${visible(program)}, a program of this folder, to read it (\`--no-run\` does not)\n`);
  const isRun = program === undefined || options.run;
  const wanted =
    facts.configFile !== undefined
      ? await ofConfig(cwd, facts, { ...options, run: isRun })
      : facts.docusaurus !== undefined && isRun
        ? await ofDocusaurus(cwd, facts, options)
        : await ofFolder(facts, host, options, signal);
  if (wanted === undefined) return exitCode.cannotRun;
  const plan = planInit(facts, { ...wanted, host });
  const { made, failed } = write(cwd, plan.changes, options);
  if (failed) return exitCode.cannotRun;
  const kept = facts.configFile === undefined ? made : [{ path: facts.configFile, done: 'kept' as const }, ...made];
  const notRun = isRun ? [] : [`not run: ${program}; nothing of it is taken`];
  const notes = [...notRun, ...wanted.notes, ...plan.notes, ...hostNotes(facts, host, options)];
  tell(facts, { made: kept, notes, syncs: wanted.syncs }, options);
  return exitCode.built;
}

/** The config of the folder that is run to be read; undefined if there is none, or if it is plain data. */
function programOf({ configFile, docusaurus }: Facts): string | undefined {
  return configFile === undefined ? docusaurus : /\.(?:json|ya?ml)$/.test(configFile) ? undefined : configFile;
}

/** A config is there: what is missing around it is added. */
async function ofConfig(cwd: string, facts: Facts, options: InitCommandOptions): Promise<Wanted | undefined> {
  if (!options.run) return { config: undefined, starter: undefined, out: facts.out, notes: [] };
  const loaded = await loadConfig(cwd);
  if (!loaded.value) printDiagnostics(loaded.diagnostics, options);
  const config: Config | undefined = loaded.value;
  const wanted = { config: undefined, starter: undefined, notes: [] };
  return config && { ...wanted, out: relative(cwd, config.out), syncs: config.sources.length > 0 };
}

async function ofDocusaurus(cwd: string, facts: Facts, options: InitCommandOptions): Promise<Wanted | undefined> {
  const file = facts.docusaurus ?? '';
  try {
    const fault = fileFault(join(cwd, file));
    if (fault !== undefined) throw new Error(`it ${fault}`);
    const { site, missing, sidebarsModule } = await loadDocusaurus(cwd, file);
    const first = fromDocusaurus(site);
    const routes = first.wantsRoutes ? await docRoutes(cwd, first.config) : undefined;
    const { config, notTaken } = routes ? fromDocusaurus({ ...site, routes }) : first;
    const [loaded] = Object.values(site.sidebars ?? {});
    const isSame = JSON.stringify(loaded) === JSON.stringify(config.sidebars);
    const imports = sidebarsModule !== undefined && isSame ? { sidebars: sidebarsModule } : {};
    const lost = notTaken.map(({ key, what }) => `not taken: ${key}: ${what}`);
    const stubs = missing.length === 0 ? [] : [`not installed, and not needed for this: ${missing.join(', ')}`];
    const { out } = facts;
    const notes = [...stubs, ...lost];
    const content = config.content ?? facts.content;
    return { config: { config: { ...config, content, out }, imports }, starter: undefined, out, notes };
  } catch (error) {
    printDiagnostics([siteUnreadable({ file, reason: shownText(reasonOf(error)) })], options);
    return undefined;
  }
}

async function ofFolder(facts: Facts, host: Host, options: InitCommandOptions, signal: AbortSignal): Promise<Wanted> {
  const asks =
    !options.yes && !options.dryRun && options.format === 'text' && process.stdin.isTTY && process.stderr.isTTY;
  const guess = titleOf(facts);
  const title = asks && guess.isGuess ? await ask('Title of the docs', guess.title, signal) : guess.title;
  const known = addressOf(facts, host);
  const asked = asks && known === undefined ? await ask('Address of the site, if it is known', '', signal) : '';
  const url = known ?? (/^https?:\/\/[^\s]+$/.test(asked) ? asked : undefined);
  const content = options.content ?? facts.content;
  const isThere = content !== undefined && (content === facts.content || existsSync(content));
  const folder = content ?? 'docs';
  const below = facts.docusaurusBelow;
  return {
    config: {
      config: siteConfig(facts, { title, url, content: folder }),
      notes: url === undefined ? { url: 'where the site will be, such as https://docs.example.org/' } : {},
    },
    starter: isThere ? undefined : folder,
    out: facts.out,
    notes:
      below === undefined
        ? []
        : [`${below}/ is a site of Docusaurus: run \`docgen init\` there to take its config along`],
  };
}

type Done = 'made' | 'added' | 'kept';

interface Made {
  readonly path: string;
  readonly done: Done;
  readonly added?: readonly string[] | undefined;
}

/** Writes what is not there. A file that appears meanwhile stays. */
function write(
  cwd: string,
  changes: readonly Change[],
  options: InitCommandOptions,
): { readonly made: readonly Made[]; readonly failed: boolean } {
  const hasPages = changes.some(({ path, isPage }) => isPage && existsSync(join(cwd, path)));
  const made: Made[] = [];
  for (const { path, text, added, isPage } of changes) {
    const file = join(cwd, path);
    const isKept = added === undefined ? existsSync(file) || (isPage && hasPages) : added.length === 0;
    if (isKept) made.push({ path, done: 'kept' });
    else {
      try {
        if (!options.dryRun) writeOne(file, text, added !== undefined);
        made.push({ path, done: added === undefined ? 'made' : 'added', added });
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EEXIST' && added === undefined) made.push({ path, done: 'kept' });
        else {
          printDiagnostics([cannotWrite({ path, reason: code ?? reasonOf(error) })], options);
          return { made, failed: true };
        }
      }
    }
  }
  return { made, failed: false };
}

function writeOne(file: string, text: string, isThere: boolean): void {
  if (!isThere) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
    return;
  }
  const next = `${file}.docgen-new`;
  try {
    copyFileSync(file, next, constants.COPYFILE_EXCL); // its mode
    writeFileSync(next, text);
    renameSync(next, file);
  } finally {
    rmSync(next, { force: true });
  }
}

/** What a person has to do at the host, or that nothing builds the site there. */
function hostNotes({ docusaurus, remote }: Facts, host: Host, { ci }: InitCommandOptions): readonly string[] {
  if (host === 'github') return ['to publish: choose "GitHub Actions" in the settings of the repository, under Pages'];
  if (host !== 'none' || ci === 'none') return [];
  const why =
    docusaurus !== undefined ? 'the site has its own' : `${remote?.host ?? 'this folder'} has none of its own`;
  return [`no workflow: ${why}; \`--ci github|gitlab|netlify|cloudflare\` makes one`];
}

/** Prints what was done, and the next command. */
function tell(
  { manager, hasDocgen }: Facts,
  { made, notes, syncs }: Pick<Wanted, 'notes' | 'syncs'> & { readonly made: readonly Made[] },
  { dryRun = false, format }: InitCommandOptions,
): void {
  const commands = [...(syncs ? ['sync'] : []), 'build'].map((name) => `${manager.run} docgen ${name}`);
  const next = [...(hasDocgen ? [] : [`${manager.add} docgen-hub`]), ...commands];
  if (format === 'json') {
    const paths = (done: Done) => made.filter((one) => one.done === done).map(({ path }) => path);
    const report = { made: paths('made'), added: paths('added'), kept: paths('kept'), notes, next };
    process.stdout.write(`${JSON.stringify(report)}\n`);
    return;
  }
  const would = dryRun ? 'would have ' : '';
  const lines = made.map(({ path, done, added = [] }) =>
    done === 'kept'
      ? `unchanged: ${path} is there`
      : done === 'added'
        ? `${would}added to ${path}: ${added.join(', ')}`
        : `${would}made ${path}`,
  );
  const said = [...lines, ...notes, `next: ${next.join(' && ')}`];
  process.stderr.write(said.map((line) => `${visible(line)}\n`).join(''));
}
