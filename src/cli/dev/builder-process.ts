import { type ChildProcess, fork } from 'node:child_process';
import { problem } from '../../model/diagnostics/diagnostic.js';
import { packageFile } from '../../model/input/regular-file.js';
import {
  type BuildRequest,
  type FromBuilder,
  type Loaded,
  type Outcome,
  type ToBuilder,
  unpublished,
} from './messages.js';

/** Maximum time for a build to stop, in milliseconds. Only an endless loop in one of the site owner's modules takes longer. */
const patience = 2000;

export class Builder {
  #child: ChildProcess | undefined;

  /** Starts a process at once, to load its code in parallel with other work. */
  constructor(readonly onLoaded: (loaded: Loaded) => void) {
    this.#start();
  }

  #start(): ChildProcess {
    if (this.#child) return this.#child;
    const child = fork(packageFile('bin/builder.js'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    child.on('error', () => {}); // `exit` or an unanswered message reports the same
    this.#child = child;
    return child;
  }

  /** Runs a build. Returns undefined if the signal stopped it. */
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
        if (message.type === 'loaded') this.onLoaded(message);
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

  async renew(): Promise<void> {
    await this.close();
    this.#start();
  }

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

  kill(): void {
    this.#child?.kill('SIGKILL');
  }
}

function say(child: ChildProcess, message: ToBuilder): void {
  if (child.connected) child.send(message, () => {});
}

const lostOutcome = (how: string) =>
  unpublished([problem.internal({ stage: 'dev', reason: `the process that builds has ended (${how})` })]);
