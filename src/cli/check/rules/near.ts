// What an address that leads nowhere may have meant.
import { nearest } from '../../../model/diagnostics/diagnostic.js';
import { addressOf } from '../addresses.js';

/** Addresses for which the nearest is searched; of a site with more faults than that one hint more is no help. */
const mostSearched = 500;

const folded = (path: string) =>
  path
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?:\/index)?\.html?$|\/$/, '');
const lastOf = (path: string) => folded(path).split('/').at(-1) ?? '';

/** Path from the folder → the address of the file that was meant, if there is one. */
export function openNear(files: readonly string[], base: string): (path: string) => string | undefined {
  const byFolded = new Map(files.map((file) => [folded(file), file]));
  const byName = new Map<string, string | undefined>();
  for (const file of files) byName.set(lastOf(file), byName.has(lastOf(file)) ? undefined : file);
  const answers = new Map<string, string | undefined>();
  return (path) => {
    if (answers.has(path) || answers.size >= mostSearched) return answers.get(path);
    const name = lastOf(path);
    const file = byFolded.get(folded(path)) ?? (name === '' ? undefined : byName.get(name)) ?? nearest(path, files);
    const answer = file === undefined ? undefined : addressOf(file, base);
    answers.set(path, answer);
    return answer;
  };
}
