// The config of a folder of Markdown: title, address and edit address, of what package.json and git say.
import { readableName } from '../../model/docs/shown/readable-name.js';
import { parseUrl } from '../../model/path.js';
import type { UserConfig } from '../../model/user-config.js';
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

/** The host that builds the site where nobody says: that of the repository. */
export function hostOf({ remote, docusaurus }: Facts): Host {
  if (docusaurus !== undefined) return 'none'; // it has a way to its readers, and a second one would write over it
  if (remote === undefined || remote.forge === 'github') return 'github';
  return remote.forge === 'gitlab' ? 'gitlab' : 'none';
}

/** The address of the site: the project's own, else that of the host's pages. */
export function addressOf({ manifest, remote }: Facts, host: Host): string | undefined {
  const { homepage } = manifest;
  const own = typeof homepage === 'string' && /^https?:\/\//.test(homepage) ? parseUrl(homepage) : undefined;
  const isForge = own !== undefined && (parseRemote(own.href)?.forge ?? 'other') !== 'other';
  if (own && !isForge && own.username === '') return `${own.origin}${own.pathname.replace(/[^/]+\.html?$/, '')}`;
  return remote && remote.forge === host ? pagesAddress(remote) : undefined;
}

export interface Answers {
  readonly title: string;
  readonly url: string | undefined;
  readonly content: string;
}

/** The config of a folder. */
export function siteConfig({ manifest, remote, branch, inRepository, out }: Facts, answers: Answers): UserConfig {
  const { title, url, content } = answers;
  const { description } = manifest;
  const folder = [inRepository, content === '.' ? '' : content].filter((part) => part !== '').join('/');
  const editUrl = remote && !content.startsWith('..') ? editBase(remote, branch, folder) : undefined;
  return {
    title,
    ...(typeof description === 'string' && description.trim() !== '' && { tagline: description.trim() }),
    url: url ?? '',
    content,
    ...(out !== 'build' && { out }),
    ...(editUrl !== undefined && { editUrl }),
  };
}
