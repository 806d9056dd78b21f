// Findings about the project in a folder: package.json, Git, Markdown, a Docusaurus site; and the title and URLs that follow.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, posix, relative, resolve } from 'node:path';
import { countBy, maxBy } from 'lodash-es';
import { isFolderAt } from '../../disk/files.js';
import { configNames } from '../../model/config/read.js';
import type { UserConfig } from '../../model/config/schema/config.js';
import { forgeAt, webAddress } from '../../model/content/exports.js';
import forges from '../../model/content/forges.json' with { type: 'json' };
import { gitFolders, gitText } from '../../model/content/git-ignore.js';
import { listFiles, namesBelow, namesIn } from '../../model/content/list-files.js';
import { configIn } from '../../model/content/project-folders.js';
import { isTranslation } from '../../model/content/projects.js';
import { readableName } from '../../model/docs/titles.js';
import { detectIn, generatorByLandingPages } from '../../model/generators/generators.js';
import { gitbook } from '../../model/generators/mdbook.js';
import { isRecord } from '../../model/input/plain-data.js';
import { repositoryOf, textAt } from '../../model/input/regular-file.js';
import { attempt } from '../../model/types/attempt.js';
import { encodePart, manifestName, parseUrl, within } from '../../model/types/path.js';
import { plainAddress } from '../../model/types/project-paths.js';
import type hosts from './hosts.json';
import managers from './managers.json' with { type: 'json' };

/** The working tree around a folder: `origin` or else the first remote, and its main branch or else the current one. */
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
type Remote = NonNullable<ReturnType<typeof toRemote>>;

/** Parses `git@host:owner/name.git`, `ssh://`, `https://`, `git+https://` and npm's short forms. Undefined for a path on disk. */
export function parseRemote(address: string): Remote | undefined {
  const text = address.trim().replace(/^git\+/, '');
  const [, forge = 'github', path = ''] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  if (path !== '' && !text.startsWith('.')) return toRemote(forges.find(({ name }) => name === forge)?.host, path);
  const url = parseUrl(webAddress(text.replace(/^(?:git|http):(?=\/\/)/, 'https:')) ?? '');
  return toRemote(url?.hostname, url?.pathname);
}

/** `forge`: a name in forges.json, or undefined. `owner` can be groups with slashes between. */
function toRemote(hostname = '', path = '') {
  const lower = hostname.toLowerCase();
  const host = forges.find(({ ssh }) => ssh === lower)?.host ?? lower;
  const parts = path.split('/').filter((part) => part !== '' && part !== '~');
  const name = (parts.pop() ?? '').replace(/\.git$/, '');
  if (host === '' || name === '' || parts.length === 0) return undefined;
  return { forge: forgeAt(host)?.name, host, owner: parts.join('/'), name };
}

/** The URL below which a folder's files can be edited, undefined for an unknown host. */
export function editBase({ forge, host, owner, name }: Remote, branch: string, folder: string): string | undefined {
  const edit = forges.find((one) => one.name === forge)?.edit;
  if (edit === undefined) return undefined;
  const parts = [owner, name, edit, branch, folder].filter((part) => part !== '');
  return `https://${host}/${parts.join('/').split('/').map(encodePart).join('/')}`;
}

/** The host's URL for pages of a repository, such as `https://owner.github.io/name/`. */
export function pagesAddress({ host, owner, name }: Remote): string | undefined {
  const domain = forges.find((forge) => forge.host === host)?.pages;
  if (domain === undefined) return undefined;
  const [group = '', ...groups] = owner.toLowerCase().split('/');
  const own = `${group}.${domain}`;
  const isRoot = name.toLowerCase() === own || (domain === 'codeberg.page' && name === 'pages');
  const path = isRoot ? [] : [...groups, name].map(encodePart);
  return `https://${own}/${path.map((part) => `${part}/`).join('')}`;
}

const contentFolders = ['content', 'docs', 'src/content/docs', 'documentation', 'doc'];
const outFolders = ['build', 'site', 'docs-site', 'docgen-site'];

