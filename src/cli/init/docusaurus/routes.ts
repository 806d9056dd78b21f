// Routes that docgen does not build, for `external`: the blog, pages, what plugins generate. Pure.
import { posix } from 'node:path';
import { listOf, mapOf } from '../../../model/input/plain-data.js';
import { globTest } from '../../../model/types/globs.js';
import { pathsBelow, within } from '../../../model/types/path.js';
import { type DocsPlugin, fromSite } from './docs.js';
import { type DocusaurusSite, entriesOf, type Plugin, text } from './site.js';

/** Globs of URLs below the base path. */
export class OtherRoutes {
  readonly #globs = new Set<string>();

  /** @returns whether it is added: not the home page or a glob of everything */
  add(glob: string): boolean {
    const isPath = glob.length > 1 && glob !== '/**' && glob.length <= 1000 && !/[!?()[\]{}\\\s]/.test(glob);
    if (isPath) this.#globs.add(glob);
    return isPath;
  }

  has = (path: string): boolean => globTest([...this.#globs])(path.slice(1));

  /** From the root of the host, without those below another. */
  globs(baseUrl: unknown): string[] | undefined {
    const globs = [...this.#globs].sort();
    const folders = globs.filter((glob) => glob.endsWith('/**')).map((glob) => glob.slice(0, -3));
    const own = globs.filter((glob) => !folders.some((folder) => glob !== `${folder}/**` && within(glob, folder)));
    const base = `/${typeof baseUrl === 'string' ? baseUrl : ''}`;
    return own.length === 0 ? undefined : own.map((glob) => `${base}${glob}`.replace(/\/{2,}/g, '/'));
  }
}

const trimmed = (path: unknown): string => String(path).replace(/^[/\s]+|[/\s]+$/g, '');

export function otherRoutes(
  plugins: readonly Plugin[],
  docs: readonly DocsPlugin[],
  site: DocusaurusSite,
): OtherRoutes {
  const routes = new OtherRoutes();
  const addBelow = (...path: readonly string[]) => routes.add(`/${path.filter(Boolean).join('/')}/**`);
  for (const { routeBasePath = 'blog' } of optionsOf('blog', plugins, site)) addBelow(trimmed(routeBasePath));
  for (const { path = 'src/pages', routeBasePath = '/' } of optionsOf('pages', plugins, site))
    for (const page of pagesIn(fromSite(String(path), site), site.files))
      routes.add(posix.join('/', trimmed(routeBasePath), page));
  for (const { route, isMissing, missingVersions } of docs) {
    if (isMissing) addBelow(route);
    for (const version of missingVersions) addBelow(route, version);
  }
  for (const { name, options } of plugins.filter((one) => !/^(?:preset:|content-)/.test(one.name))) {
    for (const { route, routeBasePath } of [options, ...listOf(options['specs']).map(mapOf)])
      if (text(route) ?? text(routeBasePath)) addBelow(trimmed(text(route) ?? routeBasePath));
    const out = text(options['out']) ?? (/typedoc/.test(name) ? 'docs/api' : undefined);
    const dir = out === undefined ? undefined : fromSite(out, site);
    const owner = docs.find((one) => dir !== undefined && within(dir, one.dir));
    if (owner && dir !== undefined && !site.hasFolder(dir)) addBelow(owner.route, posix.relative(owner.dir, dir));
  }
  return routes;
}

/** Options by plugin. The classic preset has one of each kind unless it is switched off. */
function optionsOf(kind: 'blog' | 'pages', plugins: readonly Plugin[], site: DocusaurusSite) {
  const named = plugins.filter(({ name }) => name === `preset:${kind}` || name === `content-${kind}`);
  const isDefault = (preset: Plugin) => preset.name === 'classic' && preset.options[kind] === undefined;
  const hasDefault = entriesOf(mapOf(site.config), 'presets').some(isDefault);
  const isThere = kind === 'pages' || site.hasFolder('blog');
  return [...named.map(({ options }) => options), ...(hasDefault && isThere ? [{}] : [])];
}

/** As Docusaurus's plugin for pages finds them. */
function pagesIn(folder: string, files: readonly string[]): string[] {
  return pathsBelow(files, folder)
    .filter((file) => /\.(?:[jt]sx?|mdx?)$/.test(file) && !/(?:^|\/)(?:_|__tests__\/)|\.(?:test|d)\.[^./]+$/.test(file))
    .map((file) => file.replace(/\.\w+$/, '').replace(/(?:^|\/)index$/, ''));
}
