// The address of a git remote as what a config and a workflow need: where files are edited, where the host publishes pages.
import { encodePart, parseUrl } from '../../model/path.js';

export type Forge = 'github' | 'gitlab' | 'bitbucket' | 'forgejo' | 'other';

/** A repository on a host, without credentials. */
export interface Remote {
  readonly forge: Forge;
  readonly host: string;
  /** Owner, or groups with slashes between. */
  readonly owner: string;
  readonly name: string;
}

/** Hosts that take ssh on another name, so that port 443 serves. */
const sshHosts: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
};

/** Short forms of npm's `repository`. */
const shorthands: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

/** Reads `git@host:owner/name.git`, `ssh://`, `https://` and `git+https://` addresses and npm's short forms; undefined for a path on disk. */
export function parseRemote(address: string): Remote | undefined {
  const text = address.trim().replace(/^git\+/, '');
  const short = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text);
  if (short && !text.startsWith('.')) return toRemote(shorthands[short[1] ?? 'github'] ?? '', short[2] ?? '');
  const url = /^(?:https?|ssh|git):\/\//.test(text) ? parseUrl(text) : undefined;
  if (url) return toRemote(url.hostname, url.pathname);
  const [, host = '', path = ''] = /^(?:[\w.-]+@)?([A-Za-z0-9][\w.-]+):(?!\/\/|\\)(.+)$/.exec(text) ?? [];
  return host === '' ? undefined : toRemote(host, path);
}

function toRemote(hostname: string, path: string): Remote | undefined {
  const host = sshHosts[hostname.toLowerCase()] ?? hostname.toLowerCase();
  const parts = path.split('/').filter((part) => part !== '' && part !== '~');
  const name = (parts.pop() ?? '').replace(/\.git$/, '');
  if (host === '' || name === '' || parts.length === 0) return undefined;
  return { forge: forgeOf(host), host, owner: parts.join('/'), name };
}

function forgeOf(host: string): Forge {
  if (host === 'codeberg.org') return 'forgejo';
  const word = host.split('.').find((part) => /^(?:github|gitlab|bitbucket|gitea|forgejo)$/.test(part));
  return word === 'gitea' || word === 'forgejo' ? 'forgejo' : ((word as Forge | undefined) ?? 'other');
}

const encoded = (path: string) => path.split('/').map(encodePart).join('/');

/** Address below which the files of a folder of the repository are edited; undefined where the host is not known. */
export function editBase({ forge, host, owner, name }: Remote, branch: string, folder: string): string | undefined {
  const way = { github: 'edit', gitlab: '-/edit', forgejo: '_edit', bitbucket: 'src', other: undefined }[forge];
  if (way === undefined) return undefined;
  const path = [owner, name].map(encoded).join('/');
  return [`https://${host}/${path}/${way}`, encoded(branch), encoded(folder)].filter((part) => part !== '').join('/');
}

/** Where the host's own pages of a repository are: `https://owner.github.io/name/`. */
export function pagesAddress({ host, owner, name }: Remote): string | undefined {
  const [group = '', ...groups] = owner.toLowerCase().split('/');
  const suffix = { 'github.com': 'github.io', 'gitlab.com': 'gitlab.io', 'codeberg.org': 'codeberg.page' }[host];
  if (suffix === undefined) return undefined;
  const own = `${group}.${suffix}`;
  const isRoot = name.toLowerCase() === own || (suffix === 'codeberg.page' && name === 'pages');
  const path = isRoot ? [] : [...groups, name].map(encodePart);
  return `https://${own}/${path.map((part) => `${part}/`).join('')}`;
}
