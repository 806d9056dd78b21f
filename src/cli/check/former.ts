// The addresses of a former site: a sitemap, an index of sitemaps, a list of routes, or a built folder. All of it is untrusted.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { decodeXML } from 'entities';
import { isString } from 'lodash-es';
import * as z from 'zod/mini';
import { readTags, type TagHandlers } from '../../markup/tags.js';
import { ownBytes } from '../../model/input/regular-file.js';
import { parseUrl } from '../../model/types/path.js';
import { addressOf, openResolver } from './addresses.js';
import { follow, request } from './request.js';
import { filesOf, isPage, textOf } from './site.js';

export interface FormerSite {
  /** Titles by encoded path. */
  readonly addresses: ReadonlyMap<string, string | undefined>;
  /** Returns '' if the page can't be read. */
  readonly pageAt: (pathname: string) => Promise<string>;
}

const MB = 1024 * 1024;
/** Sizes in bytes, `address` in characters. */
const limits = {
  ...{ bytes: 64 * MB, total: 256 * MB, sitemaps: 1000, depth: 2, addresses: 500_000, address: 4000 },
  ...{ pages: 50, pageBytes: 5 * MB, pauseMs: 200, timeoutMs: 20_000 },
};

/** @throws Error whose message is the reason */
export async function readFormer(source: string, base: string, signal: AbortSignal): Promise<FormerSite> {
  if (/^https?:\/\//i.test(source)) return readWeb(source, signal);
  const stats = statSync(source, { throwIfNoEntry: false });
  if (!stats) throw new Error('does not exist');
  if (stats.isDirectory()) {
    const { pages, pageAt } = openBuild(source, base);
    const listed = pages.filter((path) => !/(?:^|\/)404\.html?$/i.test(path));
    return { addresses: new Map(listed.map((path) => [addressOf(path, base), undefined])), pageAt };
  }
  const dir = dirname(source);
  const addresses = await readList(ownBytes(source, limits.bytes), (url) => readNextTo(dir, url));
  const isInBuild = existsSync(join(dir, 'index.html'));
  return { addresses, pageAt: isInBuild ? openBuild(dir, base).pageAt : async () => '' };
}

function openBuild(dir: string, base: string) {
  const files = filesOf(dir).files.map(({ path }) => path);
  const pages = files.filter(isPage);
  const resolve = openResolver({ files: pages, base: '/', origin: undefined, rules: [], foreign: [] });
  const pageAt = async (pathname: string) => {
    const local = pathname.startsWith(base) ? pathname.slice(base.length) : pathname.slice(1);
    const target = resolve(`/${local}`, 'index.html');
    return target.kind === 'file' ? textOf(dir, target.path) : '';
  };
  return { pages, pageAt };
}

/** The user's own host may be in a private network, hosts that it redirects to may not. */
async function readWeb(source: string, signal: AbortSignal): Promise<FormerSite> {
  const own = parseUrl(source);
  const fetch = async (address: string, maxBytes: number): Promise<Buffer> => {
    const start = parseUrl(address, source);
    if (!start || start.host !== own?.host)
      throw new Error(`lists a sitemap of another host, \`${address.slice(0, 200)}\``);
    const { status, body } = await follow(start, (url) =>
      request(url, { timeout: limits.timeoutMs, signal, intranet: url.host === own.host }, { maxBytes }),
    );
    if (status !== 200) throw new Error(`returns ${status}`);
    return body;
  };
  let fetched = 0;
  const pageAt = async (pathname: string): Promise<string> => {
    if (fetched >= limits.pages) return '';
    fetched += 1;
    await wait(limits.pauseMs, undefined, { signal });
    const page = await fetch(pathname, limits.pageBytes).catch(() => '');
    signal.throwIfAborted();
    return page.toString();
  };
  const open = (url: string) => fetch(url, limits.bytes);
  return { addresses: await readList(await open(source), open), pageAt };
}

async function readNextTo(dir: string, url: string): Promise<Buffer> {
  const name = (parseUrl(url, 'https://any.invalid')?.pathname ?? '').split('/').at(-1) ?? '';
  const path = join(dir, name);
  if (!/^[\w.-]+$/.test(name) || !existsSync(path))
    throw new Error(`lists \`${url.slice(0, 200)}\`, which is not next to it`);
  return ownBytes(path, limits.bytes);
}

/** `open` gets the sitemaps that the list contains. */
async function readList(first: Buffer, open: (url: string) => Promise<Buffer>): Promise<FormerSite['addresses']> {
  const found = new Map<string, string | undefined>();
  const add = ({ permalink, title, kind }: Route) => {
    const pathname = kind === 'notFound' ? undefined : pathnameOf(permalink.trim());
    if (pathname === undefined || found.has(pathname)) return;
    if (found.size >= limits.addresses)
      throw new Error(`has over ${limits.addresses.toLocaleString('en-US')} addresses`);
    found.set(pathname, title);
  };
  let [total, count] = [0, 0];
  const read = async (bytes: Buffer, depth: number): Promise<void> => {
    const text = decompressed(bytes);
    total += text.length;
    if (total > limits.total) throw new Error(`is over ${limits.total / MB} MB`);
    if (!text.startsWith('<')) return routesOf(text).forEach(add);
    const { url, sitemap } = readSitemap(text);
    for (const permalink of url) add({ permalink });
    for (const address of sitemap) {
      count += 1;
      if (depth >= limits.depth || count > limits.sitemaps) throw new Error('has too many sitemaps');
      await read(await open(address), depth + 1);
    }
  };
  await read(first, 0);
  if (found.size === 0) throw new Error('contains no address');
  return found;
}

function decompressed(bytes: Buffer): string {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const plain = isCompressed ? gunzipSync(bytes, { maxOutputLength: limits.bytes }) : bytes;
    return plain.toString('utf8').trimStart(); // of a byte order mark too
  } catch {
    throw new Error(`cannot be decompressed, or is over ${limits.bytes / MB} MB`);
  }
}

