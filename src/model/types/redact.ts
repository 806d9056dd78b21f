// Removes secrets from URLs of repositories before they are shown: possible user names, passwords and keys, also in invalid
// URLs. If in doubt, text is removed.

/** Matches the start of a local path: `/x`, `./x`, `~/x`, `C:\x`, `file:///x`. A local path can't contain a password. */
const localPath = /^(?:\.{0,2}\/(?![\\/])|\.{1,2}$|~\/|[a-z]:[\\/](?![\\/])[^@%?#]*$|file:\/\/\/(?![\\/]))/i;
const addressStart =
  /^(?:(?:git\+)?(?:https?|ssh|git|file|ftps?)(?:\+[a-z]+)?:[\\/]*|[a-z][a-z0-9+.-]{0,20}:[\\/]{2,}|[\\/]{2,})?/i;
/** Matches `@`, also if it is encoded once or more. */
const at = /@|%(?:25)*40/gi;
const query = /\?|#|%(?:25)*(?:3f|23)/i;
/** Matches the value of a secret. The name before it is a lookbehind, so that a text of names without values is not searched once per name. */
const namedSecret =
  /(?<=(?:token|secret|passw(?:or)?d|pwd|api[-_]?key|auth|oauth|signature|credential|bearer|jwt)[\w-]*(?:=|%(?:25)*3d))[^\s'"&]*/gi;
const knownToken = /\b(?:gh[a-z]_|github_pat_|gl[a-z]{2,5}-|xox[a-z]-)[\w-]{8,}/gi;

const withoutTokens = (text: string) => text.replace(namedSecret, '***').replace(knownToken, '***');

/** Returns the URL of a repository without user names, passwords, queries and keys, for messages. */
export function redactUrl(address: string): string {
  if (localPath.test(address)) return address;
  const helper = /^([a-z][a-z0-9+.-]{0,20})::/i.exec(address)?.[1];
  if (helper !== undefined) return `${helper}::***`;
  const start = addressStart.exec(address)?.[0] ?? '';
  const rest = address.slice(start.length);
  const last = [...rest.matchAll(at)].at(-1);
  const user = last && rest.slice(0, last.index);
  if (user !== undefined && query.test(user)) return `${start}***`; // the matched text might be the secret
  const place = last ? rest.slice(last.index) : rest;
  const mark = query.exec(place);
  const shown = mark ? `${place.slice(0, mark.index + mark[0].length)}***` : place;
  return `${start}${user === undefined || user === 'git' ? (user ?? '') : '***'}${withoutTokens(shown)}`;
}

/** Removes secrets from the URLs in a text of another program, such as Git. A server can send any text, so each pattern has one place to start in a text or word. */
export function redactText(text: string): string {
  const hidden = text
    .replace(
      /^((?:[^\\/]|[\\/](?![\\/]))*[\\/]{2})([\s\S]*)((?:@|%(?:25)*40)[^\s'"]*)/i,
      (_, start: string, user: string, place: string) => (query.test(user) ? `${start}***` : `${start}***${place}`),
    )
    .replace(/(?<![^\s'"])[^\s'"][^\s'":]*:[^\s'"]*@/g, '***@')
    .replace(/(?<![^\s'"])((?:[^\s'"\\/]|[\\/](?![\\/]))*[\\/]{2}[^\s'"?#]*[?#])[^\s'"]+/g, '$1***');
  return withoutTokens(hidden);
}

/** Returns why a URL can't be written to files and messages, or undefined. Only SSH needs a user name. */
export function secretIn(address: string): string | undefined {
  if (localPath.test(address)) return undefined;
  const start = addressStart.exec(address)?.[0] ?? '';
  const rest = address.slice(start.length);
  const end = rest.lastIndexOf('@');
  const isSsh = /^ssh:\/\/$/i.test(start) || (start === '' && /^[^:]*:(?![\\/])/.test(rest.slice(end + 1)));
  const isUser = isSsh && /^[a-z_][\w.-]{0,31}$/i.test(rest.slice(0, end)) && withoutTokens(rest) === rest;
  if (end >= 0 && !isUser) return 'a user name or password in its URL would be written to files and messages';
  if (query.test(rest) || withoutTokens(rest) !== rest)
    return 'a query, a fragment or a key in its URL would be written to files and messages';
  return undefined;
}

/** Returns the path of a file in a repository (`/owner/name@commit:path`) without the commit, and other paths unchanged. */
export const withoutCommit = (file: string) => file.replace(/^(\/.+?)@(?:[0-9a-f]{40}|[0-9a-f]{64}):/, '$1:');
