// Whether a doc was touched since the last build, asked before anything else is read: if so a thread is wanted, which takes as long to
// start as all that is read then. Asked of the docs that were touched last: who writes comes back to them. A wrong answer costs time and
// nothing else.
import { join } from 'node:path';
import { entryAt, stampOf } from '../model/regular-file.js';
import { sha256 } from './hash.js';
import type { Foundation } from './standing.js';
import { list, parseAs, text, tuple } from './threads/shape.js';
import type { Store } from './threads/store.js';

const mostDocs = 16;

type Stamps = readonly (readonly [path: string, stamp: string])[];
const stampsShape = list(tuple(text, text));

const key = sha256('docs that were touched last');

/** Keeps how the docs of a hub looked that were touched last. */
export function keepStamps({ all, store }: Foundation): void {
  if (!store) return;
  const docs = all.flatMap(({ seen }) =>
    seen.mounts.flatMap(({ mount, files }) =>
      files.value.flatMap(({ path, stamp, ctime }) =>
        /\.mdx?$/.test(path) ? [{ dir: mount.dir, path, stamp, ctime }] : [],
      ),
    ),
  );
  const last = docs.sort((a, b) => b.ctime - a.ctime).slice(0, mostDocs);
  store.put(key, JSON.stringify(last.map(({ dir, path, stamp }) => [join(dir, path), stamp])));
}

/** True where one of them looks otherwise, or is gone. */
export function isTouched(store: Store): boolean {
  const stamps = parseAs<Stamps>(store.get(key) ?? '', stampsShape) ?? [];
  return stamps.slice(0, mostDocs).some(([path, stamp]) => stampOf(entryAt(path)) !== stamp);
}
