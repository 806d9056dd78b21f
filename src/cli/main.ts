// The command line. The only place that sets the exit code.
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Shard } from '../build.js';
import type { Diagnostic } from '../model/diagnostics/diagnostic.js';
import { internal } from '../model/diagnostics/internal.js';
import { nodeTooOld, usage } from '../model/diagnostics/usage-and-config.js';
import { shownText } from '../model/docs/address.js';
import { offerModules } from '../model/module.js';
import type { WithFolder } from '../model/mounts/with-folders.js';
import { reasonOf } from '../model/plain-data.js';
import type { BuildCommandOptions } from './build.js';
import type { CheckCommandOptions } from './check/check.js';
import type { DevCommandOptions } from './dev/dev.js';
import type { EjectCommandOptions } from './eject/eject.js';
import { exitCode } from './exit.js';
import type { InitCommandOptions } from './init/init.js';
import { hosts } from './init/workflows.js';
import type { InspectCommandOptions } from './inspect.js';
import {
  addCommonOptions,
  addReportingOptions,
  baselineOption,
  configOption,
  ejectable,
  redirectsOption,
  type Subject,
  subjects,
} from './options.js';
import { readPackage } from './package-json.js';
import { type Format, formatDiagnostics, formats } from './report.js';
import type { ServerOptions } from './server/start.js';
import type { SyncCommandOptions } from './sync/sync.js';

const { version, engines } = readPackage();

const examples = `
Examples:
  $ docgen init                                     a config for this folder, or a first site in an empty one
  $ docgen build                                    content/ or docs/ → build/, by docgen.config.* if there is one
  $ docgen build --content docs --out public        another folder in, another out
  $ docgen dev --open                               builds, serves and builds again at each change; pages reload by themselves
  $ docgen build --strict --format github           in CI: a warning fails the build and shows in the pull request
  $ docgen inspect routes                           every page and its address, without building
  $ docgen check                                    the built site: links, anchors, images, redirects, markup
  $ docgen sync                                     gathers docs from the repositories in the config
  $ docgen eject DocPage                            a template to change, in your own folder
  $ docgen inspect version --json > records.json    the records as Docusaurus computes them

Exit codes: 0 built, 1 --strict met a warning (site unchanged), 2 usage, config or environment, 3 internal error,
129/130/143 interrupted.`;

const syncExamples = `
Examples:
  $ docgen sync                      every source, at the commits of docgen.lock.json; new ones at what their ref is now
  $ docgen sync genkit --update      one section, updated to what its ref is now
  $ docgen sync --frozen             in CI: exactly the commits of docgen.lock.json, or nothing`;

const checkExamples = `
Examples:
  $ docgen check                                             the site that \`docgen build\` made
  $ docgen check public --format sarif > check.sarif         any folder, for code scanning
  $ docgen check --against https://docs.example/sitemap.xml  which addresses would be gone
  $ docgen check --external                                  links to other sites, too

Exit codes: 0 nothing wrong (warnings allowed), 1 an error, or with --strict a warning, 2 cannot check.`;
const devExamples = `
Examples:
  $ docgen dev                       http://localhost:4000/, or the next free port
  $ docgen dev --open --drafts       in the browser, with docs marked as drafts
  $ docgen dev --with beta=../beta/docs
                                     your folder in place of the gathered section beta
  $ docgen dev --host --port 8080    for a phone in the same network: at the address of this machine`;

const serveExamples = `
Examples:
  $ docgen serve                     the site of docgen build, as a host serves it
  $ docgen serve public --base /x/   another folder, under another path`;

/** What interrupts a command: a closed terminal, Ctrl+C, a process that ends it. */
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Commands whose end is an interrupt. */
const endless = ['dev', 'serve'];

