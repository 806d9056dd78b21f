// Watches files and folders, and reports changes. A folder is watched before it is read, so that no change is lost in
// between. chokidar 5 reads it first: it lost a folder that was renamed at that time.
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { difference, union } from 'lodash-es';
import { detectIn } from '../../model/generators/generators.js';
import { entryAt, isInside } from '../../model/input/regular-file.js';
import type { Watched } from './builder-process.js';

/** Maximum delay of file times behind the clock, in milliseconds. */
const slack = 50;

/** Whether a folder never contains content and can be very large, or a path is of temporary files of a build or an editor, which can be in the content. */
const isForeign = (path: string) =>
  /^(?:node_modules|\.git|\.docgen-.*\.(?:lock|stage|old|journal)|\..*\.sw[px]|\.subl.*\.tmp|.*~)$/.test(
    basename(path),
  );

/** Whether a file or folder above the content can change by its name how the content is read. Hugo is detected by several names. */
const affectsDetection = (name: string) =>
  /^(?:(?:[jt]sconfig|package)\.json|content|docs|static)$/.test(name) ||
  [[], ['content', 'config'], ['content', 'layouts']].some((others) => detectIn([...others, name]) !== undefined);

/** Reports each added, changed or removed file or folder, but not what is in such a folder. Also reports if the system can't watch more folders. */
export class Watcher {
  readonly #folders = new Map<string, FSWatcher>();
  /** Start time in milliseconds. Files that have not changed since are not reported at first. */
  readonly #since = Date.now() - slack;
  #watched: Watched = { paths: [], above: [], code: [], ignored: [] };

  constructor(
    readonly onChange: (path: string) => void,
    readonly onFault: (error: Error) => void,
  ) {}

  /** Paths of earlier builds stay watched, because a removed file or folder can come back. */
  update(watched: Watched): void {
    const before = this.#watched;
    const { paths, above } = watched;
    this.#watched = { ...watched, paths: union(before.paths, paths), above: union(before.above, above) };
    for (const folder of difference(above, before.above)) this.#watch(folder);
    for (const path of difference(paths, before.paths)) this.#add(path);
  }

  /** Whether a path is of code, or of a folder with code. */
  isCode(path: string): boolean {
    return this.#watched.code.some((code) => isInside(path, code) || isInside(code, path));
  }

  close(): void {
    for (const watcher of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  #isWatched(path: string): boolean {
    const { paths, above, ignored } = this.#watched;
    const isIn = (folders: readonly string[]) => folders.some((folder) => isInside(path, folder));
    const isNextTo = () => above.includes(dirname(path)) && affectsDetection(basename(path));
    return !isForeign(path) && !isIn(ignored) && (above.includes(path) || isIn(paths) || isNextTo());
  }

  /** Reports a file or folder that has changed since the start, except a folder that contains the output folder or the cache. Watches a folder. */
  #add(path: string): void {
    const stats = entryAt(path);
    const isWritten = this.#watched.ignored.map(dirname).includes(path);
    if (stats && stats.ctimeMs >= this.#since && !isWritten) this.onChange(path);
    if (stats?.isDirectory()) this.#watch(path);
  }

  /** Watches a folder, and the folders in it. Does nothing if it is watched or doesn't exist. */
  #watch(folder: string): void {
    if (this.#folders.has(folder)) return;
    try {
      const watcher = watch(folder, (event, name) => this.#changed(event, join(folder, name ?? '')));
      this.#folders.set(folder, watcher);
      watcher.on('error', () => this.#forget(folder)); // Windows: it is removed
      for (const path of readdirSync(folder).map((name) => join(folder, name)))
        if (this.#isWatched(path)) this.#add(path);
    } catch (error) {
      if (!/^(?:ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) this.onFault(error as Error);
    }
  }

  #changed(event: string, path: string): void {
    if (!this.#isWatched(path)) return;
    if (event === 'rename') this.#forget(path); // a watcher stays with a moved folder
    this.#add(path);
    this.onChange(path);
  }

  #forget(path: string): void {
    for (const [folder, watcher] of this.#folders)
      if (isInside(folder, path)) {
        watcher.close();
        this.#folders.delete(folder);
      }
  }
}
