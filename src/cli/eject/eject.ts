import { join, relative } from 'node:path';
import fs from 'fs-extra';
import { loadConfig } from '../../model/config.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { cannotWrite } from '../../model/diagnostics/output.js';
import { ejectExists, usage } from '../../model/diagnostics/usage-and-config.js';
import { exitCode } from '../exit.js';
import { type CommonOptions, ejectable, printDiagnostics } from '../options.js';
import { type Ejected, ejectedIn, fileOf, originalOf, patchOf, recordOriginal } from './record.js';

export interface EjectCommandOptions extends CommonOptions {
  readonly force?: boolean;
  readonly list?: boolean;
  readonly diff?: boolean;
  readonly merged?: boolean;
}

/** `docgen eject`: copies a template into the folder that `templates` of the config names, or says what became of those there. Returns the exit code. */
export async function ejectCommand(name: string | undefined, options: EjectCommandOptions): Promise<number> {
  const config = await loadConfig(process.cwd(), options, { mayLackTemplates: true });
  const fail = (diagnostics: readonly Diagnostic[]) => {
    printDiagnostics(diagnostics, options);
    return exitCode.cannotRun;
  };
  if (!config.value) return fail(config.diagnostics);
  const folder = config.value.templates || join(process.cwd(), 'templates');
  const shown = relative(process.cwd(), folder) || '.';
  if (options.list) return list(folder);
  if (options.diff) return diff(folder, { shown, name, options });
  if (name === undefined) return fail([usage({ reason: 'which template? `docgen eject --list` lists them' })]);
  try {
    if (options.merged) {
      if (!(await ejectedIn(folder, name))) return fail([usage({ reason: `\`${name}\` is not ejected` })]);
      await recordOriginal(folder, name);
      process.stdout.write(`${shown}/${fileOf(name)}\n`);
      return exitCode.built;
    }
    const target = join(folder, fileOf(name));
    if (!options.force && (await fs.pathExists(target)))
      return fail([ejectExists({ path: relative(process.cwd(), target) })]);
    await fs.outputFile(target, await originalOf(name));
    await recordOriginal(folder, name);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    return fail([cannotWrite({ path: `${shown}/${fileOf(name)}`, reason })]);
  }
  const key = name === 'styles' ? `css: './${shown}/styles.css'` : `templates: './${shown}'`;
  process.stdout.write(`${shown}/${fileOf(name)}\n`);
  if (options.format !== 'json') process.stderr.write(`copied; set \`${key}\` in the config to use it\n`);
  return exitCode.built;
}

const states: Readonly<Record<Ejected['state'], string>> = {
  current: 'ejected',
  changed: 'ejected; docgen changed it since: `docgen eject --diff NAME`',
  unknown: 'of your own; docgen has no copy of what it was made of',
};

/** Every template, and what the folder has of it. */
async function list(folder: string): Promise<number> {
  const width = Math.max(...ejectable.map(({ length }) => length));
  for (const name of ejectable) {
    const ejected = await ejectedIn(folder, name);
    const state = ejected ? `  ${states[ejected.state].replace('NAME', name)}` : '';
    process.stdout.write(`${name.padEnd(ejected ? width : 0)}${state}\n`);
  }
  return exitCode.built;
}

interface DiffOptions {
  readonly shown: string;
  readonly name: string | undefined;
  readonly options: EjectCommandOptions;
}

/** A patch of what docgen changed in ejected templates since. */
async function diff(folder: string, { shown, name, options }: DiffOptions): Promise<number> {
  for (const one of name === undefined ? ejectable : [name]) {
    const ejected = await ejectedIn(folder, one);
    if (ejected) process.stdout.write(patchOf(ejected, shown));
    else if (name !== undefined) {
      printDiagnostics([usage({ reason: `\`${name}\` is not ejected` })], options);
      return exitCode.cannotRun;
    }
    if (ejected?.state === 'unknown' && options.format !== 'json')
      process.stderr.write(`${one}: it is not known what it was made of; this is what differs from yours\n`);
  }
  return exitCode.built;
}