/** A host of hosts.json, where the site is built and published. */
export type Host = keyof typeof hosts | 'none';
export type Findings = Awaited<ReturnType<typeof collectFindings>>;

export async function collectFindings(cwd: string, content?: string) {
  const git = gitFolderOf(cwd);
  const packageText = textAt(join(cwd, 'package.json'));
  const manifest = parseManifest(packageText ?? '') ?? {};
  const { repository } = manifest;
  const named = isRecord(repository) ? repository['url'] : repository;
  const docusaurus = configIn(cwd, 'docusaurus');
  const findProject = () => (content === undefined ? projectIn(cwd) : projectNamed(cwd, content));
  const project = docusaurus === undefined ? await findProject() : undefined;
  const dependencies = ['dependencies', 'devDependencies'].map((key) => manifest[key]);
  const packages = dependencies.flatMap((map) => (isRecord(map) ? Object.keys(map) : []));
  const hasFile = (name: string) => [cwd, git?.top ?? cwd].some((dir) => existsSync(join(dir, name)));
  return {
    folder: basename(cwd),
    packageText,
    /** package.json, or {} if there is none. */
    manifest,
    manager: managerOf(manifest['packageManager'], hasFile),
    packages,
    hasDocgen: packages.includes('docgen-hub'),
    remote: parseRemote(git?.remote ?? (typeof named === 'string' ? named : '')),
    branch: git?.branch ?? 'main',
    /** From the top of the repository to the folder, and back. '' if they are the same. */
    inRepository: git ? relative(git.top, cwd).replaceAll('\\', '/') : '',
    toTop: git ? relative(cwd, git.top).replaceAll('\\', '/') : '',
    ignored: textAt(join(cwd, '.gitignore')),
    configFile: configNames.find((name) => existsSync(join(cwd, name))),
    docusaurus,
    /** A folder below this one that contains a Docusaurus site. */
    docusaurusBelow: ['website', 'docs', 'site'].find((dir) => configIn(join(cwd, dir), 'docusaurus')),
    /** Folder with Markdown, `.` for this one, or undefined. */
    content: project?.content ?? content ?? (await contentIn(cwd)),
    /** Docs that are written for another generator. */
    project,
    /** Output folder that contains no other files. */
    out: outFolders.slice(docusaurus === undefined ? 0 : 1).find((dir) => isFree(join(cwd, dir))) ?? 'docgen-site',
  };
}

/** Parses a package.json. Returns undefined if it is not an object. */
export function parseManifest(text: string): Readonly<Record<string, unknown>> | undefined {
  const data: unknown = attempt(() => JSON.parse(text.replace(/^\uFEFF/, '')));
  return isRecord(data) ? data : undefined;
}

/** The commands of a package manager. */
interface Manager extends Readonly<Record<'add' | 'install' | 'run', string>> {
  /** Before the install in CI. Corepack takes the version of `packageManager` in package.json. */
  readonly enable?: string;
  /** As a step of a GitHub workflow. pnpm's own action fails without `packageManager`. */
  readonly githubStep?: string;
  readonly locks: readonly string[];
}

/**
 * That of package.json, else the first whose lock file exists, else the one that runs docgen (`pnpm dlx`), else npm.
 * `package-manager-detector` reads the lock file first, prefers yarn to package-lock.json, and searches above the repository.
 */
function managerOf(packageManager: unknown, hasFile: (name: string) => boolean): Manager {
  const byName = new Map<string, Manager>(Object.entries(managers));
  const named = (text: unknown) => byName.get(typeof text === 'string' ? (/^[a-z]+/.exec(text)?.[0] ?? '') : '');
  const locked = [...byName.values()].find(({ locks }) => locks.some(hasFile));
  return named(packageManager) ?? locked ?? named(process.env['npm_config_user_agent']) ?? managers.npm;
}

/** Files about a repository, not docs. */
const aboutProject =
  /^(?:readme|changelog|changes|history|licen[cs]e|contributing|code_of_conduct|security|support|authors|governance|maintainers|agents|claude)(?:\.[\w-]+)?\.mdx?$/i;

