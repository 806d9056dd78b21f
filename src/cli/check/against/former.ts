// The addresses that a site had: a sitemap (also an index of sitemaps, also compressed), a list of routes, or a folder that was built.
// All of it is a stranger's: sizes, numbers and depth are limited, no entity is expanded but those of XML itself.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseUrl } from '../../../model/path.js';
import { ownBytes } from '../../../model/regular-file.js';
import { addressOf } from '../addresses.js';
import { filesOf, isPage } from '../folder.js';
import { readSitemap } from './sitemap.js';

/** One address of the former site. */
export interface Former {
  /** From the root of the host, as it was written. */
  readonly pathname: string;
  readonly title?: string | undefined;
}

export interface FormerSite {
  readonly addresses: readonly Former[];
  /** The folder of the former build, where it is known: its pages can be compared. */
  readonly dir: string | undefined;
}

/** Gets what an address of the web holds; throws a reason. */
export type Fetch = (url: string, mostBytes: number) => Promise<Buffer>;

const limits = { bytes: 64e6, total: 256e6, sitemaps: 1000, addresses: 500_000, depth: 2 };

/** Reads a list; throws an error whose message is the reason. */
export async function readFormer(source: string, base: string, fetch: Fetch): Promise<FormerSite> {
  if (/^https?:\/\//i.test(source)) {
    const addresses = await readList(await fetch(source, limits.bytes), openRemote(source, fetch));
    return { addresses, dir: undefined };
  }
  const stats = statSync(source, { throwIfNoEntry: false });
  if (!stats) throw new Error('does not exist');
  if (stats.isDirectory()) {
    const pages = filesOf(source).files.filter(({ path }) => isPage(path) && !/(?:^|\/)404\.html?$/i.test(path));
    return { addresses: pages.map(({ path }) => ({ pathname: addressOf(path, base) })), dir: source };
  }
  const dir = dirname(source);
  const addresses = await readList(readLimited(source), openLocal(dir));
  return { addresses, dir: existsSync(join(dir, 'index.html')) ? dir : undefined };
}

function readLimited(path: string): Buffer {
  if (statSync(path).size > limits.bytes) throw new Error(`is over ${limits.bytes / 1e6} MB`);
  return ownBytes(path, limits.bytes);
}

/** Gets a sitemap that an index names; undefined where it is not one to read. */
type Open = (url: string) => Promise<Buffer | undefined>;

/** An index on the web names sitemaps of its own host only. */
function openRemote(source: string, fetch: Fetch): Open {
  const origin = parseUrl(source)?.origin;
  return async (url) => {
    const address = parseUrl(url, source);
    if (address?.origin !== origin) throw new Error(`names a sitemap of another host, \`${url.slice(0, 200)}\``);
    return address && fetch(address.href, limits.bytes);
  };
}

/** Beside an index that is a file lie the sitemaps that it names. */
function openLocal(dir: string): Open {
  return (url) => {
    const name = (parseUrl(url, 'https://any.invalid')?.pathname ?? '').split('/').at(-1) ?? '';
    const path = join(dir, name);
    if (!/^[\w.-]+$/.test(name) || !existsSync(path))
      throw new Error(`names \`${url.slice(0, 200)}\`, which is not beside it`);
    return Promise.resolve(readLimited(path));
  };
}

async function readList(first: Buffer, open: Open): Promise<Former[]> {
  const found = new Map<string, Former>();
  const add = (former: Former | undefined) => {
    if (!former || found.has(former.pathname)) return;
    if (found.size >= limits.addresses)
      throw new Error(`has over ${limits.addresses.toLocaleString('en-US')} addresses`);
    found.set(former.pathname, former);
  };
  let [total, count] = [0, 0];
  const read = async (bytes: Buffer, depth: number): Promise<void> => {
    const text = textOf(bytes);
    total += text.length;
    if (total > limits.total) throw new Error(`is over ${limits.total / 1e6} MB`);
    if (!text.startsWith('<')) return linesOf(text).forEach(add);
    const { pages, sitemaps } = readSitemap(text);
    for (const url of pages) add(toFormer(url));
    for (const url of sitemaps) {
      count += 1;
      if (depth >= limits.depth || count > limits.sitemaps) throw new Error('has too many sitemaps');
      const next = await open(url);
      if (next) await read(next, depth + 1);
    }
  };
  await read(first, 0);
  if (found.size === 0) throw new Error('holds no address');
  return [...found.values()];
}

function textOf(bytes: Buffer): string {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  let plain = bytes;
  if (isCompressed) {
    try {
      plain = gunzipSync(bytes, { maxOutputLength: limits.bytes });
    } catch {
      throw new Error(`cannot be decompressed, or is over ${limits.bytes / 1e6} MB`);
    }
  }
  return plain
    .toString('utf8')
    .trimStart()
    .replace(/^\ufeff\s*/, '');
}

/** The records of `docgen inspect routes --json`, or one address a line: what stands behind it belongs to docgen's own list. */
function linesOf(text: string): (Former | undefined)[] {
  if (/^\[/.test(text)) {
    const list = parsedJson(text);
    if (!Array.isArray(list)) throw new Error('is no list of routes');
    return list.map((entry: unknown) => {
      const { permalink, title } = (typeof entry === 'string' ? { permalink: entry } : (entry ?? {})) as Record<
        string,
        unknown
      >;
      const kind = (entry as Record<string, unknown> | null)?.['kind'];
      if (typeof permalink !== 'string' || kind === 'notFound') return undefined;
      const former = toFormer(permalink);
      return former && typeof title === 'string' ? { ...former, title } : former;
    });
  }
  return text.split(/\r\n?|\n/).map((line) => {
    const [address = '', kind] = line.trim().split(/ {2,}|\t/);
    return address.startsWith('#') || kind === 'notFound' ? undefined : toFormer(address);
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not valid JSON');
  }
}

function toFormer(address: string): Former | undefined {
  const trimmed = address.trim();
  if (trimmed === '' || trimmed.length > 4000) return undefined;
  if (!/^(?:https?:\/\/|\/)/i.test(trimmed)) throw new Error(`holds \`${trimmed.slice(0, 80)}\`, which is no address`);
  const url = parseUrl(trimmed, 'https://any.invalid');
  return url && { pathname: url.pathname };
}
