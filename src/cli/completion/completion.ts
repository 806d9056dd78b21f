// `docgen completion`: creates a shell script that completes commands, options and their choices, from the declarations of the commands.
import type { Command } from 'commander';
import { exitCode, type Options, type shells } from '../options.js';
import { fillTemplate } from '../package.js';

type Shell = (typeof shells)[number];

/** An option or an argument. */
interface Completed {
  readonly names: readonly string[];
  readonly text: string;
  /** Values that the shell completes. `none`: the option is a flag. */
  readonly value: readonly string[] | 'path' | 'any' | 'none';
}

interface CompletedCommand {
  readonly name: string;
  readonly text: string;
  readonly options: readonly Completed[];
  readonly values: readonly Completed[];
}

export async function completionCommand(
  shell: Shell,
  _options: Options,
  _signal: AbortSignal,
  docgen: Command,
): Promise<number> {
  process.stdout.write(scripts[shell](docgen.commands.map(describe)));
  return exitCode.built;
}

function describe(command: Command): CompletedCommand {
  const toValue = (name: string, choices: readonly string[] | undefined) =>
    choices ?? (/^(?:file|dir|folder|section=folder)$/.test(name) ? 'path' : 'any');
  const options = command.options.map(({ short, long, flags, description, argChoices }): Completed => {
    const [, value] = /[<[](.+?)[>\]]/.exec(flags) ?? [];
    const names = [short, long].filter((name) => name !== undefined);
    return { names, text: description, value: value === undefined ? 'none' : toValue(value, argChoices) };
  });
  const values = command.registeredArguments.map((argument): Completed => {
    const value = toValue(argument.name(), argument.argChoices);
    return { names: [argument.name()], text: argument.description, value };
  });
  const help = { names: ['-h', '--help'], text: 'display help for command', value: 'none' } as const;
  return { name: command.name(), text: command.description(), options: [...options, help], values };
}

const scripts: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = { bash, zsh, fish };

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function bash(commands: readonly CompletedCommand[]): string {
  // The script completes file names with `_docgen_files`, because names can contain spaces.
  const answer = ({ value }: Completed) => (typeof value === 'string' ? '' : words(value));
  const filling = (all: readonly Completed[]) =>
    `COMPREPLY=(${all.map(answer).join(' ')})${all.some(({ value }) => value === 'path') ? '; _docgen_files' : ''}`;
  const words = (names: readonly string[]) => `$(compgen -W ${quoted(names.join(' '))} -- "$cur")`;
  const cases = commands.flatMap(({ name, options, values }) => [
    ...options
      .filter(({ value }) => value !== 'none')
      .map(
        (option) => `    ${option.names.map((flag) => `${name}/${flag}`).join('|')}) ${filling([option])}; return ;;`,
      ),
    `    ${name}/*) flags=${quoted(options.flatMap(({ names }) => names).join(' '))}; [[ $cur == -* ]] || { ${filling(values)}; } ;;`,
  ]);
  const names = commands.map(({ name }) => name);
  const all = words([...names, '--help', '--version']);
  return fillTemplate('completion/bash.sh', { names: all, cases: cases.join('\n') });
}

function zsh(commands: readonly CompletedCommand[]): string {
  const escaped = (text: string) => text.replace(/[\\[\]:]/g, '\\$&');
  const values = ({ names: [name = ''], value }: Completed) => {
    const action = value === 'path' ? '_files' : typeof value === 'string' ? ' ' : `(${value.join(' ')})`;
    return value === 'none' ? '' : `:${escaped(name.replace(/^-+/, ''))}:${action}`;
  };
  const option = (one: Completed) => one.names.map((name) => quoted(`*${name}[${escaped(one.text)}]${values(one)}`));
  const cases = commands.map(({ name, options, values: places }) => {
    const specs = [...options.flatMap(option), ...places.map((one) => quoted(`*${values(one)}`))];
    return `        ${name}) _arguments ${specs.join(' ')} ;;`;
  });
  const names = commands.map(({ name, text }) => `    ${quoted(`${name}:${escaped(text)}`)}`);
  return fillTemplate('completion/zsh.sh', { commands: names.join('\n'), cases: cases.join('\n') });
}

function fish(commands: readonly CompletedCommand[]): string {
  const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`;
  const values = ({ value }: Completed) =>
    value === 'path' ? ' -r -F' : value === 'any' ? ' -x' : value === 'none' ? '' : ` -x -a ${text(value.join(' '))}`;
  const lines = commands.flatMap(({ name, text: what, options, values: places }) => {
    const inside = `-n '__fish_seen_subcommand_from ${name}'`;
    const flag = (long: string) => (long.startsWith('--') ? `-l ${long.slice(2)}` : `-s ${long.slice(1)}`);
    return [
      `-n __fish_use_subcommand -a ${name} -d ${text(what)}`,
      ...options.map((one) => `${inside} ${one.names.map(flag).join(' ')}${values(one)} -d ${text(one.text)}`),
      ...places.filter(({ value }) => value !== 'any').map((one) => `${inside}${values(one).replace(' -r', '')}`),
    ];
  });
  return ['docgen', 'docgen-hub']
    .flatMap((bin) => ['-f', ...lines].map((line) => `complete -c ${bin} ${line}\n`))
    .join('');
}
