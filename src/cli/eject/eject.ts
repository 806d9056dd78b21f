// `docgen eject`: copies a template into the folder of `templates`, and keeps a copy of its original to show and merge later changes.
import { join, relative } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import fs from 'fs-extra';
import { loadConfig } from '../../model/config/config.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { fileFault, ownText, packageFile } from '../../model/input/regular-file.js';
import { type CommonOptions, ejectable, exitCode, printDiagnostics } from '../options.js';

export interface EjectCommandOptions extends CommonOptions {
  readonly force?: boolean;
  readonly list?: boolean;
  readonly diff?: boolean;
  readonly merged?: boolean;
}

export async function ejectCommand(name: string | undefined, options: EjectCommandOptions): Promise<number> {
  const config = await loadConfig(process.cwd(), options, { mayLackTemplates: true });
  const fail = (...diagnostics: readonly Diagnostic[]) => {
    printDiagnostics(diagnostics, options);
    return exitCode.cannotRun;
  };
  if (!config.value) return fail(...config.diagnostics);
  const folder = config.value.templates || join(process.cwd(), 'templates');
  const shown = relative(process.cwd(), folder) || '.';
  if (options.list) return list(folder);
  if (name !== undefined && (options.diff || options.merged) && !ejectedIn(folder, name))
    return fail(problem.usage({ reason: `\`${name}\` is not ejected` }));
  if (options.diff) return diff(folder, shown, name === undefined ? ejectable : [name], options);
  if (name === undefined) return fail(problem.usage({ reason: 'which template? `docgen eject --list` lists them' }));
  const target = join(folder, fileOf(name));
  try {
    if (!options.merged) {
      if (!options.force && (await fs.pathExists(target)))
        return fail(problem.ejectExists({ path: relative(process.cwd(), target) }));
      await fs.outputFile(target, originalOf(name));
    }
    await fs.outputFile(join(folder, copyFolder, fileOf(name)), originalOf(name));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    return fail(problem.cannotWrite({ path: `${shown}/${fileOf(name)}`, reason }));
  }
  const key = name === 'styles' ? `css: './${shown}/styles.css'` : `templates: './${shown}'`;
  process.stdout.write(`${shown}/${fileOf(name)}\n`);
  if (!options.merged && options.format !== 'json')
    process.stderr.write(`copied; set \`${key}\` in the config to use it\n`);
  return exitCode.built;
}

/** Folder of the originals, in the templates folder. docgen never loads templates from it. */
const copyFolder = '.ejected';

const fileOf = (name: string) => (name === 'styles' ? 'styles.css' : `${name}.tsx`);

/** Returns the current original of a template, with relative imports replaced by imports of the package. */
function originalOf(name: string): string {
  const text = ownText(packageFile(`templates/${fileOf(name)}`));
  return name === 'styles' ? text : text.replace(/from '(?:\.\/|\.\.\/src\/)[^']+'/g, "from 'docgen-hub/templates'");
}

const stateTexts = {
  current: () => 'ejected',
  changed: (name: string) => `ejected; docgen changed it since: \`docgen eject --diff ${name}\``,
  /** It was ejected before docgen kept copies. */
  unknown: () => 'of your own; docgen has no copy of what it was made of',
};

interface Ejected {
  readonly state: keyof typeof stateTexts;
  /** docgen's original at the time of ejecting, or the site owner's file if that is unknown. */
  readonly base: string;
  readonly original: string;
}

/** Returns undefined for a template that is not ejected. */
function ejectedIn(folder: string, name: string): Ejected | undefined {
  const textOf = (file: string) => (fileFault(file) === undefined ? ownText(file) : undefined);
  const own = textOf(join(folder, fileOf(name)));
  if (own === undefined) return undefined;
  const original = originalOf(name);
  const base = textOf(join(folder, copyFolder, fileOf(name)));
  if (base === undefined) return { state: 'unknown', base: own, original };
  return { state: base === original ? 'current' : 'changed', base, original };
}

function list(folder: string): number {
  const width = Math.max(...ejectable.map(({ length }) => length));
  for (const name of ejectable) {
    const ejected = ejectedIn(folder, name);
    const state = ejected && stateTexts[ejected.state](name);
    process.stdout.write(state === undefined ? `${name}\n` : `${name.padEnd(width)}  ${state}\n`);
  }
  return exitCode.built;
}

/** Prints later changes of docgen to ejected templates, as a patch of the site owner's files. */
function diff(folder: string, shown: string, names: readonly string[], { format }: EjectCommandOptions): number {
  for (const name of names) {
    const ejected = ejectedIn(folder, name);
    if (!ejected) continue;
    const { base, original, state } = ejected;
    const file = `${shown}/${fileOf(name)}`;
    const patch = base === original ? '' : createTwoFilesPatch(`a/${file}`, `b/${file}`, base, original);
    process.stdout.write(patch.replace(/^=+\n/, ''));
    if (state === 'unknown' && format !== 'json')
      process.stderr.write(`${name}: it is not known what it was made of; this is what differs from yours\n`);
  }
  return exitCode.built;
}
