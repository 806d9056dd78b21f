// Cache store: a folder of texts by key. A truncated or changed entry, or one of another key, is a cache miss. An entry that can't be written is skipped.
// Callers validate the texts, because other programs can write to the folder too. Several builds can share the folder: renames make entries appear at once.
import { createHash, randomUUID } from 'node:crypto';
import { constants, existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoize } from 'lodash-es';
import { cacheNames } from '../../disk/cache-names.js';
import { makeFolder, renameEntry } from '../../disk/files.js';
import { namesIn } from '../../model/content/list-files.js';
import { bytesAt, entryAt } from '../../model/input/regular-file.js';
import { attempt } from '../../model/types/attempt.js';

/** Maximum size of the folder after a build, in bytes. */
const maxStoreBytes = 512 * 1024 * 1024;

/** Fraction of the maximum size that builds can write before the folder is scanned. */
const slack = 1 / 8;

/** Maximum size of the log, in bytes. It records the bytes that builds have written since the last scan, one number per line. A larger one causes a scan. */
const maxLogBytes = 16 * 1024;

/** Returns the checksum of an entry. It includes the key, so that an entry is invalid under another key. */
function entryChecksum(key: string, text: Uint8Array): string {
  return createHash('sha256').update(`${key}\n`).update(text).digest('hex');
}

/** Length of the checksum and the line break after it, in bytes. */
const headLength = 65;

function textOf(key: string, entry: Buffer): string | undefined {
  const text = entry.subarray(headLength);
  const head = entry.toString('latin1', 0, headLength);
  return head === `${entryChecksum(key, text)}\n` ? text.toString('utf8') : undefined;
}

/** Removes an entry. If that fails, it stays until the folder is trimmed. */
const removeEntry = (path: string) => attempt(() => rmSync(path, { force: true }));

/** Returns the paths in a folder whose names match. The folder can also contain other files, such as those of a project. */
const pathsIn = (dir: string, own: RegExp) => namesIn(dir).flatMap((name) => (own.test(name) ? [join(dir, name)] : []));

export class CacheStore {
  #written = 0;

  constructor(private readonly dir: string) {}

  has(key: string): boolean {
    return existsSync(this.#path(key));
  }

  /** Returns the text of a key (hexadecimal), or undefined. */
  get(key: string): string | undefined {
    const entry = bytesAt(this.#path(key), maxStoreBytes);
    return entry && textOf(key, entry);
  }

  /** Saves a text. Synchronous, because four turns of the event loop take longer than the write. */
  put(key: string, text: string): void {
    const path = this.#path(key);
    const temporary = `${path}.${randomUUID()}`;
    try {
      this.#makeFolder(key.slice(0, 2));
      const bytes = Buffer.from(text);
      const head = Buffer.from(`${entryChecksum(key, bytes)}\n`);
      writeFileSync(temporary, Buffer.concat([head, bytes]), { flag: 'wx' });
      const replaced = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
      renameEntry(temporary, path);
      this.#written += Math.max(0, bytes.length - replaced);
    } catch {
      removeEntry(temporary);
    }
  }

  /** Keeps the folder below its maximum size. Scans it only if builds have written much since the last scan. */
  trim(limit = maxStoreBytes): void {
    if (this.#written === 0) return;
    const before = this.#writtenBefore();
    if (before === undefined || before + this.#written > limit * slack) {
      this.#removeOldest(limit * (1 - slack));
      this.#note(0, constants.O_TRUNC);
    } else this.#note(this.#written, constants.O_APPEND);
    this.#written = 0;
  }

  #removeOldest(limit: number): void {
    const files = pathsIn(this.dir, cacheNames.folder)
      .flatMap((dir) => pathsIn(dir, cacheNames.entry))
      .flatMap((path) => {
        const stats = entryAt(path);
        return stats?.isFile() ? [{ path, size: stats.size, time: stats.mtimeMs }] : [];
      })
      .sort((a, b) => b.time - a.time);
    let total = 0;
    for (const { path, size } of files) {
      total += size;
      if (total > limit) removeEntry(path);
    }
  }

  /** Returns the bytes that builds have written since the last scan, or undefined if unknown. */
  #writtenBefore(): number | undefined {
    const text = bytesAt(join(this.dir, cacheNames.log), maxLogBytes)?.toString('latin1') ?? '';
    return /^(?:\d{1,12}\n)+$/.test(text) ? text.split('\n').reduce((sum, line) => sum + Number(line), 0) : undefined;
  }

  /** Appends, so that simultaneous builds don't overwrite each other's entries. If the path is not a regular file, every build scans the folder. */
  #note(bytes: number, flag: number): void {
    const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | flag;
    attempt(() => writeFileSync(join(this.dir, cacheNames.log), `${bytes}\n`, { flag: flags as never })); // if this fails, the next build scans the folder
  }

  readonly #makeFolder = memoize((name: string) => makeFolder(join(this.dir, name)));

  #path(key: string): string {
    return join(this.dir, key.slice(0, 2), key.slice(2));
  }
}
