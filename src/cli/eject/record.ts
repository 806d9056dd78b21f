// What a template was when it was ejected: a copy beside it, so that what docgen changed since can be shown and merged.
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import fs from 'fs-extra';
import { packageFile } from '../../model/package-file.js';
import { fileFault, ownText } from '../../model/regular-file.js';

/** Folder beside the templates; no template is looked for in it. */
const recordFolder = '.ejected';

/** The file of a template, in docgen and in a folder of the owner's. */
export const fileOf = (name: string) => (name === 'styles' ? 'styles.css' : `${name}.tsx`);

/** A template as it is ejected now. */
export async function originalOf(name: string): Promise<string> {
  const text = await fs.readFile(packageFile(`templates/${fileOf(name)}`), 'utf8');
  return name === 'styles' ? text : withPackageImports(text);
}

/** Imports of neighbours become imports of the package. */
function withPackageImports(text: string): string {
  return text.replace(/from '(?:\.\/|\.\.\/src\/)[^']+'/g, "from 'docgen-hub/templates'");
}

/** An ejected template. */
export interface Ejected {
  readonly name: string;
  /** `unknown`: it was ejected before docgen kept copies. */
  readonly state: 'current' | 'changed' | 'unknown';
  /** docgen's original as it was; the owner's own file where that is not known. */
  readonly base: string;
  readonly original: string;
}

/** What a folder has of a template; undefined where it has not. */
export async function ejectedIn(folder: string, name: string): Promise<Ejected | undefined> {
  const own = await textOf(join(folder, fileOf(name)));
  if (own === undefined) return undefined;
  const original = await originalOf(name);
  const base = await textOf(join(folder, recordFolder, fileOf(name)));
  const state = base === undefined ? 'unknown' : base === original ? 'current' : 'changed';
  return { name, state, base: base ?? own, original };
}

/** Keeps docgen's present original as that which the owner's template is made of. */
export async function recordOriginal(folder: string, name: string): Promise<void> {
  await fs.outputFile(join(folder, recordFolder, fileOf(name)), await originalOf(name));
}

/** What docgen changed since, as a patch of the owner's file; '' where nothing. */
export function patchOf({ name, base, original }: Ejected, shownFolder: string): string {
  if (base === original) return '';
  const file = `${shownFolder}/${fileOf(name)}`;
  return createTwoFilesPatch(`a/${file}`, `b/${file}`, base, original).replace(/^=+\n/, '');
}

async function textOf(file: string): Promise<string | undefined> {
  return fileFault(file) === undefined ? ownText(file) : undefined;
}
