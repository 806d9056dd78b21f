// What a folder says of its project before anything is asked: package.json, git, Markdown, a site of Docusaurus.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { configNames } from '../../model/config-file/read.js';
import { listFiles } from '../../model/content/list-files.js';
import { isRecord } from '../../model/plain-data.js';
import { fileFault, ownText } from '../../model/regular-file.js';
import { gitFolderOf } from './git-folder.js';
import { type Manager, managerOf } from './manager.js';
import { parseRemote, type Remote } from './remote.js';

export interface Facts {
  /** Name of the folder. */
  readonly folder: string;
  readonly packageText: string | undefined;
  /** Of package.json; empty where there is none. */
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly manager: Manager;
  /** The package of docgen is a dependency already. */
  readonly hasDocgen: boolean;
  readonly remote: Remote | undefined;
  readonly branch: string;
  /** The folder from the top of the repository and the top from the folder, '' where they are the same. */
  readonly inRepository: string;
  readonly toTop: string;
  readonly ignored: string | undefined;
  readonly configFile: string | undefined;
  /** `docusaurus.config.*` of this folder. */
  readonly docusaurus: string | undefined;
  /** A folder below this one that holds a site of Docusaurus. */
  readonly docusaurusBelow: string | undefined;
  /** Folder of Markdown, `.` for this one; undefined where there is none. */
  readonly content: string | undefined;
  /** Where a build can put its site: nothing of others stands there. */
  readonly out: string;
}

const contentFolders = ['content', 'docs', 'src/content/docs', 'documentation', 'doc'];
const outFolders = ['build', 'site', 'docs-site', 'docgen-site'];

/** Reads the facts of a folder. */
export async function factsOf(cwd: string): Promise<Facts> {
  const git = gitFolderOf(cwd);
  const packageText = textOf(join(cwd, 'package.json'));
  const manifest = dataOf(packageText);
  const hasFile = (name: string) => [cwd, git?.top ?? cwd].some((dir) => existsSync(join(dir, name)));
  const { repository } = manifest;
  const named = isRecord(repository) ? repository['url'] : repository;
  const docusaurus = docusaurusIn(cwd);
  const below = ['website', 'docs', 'site'].find((dir) => docusaurusIn(join(cwd, dir)) !== undefined);
  const dependencies = ['dependencies', 'devDependencies'].map((key) => manifest[key]);
  return {
    folder: basename(cwd),
    packageText,
    manifest,
    manager: managerOf(manifest['packageManager'], hasFile),
    hasDocgen: dependencies.some((map) => isRecord(map) && Object.hasOwn(map, 'docgen-hub')),
    remote: parseRemote(git?.remote ?? (typeof named === 'string' ? named : '')),
    branch: git?.branch ?? 'main',
    inRepository: git ? relative(git.top, cwd).replaceAll('\\', '/') : '',
    toTop: git ? relative(cwd, git.top).replaceAll('\\', '/') : '',
    ignored: textOf(join(cwd, '.gitignore')),
    configFile: configNames.find((name) => existsSync(join(cwd, name))),
    docusaurus,
    docusaurusBelow: below,
    content: await contentIn(cwd),
    out:
      (docusaurus === undefined ? outFolders : outFolders.slice(1)).find((dir) => isFree(join(cwd, dir))) ??
      'docgen-site',
  };
}

function docusaurusIn(dir: string): string | undefined {
  return ['js', 'ts', 'mjs', 'cjs', 'mts']
    .map((ending) => `docusaurus.config.${ending}`)
    .find((name) => existsSync(join(dir, name)));
}

/** Files of a repository that tell about it and are no docs. */
const aboutProject =
  /^(?:readme|changelog|changes|history|licen[cs]e|contributing|code_of_conduct|security|support|authors|governance|maintainers|agents|claude)(?:\.[\w-]+)?\.mdx?$/i;

async function contentIn(cwd: string): Promise<string | undefined> {
  for (const dir of contentFolders) {
    if (!isFolder(join(cwd, dir))) continue;
    const { value: files } = await listFiles(join(cwd, dir), '');
    if (files.some(({ path }) => /\.mdx?$/.test(path))) return dir;
  }
  const markdown = (await listFiles(cwd, '')).value.map(({ path }) => path).filter((path) => /\.mdx?$/.test(path));
  return markdown.some((file) => !aboutProject.test(basename(file)) && file.split('/').length < 4) ? '.' : undefined;
}

/** True where a build may write: nothing is there, or a site that docgen made. */
function isFree(dir: string): boolean {
  if (!existsSync(dir)) return true;
  return isFolder(dir) && (readdirSync(dir).length === 0 || existsSync(join(dir, '.docgen-manifest')));
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function textOf(file: string): string | undefined {
  return fileFault(file) === undefined ? ownText(file) : undefined;
}

function dataOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse((text ?? '').replace(/^\uFEFF/, ''));
    return isRecord(data) ? data : {};
  } catch {
    return {};
  }
}
