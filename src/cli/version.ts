// `docgen version 2.0`: saves docs as a version like `docusaurus docs:version`: files, translations, sidebars, and last the list of versions,
// which makes them a version. Deleting these files undoes it.
import { dirname, join, relative } from 'node:path';
import fs from 'fs-extra';
import { globbySync } from 'globby';
import { replaceFile } from '../disk/files.js';
import { writeReason } from '../disk/write-error.js';
import { type Config, loadConfig, type Mount } from '../model/config/config.js';
import { problem } from '../model/diagnostics/diagnostic.js';
import { fileFault, ownText } from '../model/input/regular-file.js';
import { isFolderName } from '../model/types/path.js';
import { currentName, savedNames, sidebarsOf } from '../model/versions/read-versions.js';
import { docsFolder, listFile, newVersions, sidebarsFile, translationsOf } from '../model/versions/saved-files.js';
import { exitCode, fail, type Options, printDiagnostics, printResult } from './options.js';

/** Maximum length of a name, as in Docusaurus. */
const maxNameChars = 32;

export async function versionCommand(name: string, options: Options): Promise<number> {
  const { value: config, diagnostics } = await loadConfig(process.cwd(), options);
  if (!config) return fail(diagnostics, options);
  printDiagnostics(diagnostics, options);
  const refuse = (reason: string) => fail([problem.usage({ reason })], options);
  const mount = mountOf(config, options.id);
  if (typeof mount === 'string') return refuse(mount);
  const saved = newVersions(mount, config);
  const list = listFile(saved);
  const known = fileFault(list) === undefined ? savedNames(saved, config) : undefined;
  if (known && !known.value) return fail(known.diagnostics, options);
  const names = known ? (JSON.parse(ownText(list)) as readonly string[]) : [];
  const folder = docsFolder(name, saved);
  const shown = (path: string) => relative(process.cwd(), path);
  if (!isFolderName(name) || name.length > maxNameChars || name === currentName)
    return refuse(`\`${name}\` can't be the name of a version: use one such as \`2.0\``);
  if (names.includes(name) || fs.existsSync(folder)) return refuse(`version \`${name}\` exists: \`${shown(folder)}\``);
  try {
    const copies = [[mount.dir, folder] as const, ...translationsOf(name, saved)];
    for (const [from, to] of copies) copyWhole(from, to);
    fs.outputFileSync(sidebarsFile(name, saved), toJson(sidebarsOf(mount, config)), { flag: 'wx' });
    replaceFile(list, toJson([name, ...names]));
  } catch (error) {
    const { path = folder } = error as NodeJS.ErrnoException;
    return fail([problem.cannotWrite({ path: shown(path), reason: writeReason(error) })], options);
  }
  const [from, to] = [shown(mount.dir), shown(folder)];
  printResult(options, { version: name, folder: to }, `saved ${from} as version ${name} in ${to}`);
  return exitCode.built;
}

const toJson = (data: unknown) => `${JSON.stringify(data, undefined, 2)}\n`;

/** Returns the folder with an id, or the only one that can be versioned. Returns the reason if there is none. */
function mountOf({ content, cwd }: Config, id: string | undefined): Mount | string {
  const own = content.filter(({ layer }) => layer === 'content');
  const found = own.filter((mount) => id === undefined || mount.id === id);
  const [mount] = found.length > 1 ? found.filter(({ prefix }) => prefix === '') : found;
  if (!mount)
    return id === undefined
      ? 'which content folder? Set `id` in its entry and use `--id`'
      : `no content folder has the id \`${id}\``;
  const shown = `\`${relative(cwd, mount.dir)}\``;
  if (globbySync('**/*.{md,mdx}', { cwd: mount.dir }).length === 0) return `there are no docs in ${shown}`;
  if (mount.dir === cwd)
    return 'the content folder is that of the config: move the docs to a folder of their own, such as `docs`';
  return mount.named ? `the versions of ${shown} are listed in the config` : mount;
}

/** Copies to a path that doesn't exist: completely, or not at all. */
function copyWhole(from: string, to: string): void {
  const next = join(dirname(to), '.docgen-version');
  fs.removeSync(next); // left by a killed process
  fs.copySync(from, next);
  fs.moveSync(next, to);
}
