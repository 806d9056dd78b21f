// A folder of texts by key. An entry that is cut off, changed or of another key counts as missing; an entry that cannot be written is
// skipped. Anyone who can write to the folder can write entries: callers check the text. Several builds may share the folder: entries
// appear whole, by renaming.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../hash.js';

/** Most bytes in the folder after a build. */
const mostKept = 512 * 1024 * 1024;

/** Includes the key, so that one entry cannot replace another. */
function entryChecksum(key: string, text: string): string {
  return sha256(`${key}\n${text}`);
}

export class Store {
  readonly #dir: string;
  #written = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** The text of a key (hexadecimal), or undefined. */
  async get(key: string): Promise<string | undefined> {
    try {
      const entry = await readFile(this.#path(key), 'utf8');
      const text = entry.slice(65);
      return entry.slice(0, 65) === `${entryChecksum(key, text)}\n` ? text : undefined;
    } catch {
      return undefined;
    }
  }

  async put(key: string, text: string): Promise<void> {
    const path = this.#path(key);
    const temporary = `${path}.${randomUUID()}`;
    try {
      await mkdir(join(this.#dir, key.slice(0, 2)), { recursive: true });
      await writeFile(temporary, `${entryChecksum(key, text)}\n${text}`, { flag: 'wx' });
      await rename(temporary, path);
      this.#written += 1;
    } catch {
      await rm(temporary, { force: true }).catch(() => {});
    }
  }

  /** Removes the oldest entries over the limit; only after a build that wrote some. */
  async trim(limit = mostKept): Promise<void> {
    if (this.#written === 0) return;
    const names = await readdir(this.#dir, { recursive: true }).catch(() => []);
    const entries = await Promise.all(
      names.map(async (name) => {
        const stats = await stat(join(this.#dir, name)).catch(() => undefined);
        return stats?.isFile() ? [{ name, size: stats.size, time: stats.mtimeMs }] : [];
      }),
    );
    const files = entries.flat().sort((a, b) => b.time - a.time);
    let total = 0;
    for (const { name, size } of files) {
      total += size;
      if (total > limit) await rm(join(this.#dir, name), { force: true }).catch(() => {});
    }
  }

  #path(key: string): string {
    return join(this.#dir, key.slice(0, 2), key.slice(2));
  }
}
