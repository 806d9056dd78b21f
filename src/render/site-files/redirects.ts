// Redirect files for hosts. URLs are encoded or quoted for each host, so that no URL can end a line or a string, or act as a pattern.
import { escapeRegExp } from 'lodash-es';
import type { Redirect, Site } from '../../model/site/site.js';
import { decodeAddress, encodePart, outputFile, parseUrl, splitUrl } from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';

/** Returns the redirect files for the configured host, except those that a static file replaces. */
export function redirectFiles({ redirects: all, statics, config }: Site): readonly OutputFile[] {
  const redirects = all.filter(({ isCovered }) => !isCovered);
  if (redirects.length === 0 || config.redirectsFile === 'none') return [];
  // Exact paths come before wildcards.
  const ordered = [...redirects.filter(({ isPrefix }) => !isPrefix), ...redirects.filter(({ isPrefix }) => isPrefix)];
  const writers = [lineFile, ...(config.redirectsFile === undefined ? [] : [hostFiles[config.redirectsFile]])];
  return writers.map((write) => write(ordered)).filter(({ path }) => !statics.has(path));
}

const hostFiles = { nginx: nginxFile, apache: apacheFile, vercel: vercelFile } as const;

/** Returns the path without and with a trailing slash. The path of a file has only one form. */
function spellings({ from, outputPath }: Redirect): string[] {
  const isFolder = from !== '/' && outputPath !== undefined && !/\.html?$/i.test(from);
  return isFolder ? [from, `${from}/`] : [from];
}

/** Encodes every special character in each segment of a path. */
const encoded = (path: string) =>
  path
    .split('/')
    .map((name) => encodePart(decodeAddress(name)).replace(/[!'()*]/g, percent))
    .join('/');
const percent = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

/** Returns the target of a redirect, with encoded placeholder characters of hosts. */
function target({ to }: Redirect): string {
  const [, host = '', path = ''] = /^(https?:\/\/[^/]*)?([\s\S]*)$/i.exec(to) ?? [];
  return host + path.replace(/[:$*()'"\\{}\s]/g, percent);
}

const maxLineChars = 1000;

/** Returns `_redirects` for Netlify and Cloudflare: `from to status`. */
function lineFile(redirects: readonly Redirect[]): OutputFile {
  const lines = redirects.flatMap((redirect) => {
    const { from, isPrefix, takesRest, status } = redirect;
    const froms = isPrefix ? [`${encoded(from)}/*`] : spellings(redirect).map(encoded);
    return froms.map((path) => `${path} ${target(redirect)}${takesRest ? ':splat' : ''} ${status}`);
  });
  const read = lines.filter((line) => line.length <= maxLineChars);
  return { path: outputFile('_redirects'), bytes: `${read.join('\n')}\n` };
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
/** Quotes a regular expression for these configs. Backslashes stay. */
const quotedPattern = (pattern: string) => `"${pattern.replaceAll('"', '\\"')}"`;

/** Returns locations for the `server` block. nginx compares decoded paths. The text that `*` matches is inserted as it was sent, so that it contains no line breaks. */
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
    const pattern = quotedPattern(`^${escapeRegExp(encoded(from))}/([^?#]*)`);
    return [`${location} { if ($request_uri ~ ${pattern}) { return ${status} "${to}$1"; } return 404; }`];
  });
  const head = '# Redirects: `include` this file in the `server` of the site.';
  return { path: outputFile('redirects.nginx.conf'), bytes: `${[head, ...blocks].join('\n')}\n` };
}

/** Returns `.htaccess`. Apache compares decoded paths and encodes targets. */
function apacheFile(redirects: readonly Redirect[]): OutputFile {
  const lines = redirects.map((redirect) => {
    const { from, isPrefix, takesRest, status, outputPath } = redirect;
    const end = isPrefix ? (takesRest ? '/(.*)' : '/') : outputPath === undefined || /\.html?$/i.test(from) ? '' : '/?';
    const pattern = `^${escapeRegExp(decodeAddress(from))}${end}${isPrefix && !takesRest ? '' : '$'}`;
    return `RedirectMatch ${status} ${quotedPattern(pattern)} ${quoted(`${plainTarget(redirect)}`)}`.replace(
      /"$/,
      takesRest ? '$$1"' : '"',
    );
  });
  return { path: outputFile('.htaccess'), bytes: `${lines.join('\n')}\n` };
}

/** Decodes the path of a target. Query and fragment stay. */
function plainTarget({ to }: Redirect): string {
  const url = /^https?:/i.test(to) ? parseUrl(to) : undefined;
  const { path, suffix } = splitUrl(url ? to.slice(url.origin.length) : to);
  return `${url?.origin ?? ''}${decodeAddress(path)}${suffix}`.replace(/\$/g, '\\$');
}

/** Returns `vercel.json`. Its paths are patterns, so special characters are escaped. */
function vercelFile(redirects: readonly Redirect[]): OutputFile {
  const entries = redirects.flatMap((redirect) => {
    const { isPrefix, takesRest, status } = redirect;
    const destination = `${target(redirect)}${takesRest ? ':rest*' : ''}`;
    const sources = isPrefix ? [`${encoded(redirect.from)}/:rest*`] : spellings(redirect).map(encoded);
    return sources.map((source) => `    ${JSON.stringify({ source, destination, statusCode: status })}`);
  });
  return { path: outputFile('vercel.json'), bytes: `{\n  "redirects": [\n${entries.join(',\n')}\n  ]\n}\n` };
}
