// Schedules builds: a burst of changes is one build, only one build runs at a time, and a change during a build supersedes it.

/** Maximum number of consecutive superseded builds, so that a program that never stops writing doesn't prevent all builds. */
const maxSuperseded = 3;

export class Rebuilds {
  #pending = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  #superseded = 0;
  #isClosed = false;

  constructor(
    /** Runs a build. `changed` are the paths since the last finished build. Ends soon if the signal is aborted. */
    readonly run: (changed: ReadonlySet<string>, signal: AbortSignal) => Promise<void>,
    /** Time without a change that ends a burst, in milliseconds. More than the 50 within which chokidar reports a file once. */
    readonly quietMs = 60,
  ) {}

  changed(path: string): void {
    this.#pending.add(path);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), this.quietMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  #settle(): void {
    this.#timer = undefined;
    if (!this.#running) this.start();
    else if (this.#superseded < maxSuperseded) this.#running.abort.abort();
  }

  start(): void {
    if (this.#isClosed) return;
    const changed = this.#pending;
    this.#pending = new Set();
    const abort = new AbortController();
    const ended = this.run(changed, abort.signal).finally(() => {
      this.#running = undefined;
      this.#superseded = abort.signal.aborted ? this.#superseded + 1 : 0;
      if (abort.signal.aborted) for (const path of changed) this.#pending.add(path);
      if (this.#timer === undefined && (this.#pending.size > 0 || abort.signal.aborted)) this.start();
    });
    this.#running = { abort, ended };
  }
}
