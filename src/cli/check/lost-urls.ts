// Finds lost URLs: URLs of the former site (from a sitemap, a sitemap index, a list of routes or a built folder) that no longer exist, and the
// new URLs of their pages. The former site is untrusted.
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { decodeHTML, decodeXML } from 'entities';
import { isString } from 'lodash-es';
import * as z from 'zod/mini';
import { type TagHandlers, tokenizeTags } from '../../markup/tags.js';
import { problem, redirectValues } from '../../model/diagnostics/diagnostic.js';
import { ownBytes } from '../../model/input/regular-file.js';
import { withUnsharedKey } from '../../model/types/group.js';
import { decodeAddress, parseUrl } from '../../model/types/path.js';
import { addressOf, bareAddress, openResolver } from './addresses.js';
import { follow, request } from './request.js';
import { fault, type Violation } from './rules.js';
import { type BuiltFolder, type BuiltSite, filesOf, isPage, textOf } from './site.js';

interface FormerSite {
  /** Titles by encoded path, if known. */
  readonly addresses: ReadonlyMap<string, string | undefined>;
  /** Returns the HTML of a page, or '' if it can't be read. */
  readonly pageAt: (pathname: string) => Promise<string>;
}

const MB = 1024 * 1024;
/** Maximum sizes in bytes, and `address` in characters. */
const limits = {
  bytes: 64 * MB,
  total: 256 * MB,
  sitemaps: 1000,
  depth: 2,
  addresses: 500_000,
  address: 4000,
  pages: 50,
  pageBytes: 5 * MB,
  pauseMs: 200,
  timeoutMs: 20_000,
};

/** Reads the URLs of the former site. @throws Error whose message is the reason */
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

/** Reads a list from the web. The user's host can be private. Hosts that it redirects to can't. */
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

/** Reads a list of URLs. `open` reads the sitemaps in an index. */
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
    return plain.toString('utf8').trimStart(); // also removes a byte order mark
  } catch {
    throw new Error(`cannot be decompressed, or is over ${limits.bytes / MB} MB`);
  }
}

/** Returns the `<loc>` of each `<url>` and `<sitemap>` (sitemaps.org), but not `<image:loc>`. */
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
  tokenizeTags(text, handlers, { isXml: true });
  return locations;
}

const optionalText = z.catch(z.optional(z.string()), undefined);
const routeSchema = z.object({ permalink: z.string(), title: optionalText, kind: optionalText });
type Route = z.input<typeof routeSchema>;

/** Parses the output of `docgen inspect routes`, as JSON or text. */
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

/** Returns the path of a line. Undefined for a comment, an empty line or a text that is too long. */
function pathnameOf(address: string): string | undefined {
  if (address === '' || address.startsWith('#') || address.length > limits.address) return undefined;
  if (!/^(?:https?:\/\/|\/)/i.test(address))
    throw new Error(`contains \`${address.slice(0, 80)}\`, which is no address`);
  return parseUrl(address, 'https://any.invalid')?.pathname;
}

/** Maximum number of lost pages to compare. A site that lost more needs a wildcard redirect. */
const maxCompared = 2000;

/** Reports lost URLs. Diagnostics: DG020. */
export async function vanished(
  { dir, site, resolve }: BuiltFolder,
  { pages }: BuiltSite,
  { addresses, pageAt }: FormerSite,
  isSynced: (path: string) => boolean,
): Promise<Violation[]> {
  const { base } = site;
  const stillThere = new Set<string>();
  const gone: string[] = [];
  for (const pathname of addresses.keys()) {
    const target = resolve(pathname, 'index.html');
    if (target.kind === 'file') stillThere.add(target.path);
    else if (target.kind !== 'redirected') gone.push(pathname);
  }
  if (gone.length === 0) return [];
  const added = pages.filter(({ path, refresh, isDocument }) => !stillThere.has(path) && !refresh && isDocument);
  const candidates = added.slice(0, maxCompared).map(({ path }) => known(addressOf(path, base), textOf(dir, path)));
  const compared: KnownPage[] = [];
  for (const pathname of gone.slice(0, maxCompared))
    compared.push(known(pathname, await pageAt(pathname), addresses.get(pathname)));
  const moves = movesOf(compared, candidates);
  const fromRoot = (path: string) => (path.startsWith(base) ? `/${decodeAddress(path.slice(base.length))}` : undefined);
  const folderAbove = (path: string) => foldersAbove(path).find((one) => resolve(one, 'index.html').kind === 'file');
  const redirectOf = (pathname: string, move: Move | undefined) => {
    const from = fromRoot(pathname);
    if (from === undefined) return undefined;
    const to = fromRoot(move?.to ?? (isSynced(from) ? folderAbove(pathname) : undefined) ?? '');
    return to === undefined ? undefined : redirectValues(from, to, isSynced(to) || isSynced(from));
  };
  return gone.map((pathname) => {
    const move = moves.get(pathname);
    const now = move && decodeAddress(move.to);
    const values = { url: decodeAddress(pathname), now, why: move?.why, ...redirectOf(pathname, move) };
    return fault(problem.urlGone(values));
  });
}

