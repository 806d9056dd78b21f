// A folder of texts by key. An entry that is cut off, changed or of another key counts as missing; an entry that cannot be written is
// skipped. Anyone who can write to the folder can write entries: callers check the text. Several builds may share the folder: entries
// appear whole, by renaming.
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesAt, entryAt } from '../../model/regular-file.js';

/** Most bytes in the folder after a build. */
const mostKept = 512 * 1024 * 1024;

/** Part of them that may be written before the folder is looked through. */
const slack = 1 / 8;

/** What builds have written since the folder was looked through: a number of bytes on each line. */
const writtenName = 'written';
/** Bytes of that file before its lines are made one. */
const longestWritten = 16 * 1024;

/** Includes the key, so that one entry cannot replace another. */
function entryChecksum(key: string, text: Uint8Array): string {
  return createHash('sha256').update(`${key}\n`).update(text).digest('hex');
}

/** Bytes of the checksum and the line break behind it. */
const headLength = 65;

function textOf(key: string, entry: Buffer): string | undefined {
  const text = entry.subarray(headLength);
  const head = entry.toString('latin1', 0, headLength);
  return head === `${entryChecksum(key, text)}\n` ? text.toString('utf8') : undefined;
}

function writeEntry(path: string, head: string, text: Uint8Array): void {
  const file = openSync(path, 'wx');
  try {
    writeFileSync(file, head);
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

function removeEntry(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // it stays until the folder is trimmed
  }
}

/** Paths of all that is below a folder. */
function namesBelow(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

export class Store {
  readonly #dir: string;
  readonly #folders = new Set<string>();
  #written = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** False where no build has kept anything. */
  get isThere(): boolean {
    return existsSync(this.#dir);
  }

  /** True where something stands for a key. */
  has(key: string): boolean {
    return existsSync(this.#path(key));
  }

  /** The text of a key (hexadecimal), or undefined. */
  get(key: string): string | undefined {
    const entry = bytesAt(this.#path(key), mostKept);
    return entry && textOf(key, entry);
  }

  /** Keeps a text. At once, as it is read: four turns of the event loop would take longer than the disk. */
  put(key: string, text: string): void {
    const path = this.#path(key);
    const temporary = `${path}.${randomUUID()}`;
    try {
      this.#makeFolder(key.slice(0, 2));
      const bytes = Buffer.from(text);
      writeEntry(temporary, `${entryChecksum(key, bytes)}\n`, bytes);
      const replaced = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
      renameSync(temporary, path);
      this.#written += Math.max(0, bytes.length - replaced);
    } catch {
      removeEntry(temporary);
    }
  }

  /** Keeps the folder below its limit; it is looked through only where builds have written much since that was done last. */
  trim(limit = mostKept): void {
    if (this.#written === 0) return;
    const before = this.#writtenBefore();
    if (before === undefined || before + this.#written > limit * slack) {
      this.#removeOldest(limit * (1 - slack));
      this.#note(0, constants.O_TRUNC);
    } else this.#note(this.#written, constants.O_APPEND);
    this.#written = 0;
  }

  /** Removes the oldest entries over the limit. */
  #removeOldest(limit: number): void {
    const files = namesBelow(this.#dir)
      .flatMap((name) => {
        const stats = entryAt(join(this.#dir, name));
        return stats?.isFile() && name !== writtenName ? [{ name, size: stats.size, time: stats.mtimeMs }] : [];
      })
      .sort((a, b) => b.time - a.time);
    let total = 0;
    for (const { name, size } of files) {
      total += size;
      if (total > limit) removeEntry(join(this.#dir, name));
    }
  }

  /** Bytes that builds wrote since the folder was looked through; undefined where that cannot be told. */
  #writtenBefore(): number | undefined {
    const text = bytesAt(join(this.#dir, writtenName), longestWritten)?.toString('latin1') ?? '';
    return /^(?:\d{1,12}\n)+$/.test(text) ? text.split('\n').reduce((sum, line) => sum + Number(line), 0) : undefined;
  }

  /** Appends, so that no build loses what another notes at the same time. What stands there and is no file is left: then every build looks. */
  #note(bytes: number, flag: number): void {
    const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    let file: number | undefined;
    try {
      file = openSync(join(this.#dir, writtenName), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | flag);
      writeFileSync(file, `${bytes}\n`);
    } catch {
      // the next build looks through the folder
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  #makeFolder(name: string): void {
    if (this.#folders.has(name)) return;
    mkdirSync(join(this.#dir, name), { recursive: true });
    this.#folders.add(name);
  }

  #path(key: string): string {
    return join(this.#dir, key.slice(0, 2), key.slice(2));
  }
}

/** A store in a folder of this process alone; undefined if the system has no place for one. */
export function temporaryStore(): { readonly store: Store; readonly remove: () => void } | undefined {
  try {
    const dir = mkdtempSync(join(tmpdir(), 'docgen-'));
    return { store: new Store(dir), remove: () => rmSync(dir, { recursive: true, force: true }) };
  } catch {
    return undefined;
  }
}
