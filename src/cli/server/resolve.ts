// What an address of the site stands for in the out folder, as static hosts have it. Every request is hostile until it has been here:
// nothing outside of the folder, nothing hidden and nothing that a link leads out to has an address.
import { lstat, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { decodeAddress, encodePart, isSitePath } from '../../model/path.js';

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  /** To an address that begins with one slash. */
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'notFound' };

export interface SiteFolder {
  /** Absolute path of the out folder. */
  readonly out: string;
  /** Begins and ends with a slash. */
  readonly basePath: string;
}

const notFound: Target = { kind: 'notFound' };

/** The target of a request by its address as the client sent it, with the query. */
export async function resolveAddress(address: string, { out, basePath }: SiteFolder): Promise<Target> {
  const [pathname = ''] = address.split(/[?#]/);
  const query = address.slice(pathname.length);
  const segments = pathname.split('/').map(decodeAddress);
  if (!address.startsWith('/') || segments.some((segment) => /[/\\\0]/.test(segment))) return notFound;
  const wanted = segments.join('/');
  if (!wanted.startsWith(basePath)) {
    const isAbove = `${wanted}/` === basePath || wanted === '/';
    return isAbove ? redirect(basePath, query) : notFound;
  }
  const path = wanted.slice(basePath.length);
  const bare = path.replace(/\/$/, '');
  if (bare !== '' && !isPublic(bare)) return notFound;
  const isFolder = path !== bare || path === '';
  const page = join(out, bare, 'index.html');
  const candidates = isFolder ? [page] : [join(out, bare), join(out, `${bare}.html`)];
  for (const file of candidates) if (await isServed(out, file)) return { kind: 'file', path: file };
  if (!isFolder && (await isServed(out, page))) return redirect(`${basePath}${path}/`, query);
  if (isFolder && bare !== '' && (await isServed(out, join(out, `${bare}.html`))))
    return redirect(basePath + bare, query);
  return notFound;
}

function redirect(path: string, query: string): Target {
  return { kind: 'redirect', to: path.split('/').map(encodePart).join('/') + query };
}

/** No dot files, but for `.well-known/`, which is there to be asked for. */
function isPublic(path: string): boolean {
  return (
    isSitePath(path) &&
    !path
      .replace(/^\.well-known\//, '')
      .split('/')
      .some((name) => name.startsWith('.'))
  );
}

/** A file below the folder, by a path without links, or with links to such files of the folder. */
export async function isServed(out: string, file: string): Promise<boolean> {
  try {
    const [root, found] = await Promise.all([realpath(out), realpath(file)]);
    const path = found
      .slice(root.length + 1)
      .split(sep)
      .join('/');
    return found.startsWith(root + sep) && isPublic(path) && (await lstat(found)).isFile();
  } catch {
    return false; // nothing there, or a name that no file system accepts
  }
}