const projectFolders = ['.', 'docs', 'website', 'site', 'doc', 'documentation', 'guide', 'book'];
const generatorLabels = ['MkDocs', 'mdBook', 'VitePress', 'Starlight', 'Hugo', 'Jekyll'];

/** Finds the project of another generator in a folder with a usual name, else the one with the most pages, else the example of a theme of Hugo. */
async function projectIn(cwd: string, dir = '.') {
  for (const name of projectFolders) {
    const found = await projectAt(cwd, posix.join(dir, name));
    if (found) return found;
  }
  const found = await Promise.all(foldersBelow(cwd, dir, 4).map((below) => projectAt(cwd, below)));
  return maxBy(found, (one) => one?.count ?? 0) ?? projectAt(cwd, posix.join(dir, 'exampleSite'));
}

/** Finds the project of a folder that `--content` names. Below the top of a repository, it is a project itself, or content of one above. */
async function projectNamed(cwd: string, content: string) {
  const folder = resolve(cwd, content);
  const path = relative(repositoryOf(folder) ?? cwd, folder).replaceAll('\\', '/');
  if (path.startsWith('..') || (path === '' && folder !== cwd)) return projectIn(cwd, content);
  let found = await projectAt(cwd, content);
  for (let dir = content, depth = path.split('/').filter(Boolean).length; depth > 0 && !found?.file; depth -= 1) {
    dir = posix.join(dir, '..');
    found = (await projectAt(cwd, dir, folder)) ?? found;
  }
  return found;
}

/** Its content folder or the part of it that `named` is, its pages and its name. Undefined without pages. */
async function projectAt(cwd: string, dir: string, named?: string) {
  const top = [...namesIn(resolve(cwd, dir))];
  const filesOf = (paths: string[]) => ({
    paths: paths.sort(),
    read: (path: string) => textAt(resolve(cwd, dir, path)),
  });
  const generator = detectIn(top) ?? generatorByLandingPages(filesOf(top));
  const names = top.concat((generator?.folders ?? []).flatMap((name) => namesBelow(resolve(cwd, dir), name)));
  const label = generatorLabels.find((one) => one.toLowerCase() === generator?.name);
  if (!generator || label === undefined) return undefined;
  const readWith = async (within: string) => {
    const files = isFolderAt(resolve(cwd, dir, within)) ? await markdownIn(resolve(cwd, dir, within)) : [];
    return { files, project: generator.read(filesOf([...names, ...files.map((path) => posix.join(within, path))])) };
  };
  const { contentDir } = generator.read(filesOf(names));
  const all = await readWith(contentDir);
  const { main } = all.project;
  const { files, project } = main === undefined ? all : await readWith(posix.join(contentDir, main));
  const whole = posix.join(dir, project.contentDir);
  const part = named === undefined ? '' : relative(resolve(cwd, whole), named).replaceAll('\\', '/');
  const isPage = generator.pageTest?.(project) ?? (() => true);
  const pages = files.filter((path) => within(path, part) && isPage(path) && !isTranslation(path, project));
  const count = pages.length;
  const slugs = pages.map((path) => generator.slug?.(path, {}, project) ?? path);
  const form = slugs.some((slug) => !slug.endsWith('/')) ? ('.html' as const) : undefined;
  const texts = pages.slice(0, 300).map((path) => textAt(resolve(cwd, whole, path)) ?? '');
  const note = project.settings.isBare
    ? `Astro: ${count} pages in the order of their files`
    : `${generator === gitbook ? 'GitBook' : label}: ${count} pages in its own order`;
  const { title, file } = project;
  const base = baseOf(texts, new Set(slugs.map(plainAddress)));
  return count > 0 ? { content: posix.join(whole, part), title, file, count, note, base, form } : undefined;
}

