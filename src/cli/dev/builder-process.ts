// Client of the builder process, for the dev server. Messages are plain data, as JSON.
import { type ChildProcess, fork } from 'node:child_process';
import type { Report } from '../../build.js';
import type { Mount } from '../../model/config/config.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { packageFile } from '../../model/input/regular-file.js';
import type { Options } from '../options.js';

export interface BuildRequest
  extends Pick<Options, 'config' | 'content' | 'base' | 'drafts' | 'with' | 'out' | 'workers'> {
  readonly cache: string | undefined;
}

export type ToBuilder = BuildRequest | 'stop';

/** Absolute paths of files and folders whose changes start a build. */
export interface Watched {
  readonly paths: readonly string[];
  /** Folders above them. What else is in these is not watched. */
  readonly above: readonly string[];
  /** Paths of code. A process can't reload code that it has loaded. */
  readonly code: readonly string[];
  readonly ignored: readonly string[];
}

export interface BuiltFrom {
  readonly out: string;
  readonly basePath: string;
  readonly content: readonly Mount[];
}

/** Result of a build. `isComplete` is also false if the config is invalid. */
export interface BuilderResult extends Pick<Report, 'published' | 'isComplete' | 'pages' | 'diagnostics'> {
  /** Whether the next build needs a new process: this one has a bug, or uses too much memory. */
  readonly needsNewProcess: boolean;
}

export function unpublished(diagnostics: readonly Diagnostic[], needsNewProcess = false): BuilderResult {
  return { published: false, isComplete: false, pages: 0, diagnostics, needsNewProcess };
}

/** Sent when the config is loaded, and when the referenced files are known. */
interface Loaded {
  readonly watched: Watched;
  readonly from: BuiltFrom | undefined;
}

/** Message of the builder. `built` is the outcome, or null if the build was stopped. */
export type FromBuilder = { readonly loaded: Loaded } | { readonly built: BuilderResult | null };

/** Maximum time for a build to stop, in milliseconds. Only an endless loop in the site owner's modules takes longer. */
const stopTimeoutMs = 2000;

export class Builder {
  #child: ChildProcess | undefined;

  /** Starts the process at once, so that it loads its code while the server starts. */
  constructor(readonly onLoaded: (loaded: Loaded) => void) {
    this.#start();
  }

  #start(): ChildProcess {
    if (this.#child) return this.#child;
    const child = fork(packageFile('bin/builder.js'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    child.on('error', () => {}); // `exit`, or a missing answer, reports the same problem
    this.#child = child;
    return child;
  }

  /** Runs a build. Returns undefined if the signal stopped it. */
  build(request: BuildRequest, signal: AbortSignal): Promise<BuilderResult | undefined> {
    const child = this.#start();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const end = (outcome: BuilderResult | undefined) => {
        clearTimeout(timer);
        child.off('message', take).off('exit', lost);
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      };
      const take = (message: FromBuilder) => {
        if ('loaded' in message) this.onLoaded(message.loaded);
        else end(message.built ?? undefined);
      };
      const lost = (code: number | null, name: string | null) =>
        end(signal.aborted ? undefined : lostResult(name ?? `exit code ${code}`));
      const stop = () => {
        say(child, 'stop');
        timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      };
      child.on('message', take).on('exit', lost);
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      say(child, request);
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
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
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

const lostResult = (how: string) =>
  unpublished([problem.internal({ stage: 'dev', reason: `the process that builds has ended (${how})` })]);
