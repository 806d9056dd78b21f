// What open pages are told: which build their site is of, and why the last one failed.
import type { ServerResponse } from 'node:http';
import type { Answer } from '../server/server.js';

/** An error as it is shown over a page. */
export interface ShownFault {
  readonly code: string;
  readonly message: string;
  /** `guides/a.md:3:1` */
  readonly place?: string | undefined;
  readonly hint?: string | undefined;
}

/** The address of the stream, below which no page is. */
export const eventsPath = '/__docgen/events';

/** The state of the site, and the pages that wait for another. */
export class Live {
  /** Another one for each server: pages that were open before it began are of another site. */
  readonly #session = `${process.pid}-${Date.now()}`;
  readonly #open = new Set<ServerResponse>();
  #build = 0;
  #faults: readonly ShownFault[] = [];

  /** Names the site that is served now. */
  get version(): string {
    return `${this.#session}-${this.#build}`;
  }

  /** There is a new site: open pages reload. */
  published(): void {
    this.#build += 1;
    this.#faults = [];
    this.#tell();
  }

  /** There is none, for these reasons. */
  failed(faults: readonly ShownFault[]): void {
    this.#faults = faults;
    this.#tell();
  }

  /** Answers with the state as it is, and each one behind it. */
  readonly answer: Answer = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`retry: 500\n\n${this.#event()}`);
    this.#open.add(response);
    request.on('close', () => this.#open.delete(response));
  };

  #tell(): void {
    for (const response of this.#open) response.write(this.#event());
  }

  #event(): string {
    return `data: ${JSON.stringify({ version: this.version, faults: this.#faults })}\n\n`;
  }
}
