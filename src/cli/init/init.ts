// `docgen init`: what the folder says → a config and the files around it. Nothing is overwritten.
import { relative, resolve } from 'node:path';
import fs from 'fs-extra';
import { replaceFile } from '../../disk/files.js';
import { writeReason } from '../../disk/write-error.js';
import { loadConfig } from '../../model/config/config.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { reasonOf } from '../../model/input/plain-data.js';
import { fileFault } from '../../model/input/regular-file.js';
import { groupBy } from '../../model/types/group.js';
import { redactText } from '../../model/types/redact.js';
import { exitCode, fail, type Options, printResult } from '../options.js';
import { visible } from '../report.js';
import { withoutAbsent } from './docusaurus/absent.js';
import { fromDocusaurus } from './docusaurus/from-docusaurus.js';
import { firstBuild, loadDocusaurus } from './docusaurus/load.js';
import { collectFindings, type Findings, type Host, hostOf, siteConfig, siteUrlOf, titleOf } from './findings.js';
import { type Change, type PlanOptions, planInit } from './plan.js';

interface InitOptions extends Options {
  readonly ci?: Host;
}

class InitError extends Error {
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super();
  }
}

/** The site to set up: a config to write, or the existing one. */
interface SiteSetup extends Omit<PlanOptions, 'host'> {
  readonly notes: readonly string[];
  /** Whether a build needs `docgen sync` first. */
  readonly syncs?: boolean | undefined;
}

export async function initCommand(options: InitOptions): Promise<number> {
  const cwd = process.cwd();
  const findings = await collectFindings(cwd, options.content || undefined);
  const { configFile, docusaurus } = findings;
  const host = options.ci ?? hostOf(findings);
  // The config of the folder that is run to be read, unless it is plain data.
  const program = /\.(?:json|ya?ml)$/.test(configFile ?? '') ? undefined : (configFile ?? docusaurus);
  const isRun = program === undefined || options.run;
  if (program !== undefined && isRun && options.dryRun && options.format === 'text')
    process.stderr.write(`running ${visible(program)}, a program of this folder, to read it (\`--no-run\` does not)\n`);
  try {
    const setup =
      configFile !== undefined
        ? await ofConfig(cwd, findings, isRun)
        : docusaurus !== undefined && isRun
          ? await ofDocusaurus(cwd, findings, docusaurus)
          : ofFolder(findings, host);
    const changes = planInit(findings, { ...setup, host });
    const written = write(cwd, changes, options.dryRun === true);
    const made = configFile === undefined ? written : [{ path: configFile, done: 'kept' as const }, ...written];
    const notes = [
      ...(isRun ? [] : [`not run: ${program}; nothing of it is taken`]),
      ...setup.notes,
      ...(changes.some(({ path }) => path === 'package.json')
        ? []
        : ['package.json cannot be read: it got no scripts']),
      ...hostNotes(findings, host, options),
    ];
    printSummary(findings, { made, notes, syncs: setup.syncs }, options);
    return exitCode.built;
  } catch (error) {
    if (!(error instanceof InitError)) throw error;
    return fail(error.diagnostics, options);
  }
}

/** A config exists: only files around it are missing. */
async function ofConfig(cwd: string, { out }: Findings, isRun: boolean): Promise<SiteSetup> {
  if (!isRun) return { out, notes: [] };
  const { value: config, diagnostics } = await loadConfig(cwd);
  if (!config) throw new InitError(diagnostics);
  return { out: relative(cwd, config.out), notes: [], syncs: config.sources.length > 0 };
}

async function ofDocusaurus(cwd: string, { out, content, packages }: Findings, file: string): Promise<SiteSetup> {
  try {
    const fault = fileFault(resolve(cwd, file));
    if (fault !== undefined) throw new Error(`it ${fault}`);
    const { site, notes, sidebarsModule } = await loadDocusaurus(cwd, file, packages);
    const first = fromDocusaurus(site);
    const { pages, diagnostics = [] } = (await firstBuild(cwd, first.config)) ?? {};
    const { config: whole, notTaken } = pages ? fromDocusaurus({ ...site, pages }) : first;
    const absent = withoutAbsent(whole, diagnostics);
    const config = { ...whole, sidebars: absent.sidebars };
    const isSame = JSON.stringify(Object.values(site.sidebars)[0]) === JSON.stringify(config.sidebars);
    return {
      config: { ...config, content: config.content ?? content, out, onePage: 'small' },
      sidebarsModule: isSame ? sidebarsModule : undefined,
      out,
      notes: [...notes, ...absent.notes, ...groupedLines(notTaken)],
    };
  } catch (error) {
    throw new InitError([problem.siteUnreadable({ file, reason: redactText(reasonOf(error)) })]);
  }
}

