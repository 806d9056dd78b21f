// `_headers`, which static hosts such as Netlify and Cloudflare Pages read: what a page cannot ask for in its own markup.
import type { Config } from '../../model/config.js';
import { outputFile } from '../../model/path.js';
import type { OutputFile } from '../output-file.js';

/** Headers by path, each by its name. */
type Headers = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** docgen's headers and the owner's, whose value wins where both name a header of a path. */
export function headers({ basePath, headers: own }: Pick<Config, 'basePath' | 'headers'>, policy: string): OutputFile {
  const theirs: Headers = Object.fromEntries(
    Object.entries(own).map(([path, values]) => [`${basePath}${path.slice(1)}`, values]),
  );
  const ours: Headers = {
    [`${basePath}*`]: {
      'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
    },
    [`${basePath}assets/*`]: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  };
  const paths = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  const lines = paths.flatMap((path) => [path, ...merged(ours[path], theirs[path])]);
  return { path: outputFile('_headers'), bytes: `${lines.join('\n')}\n` };
}

/** Names of headers are the same in upper and lower case. */
function merged(ours: Headers[string] = {}, theirs: Headers[string] = {}): string[] {
  const replaced = new Set(Object.keys(theirs).map((name) => name.toLowerCase()));
  const kept = Object.entries(ours).filter(([name]) => !replaced.has(name.toLowerCase()));
  return [...kept, ...Object.entries(theirs)].map(([name, value]) => `  ${name}: ${value}`);
}
