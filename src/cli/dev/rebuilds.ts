// When to build: what is saved in one burst is one build, one runs at a time, and a change while one runs supersedes it.

export interface RebuildsOptions {
  /** Builds; `changed` are the paths since the last build that ended. Ends soon where the signal is aborted. */
  readonly run: (changed: ReadonlySet<string>, signal: AbortSignal) => Promise<void>;
  /** Milliseconds without a change that end a burst. More than the 50 within which chokidar reports a file once. */
  readonly quiet?: number;
}

/** Builds in a row that may be superseded, so that a program that never stops writing does not stop all of them. */
const mostSuperseded = 3;

export class Rebuilds {
  readonly #run: RebuildsOptions['run'];
  readonly #quiet: number;
  #pending = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  #superseded = 0;
  #isClosed = false;

  constructor({ run, quiet = 60 }: RebuildsOptions) {
    this.#run = run;
    this.#quiet = quiet;
  }

  /** Builds at once, as if nothing had been built. */
  start(): void {
    this.#begin();
  }

  changed(path: string): void {
    this.#pending.add(path);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), this.#quiet);
  }

  /** Ends the build that runs; none begins any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  #settle(): void {
    this.#timer = undefined;
    if (!this.#running) this.#begin();
    else if (this.#superseded < mostSuperseded) this.#running.abort.abort();
  }

  #begin(): void {
    if (this.#isClosed) return;
    const changed = this.#pending;
    this.#pending = new Set();
    const abort = new AbortController();
    const ended = this.#run(changed, abort.signal).finally(() => {
      this.#running = undefined;
      this.#superseded = abort.signal.aborted ? this.#superseded + 1 : 0;
      if (abort.signal.aborted) for (const path of changed) this.#pending.add(path);
      if (this.#timer === undefined && (this.#pending.size > 0 || abort.signal.aborted)) this.#begin();
    });
    this.#running = { abort, ended };
  }
}
