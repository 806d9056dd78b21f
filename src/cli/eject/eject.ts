// `docgen eject`: copies a template, and keeps a copy of the original, from which later changes are computed and merged.
import { join, relative } from 'node:path';
import { applyPatch, createTwoFilesPatch } from 'diff';
import fs from 'fs-extra';
import { replaceFile } from '../../disk/files.js';
import { writeReason } from '../../disk/write-error.js';
import { loadConfig } from '../../model/config/config.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { ownText, packageFile, textAt } from '../../model/input/regular-file.js';
import { ejectable, exitCode, fail, type Options } from '../options.js';

export async function ejectCommand(name: string | undefined, options: Options): Promise<number> {
  const { value: config, diagnostics } = await loadConfig(process.cwd(), options, { mayLackTemplates: true });
  if (!config) return fail(diagnostics, options);
  const folder = config.templates || join(process.cwd(), 'templates');
  const shown = relative(process.cwd(), folder) || '.';
  if (options.list) return list(folder);
  if (name !== undefined && (options.diff || options.merged || options.update) && !ejectedIn(folder, name))
    return fail([problem.usage({ reason: `\`${name}\` is not ejected` })], options);
  if (options.diff) return diff(folder, shown, name === undefined ? ejectable : [name], options);
  if (options.update) return update(folder, shown, name === undefined ? ejectable : [name], options);
  const reason = 'which template? `docgen eject --list` lists them';
  if (name === undefined) return fail([problem.usage({ reason })], options);
  const [file, path] = [join(folder, fileOf(name)), `${shown}/${fileOf(name)}`];
  try {
    if (!options.merged && !options.force && fs.existsSync(file))
      return fail([problem.ejectExists({ path: relative(process.cwd(), file) })], options);
    fs.ensureDirSync(join(folder, copyFolder));
    if (!options.merged) replaceFile(file, originalOf(name));
    replaceFile(join(folder, copyFolder, fileOf(name)), originalOf(name));
  } catch (error) {
    return fail([problem.cannotWrite({ path, reason: writeReason(error) })], options);
  }
  process.stdout.write(`${path}\n`);
  const key = name === 'styles' ? `css: './${path}'` : `templates: './${shown}'`;
  if (!options.merged && options.format !== 'json')
    process.stderr.write(`copied; set \`${key}\` in the config to use it\n`);
  return exitCode.built;
}

/** Folder of the originals in the templates folder. docgen loads no templates from it. */
const copyFolder = '.ejected';

const fileOf = (name: string) => (name === 'styles' ? 'styles.css' : `${name}.tsx`);

/** Returns docgen's template, with imports from the package instead of relative ones. */
function originalOf(name: string): string {
  const text = ownText(packageFile(`templates/${fileOf(name)}`));
  return name === 'styles' ? text : text.replace(/from '(?:\.\/|\.\.\/src\/)[^']+'/g, "from 'docgen-hub/templates'");
}

/** Returns an ejected template, its original at the time (if there is a copy), and the current original. Undefined if it is not ejected. */
function ejectedIn(folder: string, name: string) {
  const own = textAt(join(folder, fileOf(name)));
  if (own === undefined) return undefined;
  return { own, copy: textAt(join(folder, copyFolder, fileOf(name))), original: originalOf(name) };
}

/** Describes the state of an ejected template. Earlier versions of docgen kept no copy. */
function stateOf(name: string, { copy, original }: NonNullable<ReturnType<typeof ejectedIn>>): string {
  if (copy === undefined) return 'ejected; no copy of the original, so later changes of docgen are unknown';
  return copy === original ? 'ejected' : `ejected; docgen changed it since: \`docgen eject --update ${name}\``;
}

function list(folder: string): number {
  const width = Math.max(...ejectable.map(({ length }) => length));
  for (const name of ejectable) {
    const ejected = ejectedIn(folder, name);
    process.stdout.write(ejected ? `${name.padEnd(width)}  ${stateOf(name, ejected)}\n` : `${name}\n`);
  }
  return exitCode.built;
}

/** Prints docgen's later changes as a patch of the owner's files. */
function diff(folder: string, shown: string, names: readonly string[], { format }: Options): number {
  for (const name of names) {
    const ejected = ejectedIn(folder, name);
    if (!ejected) continue;
    const { own, copy, original } = ejected;
    const file = `${shown}/${fileOf(name)}`;
    const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, copy ?? own, original);
    process.stdout.write((copy ?? own) === original ? '' : patch.replace(/^=+\n/, ''));
    if (copy === undefined && format !== 'json')
      process.stderr.write(`${name}: no copy of the original, so this compares your file with the current template\n`);
  }
  return exitCode.built;
}

/** Applies docgen's later changes to the owner's files. A file stays if its own changes are in the same lines. */
function update(folder: string, shown: string, names: readonly string[], options: Options): number {
  const faults: Diagnostic[] = [];
  for (const name of names) {
    const ejected = ejectedIn(folder, name);
    if (!ejected || ejected.copy === ejected.original) continue;
    const { own, copy, original } = ejected;
    const [file, path] = [fileOf(name), `${shown}/${fileOf(name)}`];
    const patch = createTwoFilesPatch(file, file, copy ?? '', original);
    const updated = copy === undefined ? false : applyPatch(own, patch, { fuzzFactor: 2 });
    if (updated === false) {
      faults.push(problem.ejectConflict({ name }, { file: path }));
      continue;
    }
    try {
      replaceFile(join(folder, file), updated);
      replaceFile(join(folder, copyFolder, file), original);
      process.stdout.write(`${path}\n`);
    } catch (error) {
      faults.push(problem.cannotWrite({ path, reason: writeReason(error) }));
    }
  }
  return faults.length === 0 ? exitCode.built : fail(faults, options);
}
