import { basename } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { difference } from 'lodash-es';
import type { Watched } from './messages.js';
import { isIn } from './watched.js';

/** Maximum delay of file times behind the clock, in milliseconds. */
const slack = 50;

/** Folders that are never content and can be very large. */
const isForeign = (path: string) => /^(?:node_modules|\.git)$/.test(basename(path));

/** Watches files and folders. Reports each added, changed or removed file, and if the system can't watch more files. */
export class Watcher {
  readonly #watcher: FSWatcher;
  /** Start time in milliseconds. Initial reports of files that have not changed since then are ignored. */
  readonly #since = Date.now() - slack;
  #watched: Watched = { paths: [], code: [], ignored: [] };

  constructor(onChange: (path: string) => void, onFault: (error: Error) => void) {
    this.#watcher = watch([], {
      followSymlinks: false, // their targets are not content
      alwaysStat: true,
      ignored: (path) => isForeign(path) || this.#watched.ignored.some((dir) => isIn(dir, path)),
    });
    this.#watcher.on('all', (event, path, stats) => {
      // The watcher drops a path that is removed, but the path may come back.
      if (event.startsWith('unlink') && this.#watched.paths.includes(path)) this.#watcher.add(path);
      const isAsFound = /^add/.test(event) && stats !== undefined && stats.ctimeMs < this.#since;
      if (!isAsFound) onChange(path);
    });
    this.#watcher.on('error', (error) => onFault(error as Error));
  }

  update(watched: Watched): void {
    const added = difference(watched.paths, this.#watched.paths);
    const removed = difference(this.#watched.paths, watched.paths);
    this.#watched = watched;
    if (removed.length > 0) this.#watcher.unwatch(removed);
    if (added.length > 0) this.#watcher.add(added);
  }

  isCode(path: string): boolean {
    return this.#watched.code.some((code) => isIn(code, path));
  }

  close(): Promise<void> {
    return this.#watcher.close();
  }
}
