// Declares the commands. commands.json contains their texts, in the order of the help.
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { Shard } from '../build.js';
import type { WithFolder } from '../model/config/sources.js';
import { type Diagnostic, problem } from '../model/diagnostics/diagnostic.js';
import { redirectsFiles } from '../model/types/redirects-file.js';
import data from './commands.json' with { type: 'json' };
import hosts from './init/hosts.json' with { type: 'json' };
import { ejectable, shells, subjects } from './options.js';
import { ownPackage } from './package.js';
import { formats, lineFormats } from './report.js';

type OptionTexts = Readonly<Record<string, string>>;

interface CommandTexts {
  readonly description: string;
  readonly arguments?: OptionTexts;
  /** Names of groups of options that several commands share. */
  readonly groups?: readonly string[];
  readonly options?: OptionTexts;
  readonly examples?: Readonly<Record<string, string>>;
  readonly after?: readonly string[];
}

type CommandName = keyof typeof data.commands;
const commands: Readonly<Record<CommandName, CommandTexts>> = data.commands;
const optionGroups: Readonly<Record<string, OptionTexts>> = data.options;

/** Commands that run until they are interrupted. */
export const endless: readonly string[] = ['dev', 'serve'] satisfies readonly CommandName[];

type Run = (...values: never[]) => Promise<number>;

/** Commands in the order of the help. Their code is loaded when they run. */
const runs: Readonly<Record<Exclude<CommandName, 'docgen'>, () => Promise<Run>>> = {
  build: async () => (await import('./build.js')).buildCommand,
  dev: async () => (await import('./dev/dev.js')).devCommand,
  serve: async () => (await import('./serve.js')).serveCommand,
  sync: async () => (await import('./sync/sync.js')).syncCommand,
  inspect: async () => (await import('./inspect.js')).inspectCommand,
  check: async () => (await import('./check/check.js')).checkCommand,
  eject: async () => (await import('./eject/eject.js')).ejectCommand,
  version: async () => (await import('./version.js')).versionCommand,
  init: async () => (await import('./init/init.js')).initCommand,
  completion: async () => (await import('./completion/completion.js')).completionCommand,
};

/** Creates the command line program. `say` reports usage errors. */
export function program(signal: AbortSignal, say: (diagnostic: Diagnostic) => void): Command {
  const usageOf = (text: string) =>
    text
      .trim()
      .replace(/^error: /, '')
      .replaceAll('\n', ' ');
  const docgen = addTexts(new Command('docgen'), 'docgen')
    .version(ownPackage.version, '-v, --version')
    .exitOverride()
    .configureOutput({ outputError: (text) => say(problem.usage({ reason: usageOf(text) })) });
  for (const [name, load] of Object.entries(runs) as [keyof typeof runs, () => Promise<Run>][])
    addTexts(docgen.command(name), name).action(async (...values) => {
      const run = await load();
      process.exitCode = await run(...(values.slice(0, -1) as never[]), signal as never, docgen as never);
      if (endless.includes(name)) signal.throwIfAborted();
    });
  return docgen;
}

const choices: Readonly<Record<string, readonly string[]>> = {
  '<subject>': subjects,
  '[name]': ejectable,
  '<shell>': shells,
};

const refinements: Readonly<Record<string, (option: Option, command: CommandName) => Option>> = {
  format: (option, command) =>
    option.choices(command === 'build' || command === 'check' ? formats : lineFormats).default('text'),
  with: (option) => option.argParser(toWith),
  workers: (option) => option.argParser(positiveInteger),
  cache: (option) => option.default(true, '.cache/docgen in the nearest node_modules, if there is one'),
  'update-baseline': (option) => option.choices(['synced']),
  redirects: (option) => option.choices(redirectsFiles),
  shard: (option) => option.argParser(toShard),
  port: (option) => option.argParser(toPort).default(4000),
  jobs: (option) => option.argParser(positiveInteger).default(4),
  ci: (option) => option.choices([...Object.keys(hosts), 'none']).default(undefined, 'detected from the Git remote'),
};

function addTexts(command: Command, name: CommandName): Command {
  const { description, groups = [], options: own = {}, examples = {}, after = [], ...texts } = commands[name];
  command.description(description);
  for (const [flags, text] of Object.entries(texts.arguments ?? {})) {
    const argument = new Argument(flags, text);
    command.addArgument(choices[flags] ? argument.choices(choices[flags]) : argument);
  }
  for (const options of [...groups.map((group) => optionGroups[group] ?? {}), own]) {
    for (const [flags, text] of Object.entries(options)) {
      const option = new Option(flags, text);
      if (/<(?:dir|file)>/.test(flags)) option.argParser(toPath);
      command.addOption(refinements[option.name()]?.(option, name) ?? option);
    }
  }
  const width = Math.max(...Object.keys(examples).map((example) => example.length)) + 3;
  const lines = Object.entries(examples).map(([example, text]) => `  $ ${example.padEnd(width)}${text}`);
  if (lines.length === 0) return command;
  return command.addHelpText(
    'after',
    ['', 'Examples:', ...lines, ...(after.length > 0 ? [''] : []), ...after].join('\n'),
  );
}

/** Refuses an empty path, such as of an unset variable of a shell, which would be the working folder. */
function toPath(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be a path.');
  return text;
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
  if (place === '') throw new InvalidArgumentError('It must be SECTION=FOLDER, such as beta=../beta/docs.');
  return [...before, { place, dir }];
}

function toShard(text: string): Shard {
  const [, index = 0, count = 0] = /^(\d{1,5})\/(\d{1,5})$/.exec(text)?.map(Number) ?? [];
  if (index < 1 || index > count) throw new InvalidArgumentError('It must be I/N, such as 1/4, with I from 1 to N.');
  return { index, count };
}
