// Redirects as the files that hosts read. What stands in them is encoded or quoted as each host reads it: no address can end a line or
// a text, or stand for more than itself.
import { decodeAddress, encodePart, outputFile, parseUrl } from '../../model/path.js';
import type { Redirect } from '../../model/redirects/redirects.js';
import type { Site } from '../../model/site.js';
import type { OutputFile } from '../output-file.js';

/** The files of the hosts that the config names; none where there is no redirect, or a static file is in its place. */
export function redirectFiles({ redirects: all, statics, config }: Site): readonly OutputFile[] {
  const redirects = all.filter(({ isCovered }) => !isCovered);
  if (redirects.length === 0 || config.redirectsFile === 'none') return [];
  // Addresses that stand for one come before those that stand for many.
  const ordered = [...redirects.filter(({ isPrefix }) => !isPrefix), ...redirects.filter(({ isPrefix }) => isPrefix)];
  const writers = [lineFile, ...(config.redirectsFile === undefined ? [] : [hostFiles[config.redirectsFile]])];
  return writers.map((write) => write(ordered)).filter(({ path }) => !statics.has(path));
}

const hostFiles = { nginx: nginxFile, apache: apacheFile, vercel: vercelFile } as const;

/** Without and with a slash at its end; the address of a file is only itself. */
function spellings({ from, outputPath }: Redirect): string[] {
  const isFolder = from !== '/' && outputPath !== undefined && !/\.html?$/i.test(from);
  return isFolder ? [from, `${from}/`] : [from];
}

/** Every character that could mean something else is encoded, in each name. */
const encoded = (path: string) =>
  path
    .split('/')
    .map((name) => encodePart(decodeAddress(name)).replace(/[!'()*]/g, percent))
    .join('/');
const percent = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

/** An address to which a redirect leads, without characters by which hosts put something in. */
function target({ to }: Redirect): string {
  const [, host = '', path = ''] = /^(https?:\/\/[^/]*)?([\s\S]*)$/i.exec(to) ?? [];
  return host + path.replace(/[:$*()'"\\{}\s]/g, percent);
}

/** Longest line that Cloudflare reads. */
const longestLine = 1000;

/** `_redirects`, as Netlify and Cloudflare read it: `from to status`. */
function lineFile(redirects: readonly Redirect[]): OutputFile {
  const lines = redirects.flatMap((redirect) => {
    const { from, isPrefix, takesRest, status } = redirect;
    const froms = isPrefix ? [`${encoded(from)}/*`] : spellings(redirect).map(encoded);
    return froms.map((path) => `${path} ${target(redirect)}${takesRest ? ':splat' : ''} ${status}`);
  });
  const read = lines.filter((line) => line.length <= longestLine);
  return { path: outputFile('_redirects'), bytes: `${read.join('\n')}\n` };
}

/** A text of nginx's or Apache's config. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
/** A regular expression in one: what a backslash stands before stays so. */
const quotedPattern = (pattern: string) => `"${pattern.replaceAll('"', '\\"')}"`;
const asPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Locations for the `server` of a site. nginx compares them decoded; what a `*` stands for is taken as it was sent, so that it has no line breaks. */
function nginxFile(redirects: readonly Redirect[]): OutputFile {
  const blocks = redirects.flatMap((redirect) => {
    const { from, isPrefix, takesRest, status } = redirect;
    const to = target(redirect);
    if (!isPrefix)
      return spellings(redirect).map(
        (path) => `location = ${quoted(decodeAddress(path))} { return ${status} "${to}"; }`,
      );
    const location = `location ^~ ${quoted(`${decodeAddress(from)}/`)}`;
    if (!takesRest) return [`${location} { return ${status} "${to}"; }`];
    const pattern = quotedPattern(`^${asPattern(encoded(from))}/([^?#]*)`);
    return [`${location} { if ($request_uri ~ ${pattern}) { return ${status} "${to}$1"; } return 404; }`];
  });
  const head = '# Redirects: `include` this file in the `server` of the site.';
  return { path: outputFile('redirects.nginx.conf'), bytes: `${[head, ...blocks].join('\n')}\n` };
}

/** `.htaccess`. Apache compares addresses decoded, and encodes where they lead. */
function apacheFile(redirects: readonly Redirect[]): OutputFile {
  const lines = redirects.map((redirect) => {
    const { from, isPrefix, takesRest, status, outputPath } = redirect;
    const end = isPrefix ? (takesRest ? '/(.*)' : '/') : outputPath === undefined || /\.html?$/i.test(from) ? '' : '/?';
    const pattern = `^${asPattern(decodeAddress(from))}${end}${isPrefix && !takesRest ? '' : '$'}`;
    return `RedirectMatch ${status} ${quotedPattern(pattern)} ${quoted(`${plainTarget(redirect)}`)}`.replace(
      /"$/,
      takesRest ? '$$1"' : '"',
    );
  });
  return { path: outputFile('.htaccess'), bytes: `${lines.join('\n')}\n` };
}

/** The path of a target decoded, with query and fragment as they are. */
function plainTarget({ to }: Redirect): string {
  const url = /^https?:/i.test(to) ? parseUrl(to) : undefined;
  const [, path = '', rest = ''] = /^([^?#]*)([\s\S]*)$/.exec(url ? to.slice(url.origin.length) : to) ?? [];
  return `${url?.origin ?? ''}${decodeAddress(path)}${rest}`.replace(/\$/g, '\\$');
}

/** `vercel.json`, whose addresses are patterns: what means something in one has a backslash before it. */
function vercelFile(redirects: readonly Redirect[]): OutputFile {
  const entries = redirects.flatMap((redirect) => {
    const { isPrefix, takesRest, status } = redirect;
    const destination = `${target(redirect)}${takesRest ? ':rest*' : ''}`;
    const sources = isPrefix ? [`${encoded(redirect.from)}/:rest*`] : spellings(redirect).map(encoded);
    return sources.map((source) => `    ${JSON.stringify({ source, destination, statusCode: status })}`);
  });
  return { path: outputFile('vercel.json'), bytes: `{\n  "redirects": [\n${entries.join(',\n')}\n  ]\n}\n` };
}
