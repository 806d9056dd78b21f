// What stands beside a content folder on disk: the files by which its project's generator is known.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownText } from '../regular-file.js';
import { type Rules, rulesBeside } from './generator.js';

/** Folders that are looked at: the content folder and those above it, as far as the project; `src/content/docs` is three below it. */
const mostFolders = 4;
const largestConfig = 64 * 1024;

/** What the generator of a content folder's project decides. Files that cannot be read say nothing. */
export function rulesOfFolder(dir: string): Rules {
  const folders = [dir];
  while (folders.length < mostFolders && !isProject(folders.at(-1) ?? dir))
    folders.push(dirname(folders.at(-1) ?? dir));
  const read = (folder: number, name: string) => textOf(join(folders[folder] ?? dir, name));
  return rulesBeside(`${dir.replaceAll('\\', '/')}/`, folders.map(namesIn), read);
}

const isProject = (dir: string) => ['.git', 'package.json'].some((name) => existsSync(join(dir, name)));

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}

function textOf(path: string): string | undefined {
  try {
    return ownText(path, largestConfig);
  } catch {
    return undefined;
  }
}
