// The Git repository of a folder, read from Git's files, and the URLs that follow from the address of its remote. forges.json has the
// words in the names of hosts, the public host and its name for ssh on port 443, the part of URLs to edit at, and the domain of sites.
import { join } from 'node:path';
import { gitFolders, gitText } from '../../model/content/git-ignore.js';
import { repositoryOf } from '../../model/input/regular-file.js';
import { encodePart, parseUrl } from '../../model/types/path.js';
import forges from './forges.json' with { type: 'json' };

/** The working tree that a folder is in: its folder, `origin` or else the first remote, and the main branch of that or else the current one. */
export function gitFolderOf(dir: string) {
  const top = repositoryOf(dir);
  if (top === undefined) return undefined;
  const { own, shared } = gitFolders(top);
  const remotes = remotesOf(gitText(join(shared, 'config')));
  const name = remotes.has('origin') ? 'origin' : ([...remotes.keys()].sort()[0] ?? 'origin');
  const main = /^ref: refs\/remotes\/[^/]+\/(.+)$/m.exec(gitText(join(shared, 'refs/remotes', name, 'HEAD')))?.[1];
  const head = /^ref: refs\/heads\/(.+)$/m.exec(gitText(join(own, 'HEAD')))?.[1];
  return { top, remote: remotes.get(name), branch: main ?? head };
}

function remotesOf(text: string): ReadonlyMap<string, string> {
  const remotes = new Map<string, string>();
  for (const section of text.split(/^(?=[ \t]*\[)/m)) {
    const [, name] = /^[ \t]*\[remote\s+"([^"/\\]+)"\]\s*$/im.exec(section) ?? [];
    const [, url] = /^[ \t]*url[ \t]*=[ \t]*"?([^"\r\n]*?)"?[ \t]*\r?$/im.exec(section) ?? [];
    if (name !== undefined && url !== undefined && !remotes.has(name)) remotes.set(name, url);
  }
  return remotes;
}

/** A repository on a host, without credentials. */
interface Remote {
  /** A name in forges.json. Undefined for another host. */
  readonly forge: string | undefined;
  readonly host: string;
  /** Owner, or groups with slashes between. */
  readonly owner: string;
  readonly name: string;
}

/** Parses `git@host:owner/name.git`, `ssh://`, `https://` and `git+https://` addresses and npm's short forms. Returns undefined for a path on disk. */
export function parseRemote(address: string): Remote | undefined {
  const text = address.trim().replace(/^git\+/, '');
  const [, forge = 'github', path = ''] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  if (path !== '' && !text.startsWith('.')) return toRemote(forges.find(({ name }) => name === forge)?.host, path);
  const url = /^(?:https?|ssh|git):\/\//.test(text) ? parseUrl(text) : undefined;
  const scp = /^(?:[\w.-]+@)?([A-Za-z0-9][\w.-]+):(?!\/\/|\\)(.+)$/.exec(text);
  return url ? toRemote(url.hostname, url.pathname) : toRemote(scp?.[1], scp?.[2]);
}

function toRemote(hostname = '', path = ''): Remote | undefined {
  const lower = hostname.toLowerCase();
  const host = forges.find(({ ssh }) => ssh === lower)?.host ?? lower;
  const parts = path.split('/').filter((part) => part !== '' && part !== '~');
  const name = (parts.pop() ?? '').replace(/\.git$/, '');
  if (host === '' || name === '' || parts.length === 0) return undefined;
  const forge = forges.find(({ words }) => words.some((word) => host.split('.').includes(word)));
  return { forge: forge?.name, host, owner: parts.join('/'), name };
}

/** Returns the URL below which the files of a folder can be edited, or undefined for an unknown host. */
export function editBase({ forge, host, owner, name }: Remote, branch: string, folder: string): string | undefined {
  const edit = forges.find((one) => one.name === forge)?.edit;
  if (edit === undefined) return undefined;
  const parts = [owner, name, edit, branch, folder].filter((part) => part !== '');
  return `https://${host}/${parts.join('/').split('/').map(encodePart).join('/')}`;
}

/** Returns the URL at which the host publishes the pages of a repository, such as `https://owner.github.io/name/`. */
export function pagesAddress({ host, owner, name }: Remote): string | undefined {
  const domain = forges.find((forge) => forge.host === host)?.pages;
  if (domain === undefined) return undefined;
  const [group = '', ...groups] = owner.toLowerCase().split('/');
  const own = `${group}.${domain}`;
  const isRoot = name.toLowerCase() === own || (domain === 'codeberg.page' && name === 'pages');
  const path = isRoot ? [] : [...groups, name].map(encodePart);
  return `https://${own}/${path.map((part) => `${part}/`).join('')}`;
}
