// Runs `docgen dev` and `docgen serve` like a user, on a free port.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import { notePrinted } from './codes.js';
import { bin } from './hub.js';

/** Output of dev about one build. */
export interface Said {
  readonly published: boolean;
  readonly pages: number;
  readonly new: number;
  readonly known: number;
  readonly mended: number;
  readonly inBaseline: number;
}

export interface Server {
  readonly child: ChildProcess;
  /** URL with a slash at its end. */
  readonly url: string;
  /** Output about the builds so far. */
  readonly builds: Said[];
  readonly stderr: () => string;
  /** Waits until there are `more` builds than before. */
  readonly built: (more: number) => Promise<Said>;
  readonly stop: (
    signal?: NodeJS.Signals,
  ) => Promise<{ readonly status: number | null; readonly signal: string | null }>;
}

/** Starts a server, which stops at the end of the test. */
export async function startServer(
  cwd: string,
  args: readonly string[],
  {
    node = [],
    port = '0',
    program = [process.execPath, bin],
  }: {
    readonly node?: readonly string[];
    readonly port?: string;
    /** Node.js, and the program that it runs. */
    readonly program?: readonly [string, string];
  } = {},
): Promise<Server> {
  const options = ['--port', port, '--format', 'json'];
  const child = spawn(program[0], [...node, program[1], ...args, ...options], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let [out, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => {
    const parts = (out + text).split('\n');
    out = parts.pop() ?? '';
    lines.push(...parts);
  });
  child.stderr.on('data', (text: Buffer) => {
    stderr += text;
  });
  const ended = new Promise<{ status: number | null; signal: string | null }>((resolve) => {
    child.on('close', (status, signal) => {
      notePrinted(stderr);
      resolve({ status, signal });
    });
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it has ended: ${stderr}`);
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
  };
  const parsed = () => lines.map((line) => JSON.parse(line) as Said & { url?: string });
  const { url = '' } = await until(() => parsed().find((line) => line.url !== undefined));
  const builds = () => parsed().filter((line) => line.url === undefined);
  return {
    child,
    url,
    get builds() {
      return builds();
    },
    stderr: () => stderr,
    built: (more) => until(() => builds()[more]),
    stop: (signal = 'SIGINT') => {
      child.kill(signal);
      return ended;
    },
  };
}

export interface Answered {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Requests a path without normalizing it, unlike browsers. */
export function ask(
  url: string,
  path: string,
  {
    method = 'GET',
    headers = {},
  }: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answered> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: { host: `localhost:${port}`, ...headers } };
    const sent = request(options, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}
