// Sends pages with the reload script, and events: the version of the site, and errors of the last build.
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { decodeHTMLAttribute, escapeUTF8 } from 'entities';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import type { Answer } from '../server.js';

/** A diagnostic in the error overlay of a page. `place` is like `guides/a.md:3:1`. */
export type ShownViolation = Pick<Diagnostic, 'code' | 'message'> & Record<'place' | 'hint', string | undefined>;

/** URL path of the event stream. No page has a URL below it. */
export const eventsPath = '/__docgen/events';

export class ReloadEvents {
  /** Unique per server, so that pages of an earlier server reload. */
  readonly #session = `${process.pid}-${Date.now()}`;
  readonly #open = new Set<ServerResponse>();
  #build = 0;
  #faults: readonly ShownViolation[] = [];

  get version(): string {
    return `${this.#session}-${this.#build}`;
  }

  published(): void {
    this.#build += 1;
    this.#faults = [];
    this.#broadcast();
  }

  failed(faults: readonly ShownViolation[]): void {
    this.#faults = faults;
    this.#broadcast();
  }

  readonly answer: Answer = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`retry: 500\n\n${this.#event()}`);
    this.#open.add(response);
    request.on('close', () => this.#open.delete(response));
  };

  #broadcast(): void {
    for (const response of this.#open) response.write(this.#event());
  }

  #event(): string {
    return `data: ${JSON.stringify({ version: this.version, faults: this.#faults })}\n\n`;
  }
}

/** A script, and the source for the content security policy that allows it. */
type Script = Readonly<Record<'text' | 'source', string>>;

export function toScript(text: string): Script {
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

const policyElement = /<meta\s[^>]*http-equiv\s*=\s*["']?content-security-policy\b[^>]*>/gi;

/**
 * Inserts the script into the head, and moves the head's policies to the HTTP header, because a policy in the page can't be relaxed. Only
 * the head is parsed, which templates generate from escaped texts of authors.
 */
export function toSentPage(
  page: string,
  script: Script,
  data: Readonly<Record<string, string>>,
): { readonly html: string; readonly policies: readonly string[] } {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeUTF8(value)}"`);
  const element = `<script${attributes.join('')}>${script.text}</script>`;
  const [opening = ''] = /<head(?:\s[^>]*)?>/i.exec(page) ?? [];
  if (opening === '') return { html: page + element, policies: [] };
  const start = page.indexOf(opening) + opening.length;
  const end = page.indexOf('</head>', start);
  const head = page.slice(start, end === -1 ? undefined : end);
  const policies = [...head.matchAll(policyElement)].flatMap(([meta]) => {
    const [, , content] = /\scontent\s*=\s*(["'])(.*?)\1/is.exec(meta) ?? [];
    return content === undefined ? [] : [relaxed(decodeHTMLAttribute(content), script)];
  });
  const rest = end === -1 ? '' : page.slice(end);
  return { html: page.slice(0, start) + element + head.replace(policyElement, '') + rest, policies };
}

/** Extends a policy so that the script can run and connect to its server. */
export function relaxed(policy: string, { source }: Script): string {
  const directives = new Map<string, readonly string[]>();
  for (const directive of policy.replace(/[^\x20-\x7e]+/g, ' ').split(';')) {
    const [name = '', ...values] = directive.trim().split(/\s+/);
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), values);
  }
  const allow = (names: readonly string[], value: string, isAllowed: (values: readonly string[]) => boolean) => {
    const values = names.map((name) => directives.get(name)).find((found) => found !== undefined);
    if (!values || isAllowed(values)) return;
    const target = names.find((name) => name !== 'default-src' && directives.has(name)) ?? names.at(-2) ?? '';
    directives.set(target, [...values.filter((other) => other.toLowerCase() !== "'none'"), value]);
  };
  // If a policy contains a hash, browsers ignore 'unsafe-inline'.
  const allowsInline = (values: readonly string[]) =>
    values.includes("'unsafe-inline'") && !values.some((value) => /^'(?:nonce|sha\d+)-/.test(value));
  allow(['script-src-elem', 'script-src', 'default-src'], source, allowsInline);
  allow(['connect-src', 'default-src'], "'self'", (values) => values.includes("'self'") || values.includes('*'));
  return [...directives].map(([name, values]) => [name, ...values].join(' ')).join('; ');
}
