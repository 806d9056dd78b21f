// Names in a cache folder. Other programs can write to it, so docgen only removes files with these names.
import { join } from 'node:path';
import { namesIn } from '../model/content/list-files.js';

/** The log, folders by the start of a key, and entries by the rest of it. An entry that is being written also has a UUID. */
export const cacheNames = { log: 'written', folder: /^[\da-f]{2}$/, entry: /^[\da-f]{62}(?:\.[\da-f-]{36})?$/ };

/** Whether a folder contains nothing except the cache. */
export function isOnlyCache(dir: string): boolean {
  const holdsEntries = (name: string) => namesIn(join(dir, name)).every((entry) => cacheNames.entry.test(entry));
  return namesIn(dir).every((name) => name === cacheNames.log || (cacheNames.folder.test(name) && holdsEntries(name)));
}
