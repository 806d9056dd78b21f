import { basename } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { Watched } from './messages.js';
import { isIn } from './watched.js';

/** Milliseconds by which the time of a file may be behind the clock. */
const slack = 50;

/** Folders in which no content is, and that can be very large. */
const isForeign = (path: string) => /^(?:node_modules|\.git)$/.test(basename(path));

export interface WatchOptions {
  /** Called with the path of whatever is made, changed or removed. */
  readonly onChange: (path: string) => void;
  /** Called where the system cannot watch any more. */
  readonly onFault: (error: Error) => void;
}

/** Tells of changes below paths. */
export class Watcher {
  readonly #watcher: FSWatcher;
  /** Files as they were found at first are no change, but those that changed since are: milliseconds. */
  readonly #since = Date.now() - slack;
  #watched: Watched = { paths: [], code: [], ignored: [] };

  constructor({ onChange, onFault }: WatchOptions) {
    this.#watcher = watch([], {
      // What a link leads to is no content.
      followSymlinks: false,
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

  /** Watches these paths in place of others. */
  update(watched: Watched): void {
    const [before, now] = [new Set(this.#watched.paths), new Set(watched.paths)];
    const added = watched.paths.filter((path) => !before.has(path));
    const removed = this.#watched.paths.filter((path) => !now.has(path));
    this.#watched = watched;
    if (removed.length > 0) this.#watcher.unwatch(removed);
    if (added.length > 0) this.#watcher.add(added);
  }

  /** True where processes that run have loaded what stands at a path. */
  isCode(path: string): boolean {
    return this.#watched.code.some((code) => isIn(code, path));
  }

  close(): Promise<void> {
    return this.#watcher.close();
  }
}