const foldersAbove = (pathname: string) =>
  [...pathname.slice(0, -1).matchAll(/\//g)].map(({ index }) => pathname.slice(0, index + 1)).reverse();

/** Minimum length of a text that identifies a page, in characters. */
const minText = 40;

const frames = ['nav', 'header', 'footer', 'aside', 'script', 'style'];

/** Returns the features by which a page can be recognized, without its layout. `body` is a hash of the text, if the text is long enough. */
function known(address: string, html: string, formerTitle?: string) {
  const texts = { article: '', main: '', body: '', h1: '', title: '' };
  /** Number of open elements by name. Elements of the layout count as `nav`. */
  const open = new Map<string, number>();
  const count = (name: string, change: number) => {
    const key = frames.includes(name) ? 'nav' : name;
    open.set(key, Math.max(0, (open.get(key) ?? 0) + change));
  };
  const isIn = (name: string) => (open.get(name) ?? 0) > 0;
  let hasHeading = false;
  tokenizeTags(html, {
    onTag: ({ name }) => count(name, 1),
    onEnd(name) {
      count(name, -1);
      if (name === 'h1' && texts.h1 !== '') hasHeading = true;
    },
    onText(start, end) {
      const text = html.slice(start, end);
      if (isIn('title')) texts.title += text;
      if (isIn('h1') && !hasHeading) texts.h1 += text;
      if (isIn('nav')) return;
      for (const part of ['article', 'main', 'body'] as const) if (isIn(part)) texts[part] += text;
    },
  });
  const plain = (text: string) => decodeHTML(text).replace(/\s+/g, ' ').trim();
  const text = plain(texts.article) || plain(texts.main) || plain(texts.body);
  return {
    address,
    title: formerTitle ?? (plain(texts.h1) || plain(texts.title) || undefined),
    body: text.length >= minText ? createHash('sha256').update(text).digest('hex') : undefined,
  };
}

export type KnownPage = ReturnType<typeof known>;
type Move = Readonly<Record<'to' | 'why', string>>;

const lastOf = ({ address }: KnownPage) => bareAddress(decodeAddress(address)).split('/').at(-1)?.toLowerCase() ?? '';

const wordsOf = (title: string) => title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

type KeyOf = (page: KnownPage) => string | undefined;

/** Features by which a moved page is recognized, most reliable first. */
const signs: readonly (readonly [why: string, ofFormer: KeyOf, ofNew: KeyOf])[] = [
  ['the same text', ({ body }) => body, ({ body }) => body],
  ['the same title', ({ title }) => title, ({ title }) => title],
  ['the same name in another folder', lastOf, lastOf],
  ['its title is the former name', lastOf, ({ title }) => title && wordsOf(title).join('-')],
];

/** Matches removed and added pages. Ignores features that several pages share. */
export function movesOf(gone: readonly KnownPage[], added: readonly KnownPage[]): ReadonlyMap<string, Move> {
  const moves = new Map<string, Move>();
  const [lost, free] = [new Set(gone), new Set(added)];
  for (const [why, ofFormer, ofNew] of signs) {
    const byKey = withUnsharedKey([...free], ofNew);
    for (const [key, former] of withUnsharedKey([...lost], ofFormer)) {
      const page = key ? byKey.get(key) : undefined;
      if (!page) continue;
      moves.set(former.address, { to: page.address, why });
      lost.delete(former);
      free.delete(page);
    }
  }
  return moves;
}
