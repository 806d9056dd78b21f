// Bare repositories on disk between two calls of git: removes what a killed git left. Only under the lock of the sources.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exists, isFolder } from '../../model/content/list-files.js';

/** Removes what a killed git left: locks, incomplete packs and objects. */
export function clearStores(storeDir: string): void {
  for (const name of foldersIn(storeDir)) {
    if (name.endsWith('.old')) putBack(join(storeDir, name.slice(0, -'.old'.length)));
  }
  for (const name of foldersIn(storeDir).filter((one) => one.endsWith('.git'))) clearStore(join(storeDir, name));
}

function clearStore(store: string): void {
  removeIn(store, /\.lock$|^shallow_/);
  removeLocksBelow(join(store, 'refs'));
  const objects = join(store, 'objects');
  if (!isFolder(objects)) return;
  removeIn(objects, /^(?:tmp_|incoming-)/);
  for (const folder of ['pack', 'info']) removeIn(join(objects, folder), /^\.?tmp[-_]|\.lock$/);
  for (const folder of foldersIn(objects).filter((name) => /^[0-9a-f]{2}$/.test(name)))
    removeIn(join(objects, folder), /^tmp_/);
}

function removeLocksBelow(dir: string): void {
  removeIn(dir, /\.lock$/);
  for (const name of foldersIn(dir)) removeLocksBelow(join(dir, name));
}

function removeIn(dir: string, pattern: RegExp): void {
  for (const { name } of entriesIn(dir))
    if (pattern.test(name)) rmSync(join(dir, name), { recursive: true, force: true });
}

const foldersIn = (dir: string) => entriesIn(dir).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** Empty for what is not a folder, and for a link to one. */
function entriesIn(dir: string) {
  if (!isFolder(dir)) return [];
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Renames stores, so that git creates new ones; the renamed ones are restored or removed afterwards. */
export function setAside(stores: readonly string[]): { readonly putBack: () => void; readonly drop: () => void } {
  const found = stores.filter(exists);
  for (const store of found) renameSync(store, `${store}.old`);
  return {
    putBack: () => {
      for (const store of found) rmSync(store, { recursive: true, force: true });
      for (const store of found) putBack(store);
    },
    drop: () => {
      for (const store of found) rmSync(`${store}.old`, { recursive: true, force: true });
    },
  };
}

/** Restores a renamed store, unless a new one exists. */
function putBack(store: string): void {
  if (existsSync(join(store, 'HEAD'))) rmSync(`${store}.old`, { recursive: true, force: true });
  else {
    rmSync(store, { recursive: true, force: true });
    renameSync(`${store}.old`, store);
  }
}