/** Runs the command line; sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  offerModules(async () => (await import('../build.js')).ownModules);
  // A reader that closes its end (`docgen inspect docs | head`) is not an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const say = (diagnostic: Diagnostic) => {
    const options = { format: formatOf(argv), all: true, color: false, cwd: process.cwd(), mounts: [] };
    process.stderr.write(formatDiagnostics([diagnostic], options));
  };
  const fail = (error: unknown) => {
    const stack = argv.includes('--debug') && error instanceof Error ? error.stack : undefined;
    const isJson = formatOf(argv) === 'json';
    const fault = internal({ stage: argv[2] ?? 'docgen', reason: shownText(reasonOf(error)) });
    say({ ...fault, ...(isJson && stack !== undefined && { hint: stack }) });
    if (!isJson && stack !== undefined) process.stderr.write(`${stack}\n`);
    process.exitCode = exitCode.internal;
  };
  // Errors outside any awaited promise, such as in a timer of a maintainer's config.
  process.on('uncaughtException', (error) => {
    fail(error);
    process.exit();
  });
  const abort = new AbortController();
  let interruptedBy: (typeof signals)[number] | undefined;
  for (const name of signals) {
    process.on(name, () => {
      if (interruptedBy) process.exit(exitCode[name]); // the second time: at once; the next build clears what is left
      interruptedBy = name;
      abort.abort();
    });
  }
  try {
    process.exitCode = exitCode.internal; // where nothing is left to wait for, but no command came to its end
    if (!isSupported(process.versions.node)) {
      say(nodeTooOld({ version: process.versions.node, needed: engines.node }));
      process.exitCode = exitCode.cannotRun;
      return;
    }
    await program(abort.signal, say).parseAsync([...argv]);
  } catch (error) {
    if (interruptedBy) {
      if (!endless.includes(argv[2] ?? '') && formatOf(argv) !== 'json')
        process.stderr.write('interrupted; site unchanged\n');
      process.exitCode = exitCode[interruptedBy];
    } else if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCode.built : exitCode.cannotRun;
    } else fail(error);
  }
}

/** The format of the diagnostics, also where the command line as a whole is invalid. */
function formatOf(argv: readonly string[]): Format {
  const values = argv.map((argument, index) =>
    argument === '--format' ? argv[index + 1] : /^--format=(.*)$/s.exec(argument)?.[1],
  );
  return formats.find((format) => format === values.findLast((value) => value !== undefined)) ?? 'text';
}

/** Every command and option; `say` reports faults of the command line. */
export function program(signal: AbortSignal, say: (diagnostic: Diagnostic) => void): Command {
  const docgen = new Command('docgen')
    .description('Builds one plain HTML documentation hub from folders of Markdown, without a byte of client script.')
    .version(version, '-v, --version')
    .addHelpText('after', examples);
  const build = addBuildOptions(addCommonOptions(docgen.command('build'), formats))
    .description('build the site')
    .option('--strict', 'exit 1 and leave the site unchanged if there is any warning')
    .addOption(baselineOption())
    .addOption(redirectsOption())
    .option(
      '--relative',
      'make every address in pages relative: the folder opens from a disk, or at any path of a host',
    )
    .option('--preview', 'a copy for reviewers: no search engine lists it, canonical links lead to the site of `url`')
    .option('--no-preview', 'the site itself, also if --base is not the path of `url`')
    .option('--shard <i/n>', 'build every n-th page only, from page i; copy the folders of all n into one', toShard)
    .option('--profile', 'show the time of each phase and the memory used')
    .action(async (options: BuildCommandOptions) => {
      const { buildCommand } = await import('./build.js');
      process.exitCode = await buildCommand(options, signal);
    });
  const servers = addServers(docgen, signal);
  const sync = addReportingOptions(docgen.command('sync').addOption(configOption()))
    .description('gather docs from the repositories in `sources` of the config')
    .argument('[section...]', 'sections to sync (default: all)')
    .option('--update', 'update docgen.lock.json to what each branch or tag is now')
    .option('--frozen', 'at the commits of docgen.lock.json, for CI: what does not match it is an error')
    .option('--history', 'fetch the history of every source: each page shows when it was last changed')
    .option('--jobs <n>', 'sources that are fetched at once', positiveInteger, 4)
    .addHelpText('after', syncExamples)
    .action(async (sections: string[], options: SyncCommandOptions) => {
      const { syncCommand } = await import('./sync/sync.js');
      process.exitCode = await syncCommand(sections, options, signal);
    });
  const inspect = addCommonOptions(docgen.command('inspect'))
    .description('print the records of the site, or the faults of gathered files by repository')
    .addArgument(new Argument('<subject>', 'what to show').choices(subjects))
    .option('--json', 'as JSON')
    .action(async (subject: Subject, options: InspectCommandOptions) => {
      process.exitCode = await runInspect(subject, options, signal);
    });
  const check = addCheck(docgen, signal);
  const eject = addCommonOptions(docgen.command('eject'))
    .description('copy a template of docgen into your templates folder')
    .addArgument(new Argument('[name]', 'which template').choices(ejectable))
    .option('--force', 'overwrite an existing file')
    .option('--list', 'list the templates, and which of them are ejected')
    .option('--diff', 'print what docgen changed in ejected templates since, as a patch')
    .option('--merged', 'say that your template has what docgen changed')
    .action(async (name: string | undefined, options: EjectCommandOptions) => {
      const { ejectCommand } = await import('./eject/eject.js');
      process.exitCode = await ejectCommand(name, options);
    });
  const init = addInit(docgen, signal);
  for (const command of [docgen, build, ...servers, sync, check, inspect, eject, init]) {
    command.exitOverride().configureOutput({
      outputError: (text) =>
        say(
          usage({
            reason: text
              .trim()
              .replace(/^error: /, '')
              .replace(/\n/g, ' '),
          }),
        ),
    });
  }
  return docgen;
}

