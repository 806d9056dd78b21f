// The process that builds, as the server sees it.
import { type ChildProcess, fork } from 'node:child_process';
import { internal } from '../../model/diagnostics/internal.js';
import { packageFile } from '../../model/package-file.js';
import type { BuildRequest, BuiltFrom, FromBuilder, Outcome, ToBuilder, Watched } from './messages.js';

/** Milliseconds in which a build that is to stop has to: longer takes only what loops in a maintainer's module. */
const patience = 2000;

type OnLoaded = (watched: Watched, from: BuiltFrom | undefined) => void;

export class Builder {
  readonly #onLoaded: OnLoaded;
  #child: ChildProcess | undefined;

  /** Starts a process at once, so that it loads its code while there is other work. */
  constructor(onLoaded: OnLoaded) {
    this.#onLoaded = onLoaded;
    this.#start();
  }

  #start(): ChildProcess {
    if (this.#child) return this.#child;
    const child = fork(packageFile('bin/builder.js'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    child.on('error', () => {}); // `exit` or a message that is not answered tells the same
    this.#child = child;
    return child;
  }

  /** Builds; undefined where the signal stopped it. */
  build(request: BuildRequest, signal: AbortSignal): Promise<Outcome | undefined> {
    const child = this.#start();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const end = (outcome: Outcome | undefined) => {
        clearTimeout(timer);
        child.off('message', take).off('exit', lost);
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      };
      const take = (message: FromBuilder) => {
        if (message.type === 'loaded') this.#onLoaded(message.watched, message.from);
        else end(message.outcome);
      };
      const lost = (code: number | null, name: string | null) =>
        end(signal.aborted ? undefined : lostOutcome(name ?? `exit code ${code}`));
      const stop = () => {
        say(child, { type: 'stop' });
        timer = setTimeout(() => child.kill('SIGKILL'), patience);
      };
      child.on('message', take).on('exit', lost);
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      say(child, { type: 'build', request });
    });
  }

  /** The next build is made by a new process. No build may be running. */
  async renew(): Promise<void> {
    await this.close();
    this.#start();
  }

  /** Ends the process. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.connected) child.disconnect();
    await ended;
    clearTimeout(timer);
  }

  /** Ends the process at once, whatever it does. */
  kill(): void {
    this.#child?.kill('SIGKILL');
  }
}

function say(child: ChildProcess, message: ToBuilder): void {
  if (child.connected) child.send(message, () => {});
}

function lostOutcome(how: string): Outcome {
  const fault = internal({ stage: 'dev', reason: `the process that builds has ended (${how})` });
  return { published: false, isComplete: false, pages: 0, diagnostics: [fault], isSpent: false };
}
