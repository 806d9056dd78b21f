import type { Config } from '../config.js';
import type { Checked } from '../diagnostics/diagnostic.js';
import { homeNotFound } from '../diagnostics/usage-and-config.js';
import { toPermalink } from '../path.js';
import type { Doc } from './doc.js';

/** The docs, of which the one that `home` of the config names, by its path or id, is the front of the hub. Diagnostics: DG133. */
export function withHome(
  docs: readonly Doc[],
  { home, basePath, routeBase }: Pick<Config, 'home' | 'basePath' | 'routeBase'>,
): Checked<readonly Doc[]> {
  if (home === '') return { value: docs, diagnostics: [] };
  const wanted = home.replace(/^\.\//, '');
  const front = docs.find(({ source }) => source === wanted) ?? docs.find(({ id }) => id === wanted);
  if (!front) return { value: docs, diagnostics: [homeNotFound({ home, known: docs.map(({ source }) => source) })] };
  const slug = '/';
  const permalink = toPermalink(basePath, routeBase, slug);
  return { value: docs.map((doc) => (doc === front ? { ...doc, slug, permalink } : doc)), diagnostics: [] };
}