async function runInspect(subject: Subject, options: InspectCommandOptions, signal: AbortSignal): Promise<number> {
  if (subject === 'upstream') return (await import('./inspect-upstream.js')).inspectUpstreamCommand(options, signal);
  return (await import('./inspect.js')).inspectCommand(subject, options);
}

function addInit(docgen: Command, signal: AbortSignal): Command {
  return addReportingOptions(docgen.command('init'))
    .description('write a config for this folder and what belongs to it; nothing is overwritten')
    .option('--content <dir>', 'folder of the docs (default: the one that is found)')
    .addOption(
      new Option('--ci <host>', 'what builds and publishes the site')
        .choices(hosts)
        .default(undefined, 'by the git remote'),
    )
    .option('--yes', 'ask nothing')
    .option(
      '--dry-run',
      'print what would be written, and write nothing; runs a Docusaurus config, which is a program, to read it',
    )
    .option('--no-run', 'do not run the Docusaurus or docgen config of the folder; nothing of it is taken')
    .action(async (options: InitCommandOptions) => {
      const { initCommand } = await import('./init/init.js');
      process.exitCode = await initCommand(options, signal);
    });
}

function addCheck(docgen: Command, signal: AbortSignal): Command {
  return addCommonOptions(docgen.command('check'), formats)
    .description('check a built site, of any generator: links, anchors, images, redirects, markup, sizes')
    .argument('[dir]', 'folder of the site (default: `out` of the config)')
    .option('--strict', 'exit 1 if there is any warning')
    .option('--external', 'ask other sites whether the pages that are linked to are there')
    .option('--against <list>', 'former sitemap (URL or file), list of addresses or built folder: what would be gone')
    .addHelpText('after', checkExamples)
    .action(async (dir: string | undefined, options: CheckCommandOptions) => {
      const { checkCommand } = await import('./check/check.js');
      process.exitCode = await checkCommand(dir, options, signal);
    });
}

/** The commands that serve. They end by an interrupt, as `signal` has it. */
function addServers(docgen: Command, signal: AbortSignal): Command[] {
  const dev = addServerOptions(addBuildOptions(addCommonOptions(docgen.command('dev'))))
    .description('build the site, serve it, and build again at each change')
    .addHelpText('after', devExamples)
    .action(async (options: DevCommandOptions) => {
      const { devCommand } = await import('./dev/dev.js');
      process.exitCode = await devCommand(options, signal);
      signal.throwIfAborted();
    });
  const serve = addServerOptions(addCommonOptions(docgen.command('serve')))
    .description('serve a built site as it is')
    .argument('[folder]', 'the folder (default: that of the config)')
    .addHelpText('after', serveExamples)
    .action(async (folder: string | undefined, options: ServerOptions) => {
      const { serveCommand } = await import('./serve.js');
      process.exitCode = await serveCommand(folder, options, signal);
      signal.throwIfAborted();
    });
  return [dev, serve];
}

/** Options of the commands that build. */
function addBuildOptions(command: Command): Command {
  return command
    .option('--out <dir>', 'folder for the site; replaced whole or not at all')
    .option('--with <place=folder>', 'your folder in place of what is gathered at a place; may be given again', toWith)
    .option('--all-new', 'show every diagnostic that is not known, not only the first 20 of each code')
    .option('--workers <n>', 'threads that render, at most', positiveInteger)
    .addOption(
      new Option('--cache <dir>', 'folder for the cache of rendered bodies').default(
        true,
        '.cache/docgen in the nearest node_modules, if there is one',
      ),
    )
    .option('--no-cache', 'use no cache');
}

/** Options of the commands that serve. */
function addServerOptions(command: Command): Command {
  return command
    .option('--port <n>', 'port; the next free one where it is in use, any free one for 0', toPort, 4000)
    .option('--open', 'open the site in the browser')
    .option('--host [address]', 'serve the network too: on an address of this machine, or on all');
}

function toPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return Number(text);
}

function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 999.');
  return Number(text);
}

function toWith(text: string, before: readonly WithFolder[] = []): readonly WithFolder[] {
  const [, place = '', dir = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (place === '') throw new InvalidArgumentError('It must be PLACE=FOLDER, such as beta=../beta/docs.');
  return [...before, { place, dir }];
}

function toShard(text: string): Shard {
  const [, index = 0, count = 0] = /^(\d{1,5})\/(\d{1,5})$/.exec(text)?.map(Number) ?? [];
  if (index < 1 || index > count) throw new InvalidArgumentError('It must be I/N, such as 1/4, with I from 1 to N.');
  return { index, count };
}

function isSupported(current: string): boolean {
  const [major = 0, minor = 0] = current.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = engines.node
    .replace(/[^\d.]/g, '')
    .split('.')
    .map(Number);
  return major > needMajor || (major === needMajor && minor >= needMinor);
}