function ofFolder(findings: Findings, host: Host): SiteSetup {
  const { content = 'docs', docusaurusBelow: below, out, project } = findings;
  return {
    config: siteConfig(findings, { title: titleOf(findings), url: siteUrlOf(findings, host), content }),
    starter: findings.content !== undefined && fs.existsSync(content) ? undefined : content,
    out,
    notes: [
      ...(project ? [project.note] : []),
      ...(below ? [`${below}/ is a site of Docusaurus: run \`docgen init\` there to take its config along`] : []),
    ],
  };
}

interface Made extends Pick<Change, 'path' | 'added'> {
  readonly done: 'made' | 'added' | 'kept';
}

/** A file that appears meanwhile, or is in the place of a folder, stays. */
function write(cwd: string, changes: readonly Change[], dryRun: boolean): readonly Made[] {
  const hasPages = changes.some(({ path, isPage }) => isPage && fs.existsSync(resolve(cwd, path)));
  return changes.map(({ path, text, added, isPage }): Made => {
    const file = resolve(cwd, path);
    if (added ? added.length === 0 : fs.existsSync(file) || (isPage && hasPages)) return { path, done: 'kept' };
    try {
      if (!dryRun && added) replaceFile(file, text);
      else if (!dryRun) fs.outputFileSync(file, text, { flag: 'wx' });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!added && (code === 'EEXIST' || code === 'ENOTDIR')) return { path, done: 'kept' };
      if (!added && fs.existsSync(file)) fs.removeSync(file); // of which a part may be written
      throw new InitError([problem.cannotWrite({ path, reason: writeReason(error) })]);
    }
    return { path, done: added ? 'added' : 'made', added };
  });
}

function hostNotes({ docusaurus, remote }: Findings, host: Host, { ci }: InitOptions): readonly string[] {
  if (host === 'github') return ['to publish: choose "GitHub Actions" in the settings of the repository, under Pages'];
  if (host !== 'none' || ci === 'none') return [];
  const why = docusaurus ? 'the site has its own' : `${remote?.host ?? 'this folder'} has none of its own`;
  return [`no workflow: ${why}; \`--ci github|gitlab|netlify|cloudflare\` makes one`];
}

function printSummary(
  { manager, hasDocgen }: Findings,
  { made, notes, syncs }: Pick<SiteSetup, 'notes' | 'syncs'> & { readonly made: readonly Made[] },
  options: InitOptions,
): void {
  const commands = [...(syncs ? ['sync'] : []), 'build'].map((name) => `${manager.run} docgen ${name}`);
  const next = [...(hasDocgen ? [] : [`${manager.add} docgen-hub`]), ...commands];
  const paths = (done: Made['done']) => made.filter((one) => one.done === done).map(({ path }) => path);
  const would = options.dryRun ? 'would have ' : '';
  const texts = {
    kept: ({ path }: Made) => `unchanged: ${path} is there`,
    added: ({ path, added = [] }: Made) => `${would}added to ${path}: ${added.join(', ')}`,
    made: ({ path }: Made) => `${would}made ${path}`,
  };
  const lines = [...made.map((one) => texts[one.done](one)), ...notes, `next: ${next.join(' && ')}`];
  const data = { made: paths('made'), added: paths('added'), kept: paths('kept'), notes, next };
  printResult(options, data, lines.map(visible).join('\n'));
}

/** A line for each lost part, with its keys. */
const groupedLines = (parts: readonly { readonly key: string; readonly what: string }[]) =>
  [...groupBy(parts, ({ what }) => what)].map(
    ([what, those]) => `not taken: ${those.map(({ key }) => key).join(', ')}: ${what}`,
  );
