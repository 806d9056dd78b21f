// The config of a folder of Markdown: title, address and edit address, from package.json and Git.
import type { UserConfig } from '../../model/config/schema/config.js';
import { readableName } from '../../model/docs/readable-name.js';
import { parseUrl } from '../../model/types/path.js';
import type { Facts } from './facts.js';
import { editBase, pagesAddress, parseRemote } from './remote.js';
import type { Host } from './workflows.js';

/** Names that say nothing of what the docs are about. */
const vague = /^(?:docs?|website|site|documentation|www|web)$/i;

/** The title, and whether it is only a guess by the name of the folder. */
export function titleOf({ manifest, remote, folder }: Facts): { readonly title: string; readonly isGuess: boolean } {
  const named = typeof manifest['name'] === 'string' ? manifest['name'].replace(/^@[^/]*\//, '') : '';
  const name = [named, remote?.name ?? ''].find((one) => one !== '' && !vague.test(one));
  return { title: readableName(name ?? folder) || 'Documentation', isGuess: name === undefined };
}

/** Returns the default host for the site: that of the repository. */
export function hostOf({ remote, docusaurus }: Facts): Host {
  if (docusaurus !== undefined) return 'none'; // it has a way to its readers, and a second one would write over it
  if (remote === undefined || remote.forge === 'github') return 'github';
  return remote.forge === 'gitlab' ? 'gitlab' : 'none';
}

/** The address of the site: the project's own, else that of the host's pages. */
export function addressOf({ manifest, remote }: Facts, host: Host): string | undefined {
  const { homepage } = manifest;
  const own = typeof homepage === 'string' && /^https?:\/\//.test(homepage) ? parseUrl(homepage) : undefined;
  if (own && own.username === '' && parseRemote(own.href)?.forge === undefined)
    return `${own.origin}${own.pathname.replace(/[^/]+\.html?$/, '')}`;
  return remote?.forge === host ? pagesAddress(remote) : undefined;
}

/** The config of a folder. */
export function siteConfig(
  { manifest, remote, branch, inRepository, out }: Facts,
  { title, url, content }: { readonly title: string; readonly url: string | undefined; readonly content: string },
): UserConfig {
  const { description } = manifest;
  const folder = [inRepository, content === '.' ? '' : content].filter((part) => part !== '').join('/');
  return {
    title,
    tagline: (typeof description === 'string' && description.trim()) || undefined,
    url: url ?? '',
    content,
    out: out === 'build' ? undefined : out,
    editUrl: remote && !content.startsWith('..') ? editBase(remote, branch, folder) : undefined,
  };
}