/** The folder of the site that most links from its root name before the address of a page, '' for the root itself. */
function baseOf(texts: readonly string[], addresses: ReadonlySet<string>): string {
  const links = texts.flatMap((text) =>
    Array.from(text.matchAll(/\]\((\/[^\s()#?]+)/g), ([, link]) => plainAddress(link ?? '')),
  );
  const bases = links.flatMap((link) => {
    const [, base = '', rest] = /^\/([\w-]+)(\/.+)$/.exec(link) ?? [];
    return addresses.has(link) ? '' : rest !== undefined && addresses.has(rest) ? base : [];
  });
  const [base = '', count = 0] = maxBy(Object.entries(countBy(bases)), ([, count]) => count) ?? [];
  return count > 1 ? base : ''; // one link can be a slip
}

const notDocs = /^(?:\..*|node_modules|_*tests?_*|e2e|fixtures|examples?|exampleSite|templates?|themes)$/;

const foldersBelow = (cwd: string, dir: string, depth: number): string[] =>
  depth === 0
    ? []
    : (attempt(() => readdirSync(resolve(cwd, dir), { withFileTypes: true })) ?? [])
        .filter((entry) => entry.isDirectory() && !notDocs.test(entry.name))
        .map(({ name }) => posix.join(dir, name))
        .flatMap((below) => [below, ...foldersBelow(cwd, below, depth - 1)]);

async function contentIn(cwd: string): Promise<string | undefined> {
  for (const dir of contentFolders)
    if (isFolderAt(join(cwd, dir)) && (await markdownIn(join(cwd, dir))).length > 0) return dir;
  const markdown = await markdownIn(cwd);
  return markdown.some((file) => !aboutProject.test(basename(file)) && file.split('/').length < 4) ? '.' : undefined;
}

const markdownIn = async (dir: string) =>
  (await listFiles(dir, '')).value.map(({ path }) => path).filter((path) => /\.(?:mdx?|markdown)$/.test(path));

/** Whether a build can write to it: it doesn't exist, or contains a site of docgen. */
function isFree(dir: string): boolean {
  if (!existsSync(dir)) return true;
  return isFolderAt(dir) && (readdirSync(dir).length === 0 || existsSync(join(dir, manifestName)));
}

/** Names that say nothing of what the docs are about. */
const vague = /^(?:docs?|website|site|documentation|www|web)$/i;

export function titleOf({ manifest, remote, folder, project }: Findings): string {
  if (project?.title) return project.title;
  const named = typeof manifest['name'] === 'string' ? manifest['name'].replace(/^@[^/]*\//, '') : '';
  const name = [named, remote?.name ?? ''].find((one) => one !== '' && !vague.test(one));
  return readableName(name ?? folder) || 'Documentation';
}

/** By default that of the repository. */
export function hostOf({ remote, docusaurus }: Findings): Host {
  if (docusaurus !== undefined) return 'none'; // it has a way to its readers, and a second one would write over it
  if (remote === undefined || remote.forge === 'github') return 'github';
  return remote.forge === 'gitlab' ? 'gitlab' : 'none';
}

/** The project's own, else that of the host's pages. */
export function siteUrlOf({ manifest, remote }: Findings, host: Host): string | undefined {
  const { homepage } = manifest;
  const own = typeof homepage === 'string' && /^https?:\/\//.test(homepage) ? parseUrl(homepage) : undefined;
  if (own && own.username === '' && parseRemote(own.href)?.forge === undefined)
    return `${own.origin}${own.pathname.replace(/[^/]+\.html?$/, '')}`;
  return remote?.forge === host ? pagesAddress(remote) : undefined;
}

export function siteConfig(
  { manifest, remote, branch, inRepository, out, project }: Findings,
  { title, url, content }: { readonly title: string; readonly url: string | undefined; readonly content: string },
): UserConfig {
  const { description } = manifest;
  const folder = posix.join(inRepository, content).replace(/^\.$/, '');
  const isOutside = content.startsWith('/') || folder.startsWith('..');
  return {
    title,
    tagline: (typeof description === 'string' && description.trim()) || undefined,
    url: url ?? '',
    content,
    out: out === 'build' ? undefined : out,
    editUrl: remote && !isOutside ? editBase(remote, branch, folder) : undefined,
    trailingSlash: project?.form,
    onePage: 'small',
    routeBase: project?.base,
  };
}