/** Returns the `<loc>` of each `<url>` and `<sitemap>` (sitemaps.org), not `<image:loc>`. */
function readSitemap(text: string) {
  const locations = { url: [] as string[], sitemap: [] as string[] };
  let [list, locName, loc] = [locations.url, 'loc', undefined as string | undefined];
  const handlers: TagHandlers = {
    onTag({ name }) {
      const [, prefix = '', kind] = /^(.*:)?(url|sitemap)$/.exec(name) ?? [];
      if (kind === 'url' || kind === 'sitemap') [list, locName] = [locations[kind], `${prefix}loc`];
      loc = name === locName ? '' : undefined;
    },
    onText(start, end) {
      if (loc !== undefined && loc.length < limits.address) loc += text.slice(start, end);
    },
    onEnd() {
      if (loc !== undefined) list.push(decodeXML(loc.trim()));
      loc = undefined;
    },
  };
  readTags(text, handlers, { isXml: true });
  return locations;
}

const optionalText = z.catch(z.optional(z.string()), undefined);
const routeSchema = z.object({ permalink: z.string(), title: optionalText, kind: optionalText });
type Route = z.input<typeof routeSchema>;

/** Reads the output of `docgen inspect routes`, as JSON or as text. */
function routesOf(text: string): Route[] {
  if (!text.startsWith('[')) {
    const lines = text.split(/\r\n?|\n/).map((line) => line.trim().split(/ {2,}|\t/));
    return lines.map(([permalink = '', kind]) => ({ permalink, kind }));
  }
  try {
    const routes = JSON.parse(text) as unknown[];
    return routes.flatMap((route) => routeSchema.safeParse(isString(route) ? { permalink: route } : route).data ?? []);
  } catch {
    throw new Error('is not valid JSON');
  }
}

/** Returns undefined for a comment, an empty line and a long text. */
function pathnameOf(address: string): string | undefined {
  if (address === '' || address.startsWith('#') || address.length > limits.address) return undefined;
  if (!/^(?:https?:\/\/|\/)/i.test(address))
    throw new Error(`contains \`${address.slice(0, 80)}\`, which is no address`);
  return parseUrl(address, 'https://any.invalid')?.pathname;
}
