// The pages of docs/reference/commands, and the tables of options in command-line.md: from the declarations of commander, and longer texts
// in command-pages.yml.
import type { Command, Option } from 'commander';
import data from '../../src/cli/commands.json' with { type: 'json' };
import { program } from '../../src/cli/program.js';
import { dataOf } from '../support/data.js';

interface OptionTexts {
  /** Only for an option whose type commander doesn't declare. */
  readonly type?: string;
  readonly default?: string;
  readonly text: string;
  readonly example: string;
}

interface CommandTexts {
  readonly text: string;
  /** Arguments in examples of options. */
  readonly arguments?: string;
  readonly exit?: Readonly<Record<string, string>>;
}

interface Texts {
  readonly exitCodes: Readonly<Record<string, string>>;
  /** Options by title of their table. */
  readonly options: Readonly<Record<string, Readonly<Record<string, OptionTexts>>>>;
  readonly commands: Readonly<Record<string, CommandTexts>>;
}

const texts = dataOf<Texts>('docs/command-pages');
const optionTexts: Readonly<Record<string, OptionTexts>> = Object.assign({}, ...Object.values(texts.options));
const commands = program(new AbortController().signal, () => {}).commands;

/** Returns texts by path below docs/. @throws if an option or command has no text, or a text has no option */
export function commandPages(): ReadonlyMap<string, string> {
  const declared = new Set(commands.flatMap(({ options }) => options.map(nameOf)));
  const idle = Object.keys(optionTexts).filter((name) => !declared.has(name));
  if (idle.length > 0) throw new Error(`no command has ${idle.join()}`);
  return new Map(commands.map((command) => [`reference/commands/${command.name()}.md`, pageOf(command)]));
}

const nameOf = ({ long }: Option) => String(long);
const madeFrom =
  '<!-- made from src/cli/commands.json and test/fixtures/data/docs/command-pages.yml; UPDATE_EXPECTED=1 npx vitest run test/docs rewrites it -->';

function pageOf(command: Command): string {
  const name = command.name();
  const { text, exit = {} } = found(texts.commands, name);
  const { examples = {} }: { examples?: Readonly<Record<string, string>> } = found<object>(data.commands, name);
  const codes = { ...texts.exitCodes, ...exit };
  const order = Object.keys(codes).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  return `---
title: docgen ${name}
sidebar_label: ${name}
description: "Usage, options and exit codes of docgen ${name}: ${command.description().replaceAll('`', '').replaceAll('"', "'")}."
---

${madeFrom}

\`\`\`sh
docgen ${name} ${command.usage()}
\`\`\`

${text.trim()}
${argumentsOf(command)}${examplesOf(examples)}
## Options

${command.options.map((option) => optionOf(option, command)).join('\n')}
## Exit codes

| code | meaning |
| --- | --- |
${order.map((code) => `| **${code}** | ${codes[code]} |\n`).join('')}`;
}

function argumentsOf({ registeredArguments: all }: Command): string {
  const lines = all.map((argument) => {
    const { required, variadic, description, argChoices } = argument;
    const choices = argChoices ? ` One of ${argChoices.map(inCode).join(', ')}.` : '';
    return `- \`${argument.name()}\` (${required ? 'required' : 'optional'}${variadic ? ', several' : ''}): ${description}.${choices}\n`;
  });
  return lines.length === 0 ? '' : `\n## Arguments\n\n${lines.join('')}`;
}

function examplesOf(examples: Readonly<Record<string, string>>): string {
  const lines = Object.entries(examples).map(([command, why]) => `# ${why}\n${command}\n`);
  return lines.length === 0 ? '' : `\n## Examples\n\n\`\`\`sh\n${lines.join('\n')}\`\`\`\n`;
}

function optionOf(option: Option, command: Command): string {
  const name = nameOf(option);
  const { text, example } = found(optionTexts, name);
  const { arguments: given = '' } = found(texts.commands, command.name());
  const [, rest = ''] = /^docgen \w+(.*)$/.exec(example) ?? [];
  const shown =
    `docgen ${command.name()} ${example.startsWith(`docgen ${command.name()} `) ? '' : given}${rest}`.replace(
      / {2,}/g,
      ' ',
    );
  const { unknown } = command.parseOptions(
    shown
      .replace(/ [|>].*/, '')
      .split(' ')
      .slice(2),
  );
  if (unknown.length > 0) throw new Error(`${shown} has unknown options`);
  return `### \`${name}\`

- Type: ${typeOf(option)}
- Default: ${defaultOf(option)}

${text.trim()}

\`\`\`sh
${shown}
\`\`\`
`;
}

function typeOf(option: Option): string {
  const value = option.argChoices?.map(inCode).join(', ') ?? found(optionTexts, nameOf(option)).type;
  if (!option.required && !option.optional) return 'no value';
  if (value === undefined) throw new Error(`${nameOf(option)} has no type`);
  return option.optional ? `no value, or ${value}` : value;
}

function defaultOf(option: Option): string {
  const written = found(optionTexts, nameOf(option)).default;
  const isComputed = option.defaultValue === undefined || typeof option.defaultValue === 'boolean';
  if (written !== undefined && !isComputed) throw new Error(`commander declares the default of ${nameOf(option)}`);
  if (!isComputed) return inCode(String(option.defaultValue));
  return written ?? (option.required ? 'none' : 'off');
}

/** Returns the tables of options. They contain the former heading ids of the options, so that links to them work. */
export function optionTables(): string {
  const tables = Object.entries(texts.options).map(([title, options]) => {
    const rows = Object.keys(options).map((name) => {
      const having = commands.filter((command) => command.options.some((option) => nameOf(option) === name));
      const links = having.map((command) => `[${command.name()}](commands/${command.name()}.md#${name})`);
      const both = name.replace('--', '--no-');
      const ids = [name, ...(both in options ? [`${name}-${both}`] : [])].map((id) => `<a id="${id}"></a>`);
      return `| ${ids.join('')}\`${name}\` | ${links.join(', ')} |\n`;
    });
    return `## ${title}\n\n| option | commands |\n| --- | --- |\n${rows.join('')}`;
  });
  return `${madeFrom}\n\n${tables.join('\n')}`;
}

const inCode = (text: string) => `\`${text}\``;

function found<Value>(record: Readonly<Record<string, Value>>, key: string): Value {
  const value = record[key];
  if (value === undefined) throw new Error(`no text for ${key}`);
  return value;
}
