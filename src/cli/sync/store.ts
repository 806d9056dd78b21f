// Bare repositories on disk between two calls of git: removes what a killed git left. Only under the lock of the sources.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes what a killed git left: locks, incomplete packs and objects. */
export function clearStores(storeDir: string): void {
  for (const name of namesIn(storeDir)) {
    if (name.endsWith('.old')) putBack(join(storeDir, name.slice(0, -'.old'.length)));
  }
  for (const name of namesIn(storeDir).filter((one) => one.endsWith('.git'))) clearStore(join(storeDir, name));
}

function clearStore(store: string): void {
  removeIn(store, /\.lock$|^shallow_/);
  removeLocksBelow(join(store, 'refs'));
  const objects = join(store, 'objects');
  removeIn(objects, /^(?:tmp_|incoming-)/);
  for (const folder of ['pack', 'info']) removeIn(join(objects, folder), /^\.?tmp[-_]|\.lock$/);
  for (const folder of namesIn(objects).filter((name) => /^[0-9a-f]{2}$/.test(name)))
    removeIn(join(objects, folder), /^tmp_/);
}

function removeLocksBelow(dir: string): void {
  removeIn(dir, /\.lock$/);
  for (const entry of entriesIn(dir)) if (entry.isDirectory()) removeLocksBelow(join(dir, entry.name));
}

function removeIn(dir: string, pattern: RegExp): void {
  for (const name of namesIn(dir)) if (pattern.test(name)) rmSync(join(dir, name), { recursive: true, force: true });
}

const namesIn = (dir: string) => entriesIn(dir).map(({ name }) => name);

function entriesIn(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Renames stores, so that git creates new ones; the renamed ones are restored or removed afterwards. */
export function setAside(stores: readonly string[]): { readonly putBack: () => void; readonly drop: () => void } {
  const found = stores.filter((store) => existsSync(store));
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
