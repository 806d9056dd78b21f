// Server-sent events for open pages: the version of the site, and why the last build failed.
import type { ServerResponse } from 'node:http';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import type { Answer } from '../server/server.js';

/** An error for the overlay of a page, with a place such as `guides/a.md:3:1`. */
export type ShownViolation = Pick<Diagnostic, 'code' | 'message'> & Record<'place' | 'hint', string | undefined>;

/** URL path of the event stream. No page has a URL below it. */
export const eventsPath = '/__docgen/events';

/** The state of the site, and the pages that are connected. */
export class Live {
  /** Unique for each server, so that pages of an earlier server reload. */
  readonly #session = `${process.pid}-${Date.now()}`;
  readonly #open = new Set<ServerResponse>();
  #build = 0;
  #faults: readonly ShownViolation[] = [];

  /** Version of the site that is served now. */
  get version(): string {
    return `${this.#session}-${this.#build}`;
  }

  /** Reports a new site. Open pages reload. */
  published(): void {
    this.#build += 1;
    this.#faults = [];
    this.#tell();
  }

  /** Reports a failed build. */
  failed(faults: readonly ShownViolation[]): void {
    this.#faults = faults;
    this.#tell();
  }

  /** Sends the current state and all later ones. */
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
