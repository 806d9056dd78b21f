// Scenarios in a YAML file: files of a hub, changes, and the expected output of commands and content of files. In any text,
// `$name` is the folder of a repository, `$name@ref` the hash of a commit or tree, `$name~ref` its first digits
// (a `$` after it ends the ref), `$dir` the hub.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf, type Matcher } from './data.js';
import {
  bodyOf,
  buildIn,
  docgen,
  type Files,
  filesBelow,
  fixtures,
  say,
  tempDir,
  textOf,
  textsBelow,
  writeFiles,
} from './hub.js';
import { commit, git, repository } from './repository.js';
import { exported, mirror, run, type SourceConfig, sourcesOf } from './sync.js';

type Expected = Matcher | readonly Matcher[];

export interface Step {
  /** Arguments of docgen. The command runs in this process. */
  readonly run?: string | readonly string[];
  /** Arguments of docgen. The command runs as a child process. */
  readonly program?: string;
  /** Named pipes, which must still exist at the end. */
  readonly pipes?: readonly string[];
  /** Folder in which the command runs. By default, the hub. */
  readonly in?: string;
  /** Builds with the function, with changes of the config. This is the default of a scenario without steps. */
  readonly build?: UserConfig;
  /** Files to write before the step runs. */
  readonly write?: Files;
  readonly config?: object;
  /** `sources` of the config. By default, `docs` on `main` in sections `p0`, `p1`… */
  readonly sources?: readonly Partial<SourceConfig>[];
  /** Replacements of texts in files. */
  readonly replace?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly remove?: readonly string[];
  readonly move?: Readonly<Record<string, string>>;
  readonly copy?: Readonly<Record<string, string>>;
  readonly folders?: readonly string[];
  readonly link?: Readonly<Record<string, string>>;
  readonly git?: Readonly<Record<string, string | readonly string[]>>;
  readonly commit?: Readonly<Record<string, Files>>;
  /** Exit code of `run`. By default, 0. */
  readonly status?: number;
  readonly stdout?: Expected;
  readonly stderr?: Expected;
  /** Whether Git must be able to apply the output as a patch. */
  readonly patch?: boolean;
  readonly published?: boolean;
  /** All diagnostics as `code place message`, or those that match a pattern. */
  readonly said?: readonly Matcher[] | { readonly of: RegExp; readonly are: readonly Matcher[] };
  /** All diagnostics as `code place message; hint`. */
  readonly hinted?: readonly Matcher[];
  /** Content of files of the site, or of the hub if the path starts with `./`. `*` matches any text. `body` and `text` select parts of pages. */
  readonly shows?: Readonly<Record<string, Expected>>;
  readonly body?: Readonly<Record<string, Expected>>;
  readonly text?: Readonly<Record<string, Expected>>;
  /** All matches of a pattern in a file, or in a part of it: the groups, or the entire match. */
  readonly all?: Readonly<
    Record<string, { readonly of: RegExp; readonly in?: RegExp; readonly are: readonly string[] }>
  >;
  /** Content of each file of the site whose path matches a pattern. */
  readonly every?: { readonly of: RegExp; readonly shows: Expected };
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** The files of snapshots by section. Null if there is no snapshot. */
  readonly exported?: Readonly<Record<string, readonly string[] | null>>;
  /** Folders that must have the same files with the same bytes. */
  readonly same?: Readonly<Record<string, string>>;
  /** All files of a folder, or those whose path matches a pattern. */
  readonly lists?: readonly { readonly below?: string; readonly of?: RegExp; readonly are: readonly Matcher[] }[];
}

export interface Scenario extends Step {
  readonly name: string;
  readonly repositories?: Readonly<Record<string, Files>>;
  /** Web URLs that Git's settings redirect to repositories. */
  readonly mirror?: Readonly<Record<string, string>>;
  /** Files of the hub, and files below `content/`. */
  readonly files?: Files;
  readonly content?: Files;
  /** A folder of test/fixtures to copy to the hub. */
  readonly fixture?: string;
  /** Files below `content/`, `count` of each. `#` in a path and `#N` in a text are the number of a file. */
  readonly many?: Readonly<Record<string, readonly [count: number, text: string]>>;
  readonly steps?: readonly Step[];
}

/** Creates a test for each scenario of a file. `more` are files that YAML can't contain. */
export function scenarios(file: string, { key = 'scenarios', more = {} as Files, config = {} as UserConfig } = {}) {
  const all = dataOf<Record<string, readonly Scenario[]>>(file)[key] ?? [];
  test.each(all.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, scenario) => {
    await play({ ...scenario, config: { ...config, ...scenario.config } }, more);
  });
}

async function play(
  { repositories = {}, files, content, many = {}, fixture, steps, config = {}, sources, ...first }: Scenario,
  more: Files,
) {
  const folders = Object.fromEntries(Object.entries(repositories).map(([name, texts]) => [name, repository(texts)]));
  const dir = tempDir();
  const hub = { dir, folders, config: { ...config, ...(sources && { sources: sourcesOf(sources) }) } as UserConfig };
  const pages = content ?? (sources && !files ? { 'index.md': '# Front' } : {});
  const numbered = Object.entries(many).flatMap(([path, [count, text]]) =>
    Array.from({ length: count }, (_, n) => [path.replace('#', `${n}`), text.replaceAll('#N', `${n}`)] as const),
  );
  const inContent = [...Object.entries(pages), ...numbered].map(([path, text]) => [`content/${path}`, text] as const);
  if (fixture) cpSync(join(fixtures, fixture), dir, { recursive: true });
  writeFiles(dir, filled({ ...more, ...files, ...Object.fromEntries(inContent) }, hub));
  if (first.mirror) mirror(dir, filled(first.mirror, hub));
  if (Object.keys(hub.config).length > 0) change({ config: {} }, hub);
  const isBuild = steps === undefined && first.run === undefined && first.program === undefined;
  await take(isBuild ? { build: {}, ...first } : first, hub);
  for (const step of steps ?? []) await take(step, hub);
}

interface Hub {
  readonly dir: string;
  readonly folders: Readonly<Record<string, string>>;
  readonly config: UserConfig;
}

async function take(step: Step, hub: Hub): Promise<void> {
  change(step, hub);
  const { dir } = hub;
  const command = step.run ?? step.program;
  const args = typeof command === 'string' ? command.split(' ') : command;
  if (args) {
    const ran = await (step.run ? run : docgen)(join(dir, step.in ?? ''), ...filled(args, hub));
    const where = `docgen ${args.join(' ')}\n${ran.stderr}`;
    expect(ran.status, where).toBe(step.status ?? 0);
    for (const stream of ['stdout', 'stderr'] as const) meets(ran[stream], step[stream], hub, where);
    if (step.patch) git(dir, ['apply', '-'], {}, ran.stdout);
  } else if (step.build) {
    const built = await buildIn(dir, { ...filled({ ...hub.config, ...step.config }, hub), ...step.build });
    expect(built.published, built.said().join('\n')).toBe(step.published ?? true);
    const { of, are } = step.said && 'are' in step.said ? step.said : { of: /^/, are: step.said };
    if (are)
      expect(built.said().filter((line) => of.test(line))).toEqual(are.map((one) => asExpected(filled(one, hub))));
    const hinted = built.diagnostics.map((one) => `${say(one)}; ${one.hint ?? ''}`);
    if (step.hinted) expect(hinted).toEqual(step.hinted.map(asExpected));
  }
  for (const [path, expected] of Object.entries(step.shows ?? {})) meets(read(dir, path), expected, hub, path);
  for (const [path, expected] of Object.entries(step.body ?? {})) meets(bodyOf(read(dir, path)), expected, hub, path);
  for (const [path, expected] of Object.entries(step.text ?? {})) meets(textOf(read(dir, path)), expected, hub, path);
  for (const [path, { of, in: part = /^[\s\S]*/, are }] of Object.entries(step.all ?? {})) {
    const found = (part.exec(read(dir, path))?.[0] ?? '').matchAll(of);
    const groups = Array.from(found, ([whole, ...all]) => {
      const texts = all.map((one = '') => textOf(one));
      return texts.length < 2 ? (texts[0]?.replace(/\n$/, '') ?? whole) : texts.join(' ').replace(/\s+/g, ' ').trim();
    });
    expect([path, groups]).toEqual([path, filled(are, hub)]);
  }
  const selected = step.every ? filesBelow(join(dir, 'build')).filter((path) => step.every?.of.test(path)) : ['none'];
  expect(selected.length).toBeGreaterThan(0);
  if (step.every) for (const path of selected) meets(read(dir, path), step.every.shows, hub, path);
  for (const path of step.pipes ?? []) expect(lstatSync(join(dir, path)).isFIFO()).toBe(true);
  for (const path of step.has ?? []) expect([path, existsSync(placeOf(dir, path))]).toEqual([path, true]);
  for (const path of step.lacks ?? []) expect([path, existsSync(placeOf(dir, path))]).toEqual([path, false]);
  for (const [section, paths] of Object.entries(step.exported ?? {}))
    expect(exported(dir, section) ?? null).toEqual(paths);
  for (const [one, other] of Object.entries(step.same ?? {}))
    expect(textsBelow(join(dir, one))).toEqual(textsBelow(join(dir, other)));
  for (const { below = 'build', of = /^/, are } of step.lists ?? [])
    expect(filesBelow(join(dir, below)).filter((path) => of.test(path))).toEqual(are.map(asExpected));
}

/** Makes the changes of a step. */
export function change(step: Step, hub: Hub): void {
  const { dir, folders } = hub;
  const at = (path: string) => resolve(dir, filled(path, hub));
  for (const [name, args] of Object.entries(step.git ?? {}))
    git(folders[name] ?? dir, typeof args === 'string' ? filled(args, hub).split(' ') : args);
  for (const [name, files] of Object.entries(step.commit ?? {})) commit(folders[name] ?? dir, filled(files, hub));
  for (const [from, to] of Object.entries(step.copy ?? {})) cpSync(at(from), at(to), { recursive: true });
  for (const path of step.remove ?? []) rmSync(at(path), { recursive: true });
  for (const [from, to] of Object.entries(step.move ?? {})) renameSync(at(from), at(to));
  for (const path of step.pipes ?? []) execFileSync('mkfifo', [at(path)]);
  for (const path of step.folders ?? []) mkdirSync(at(path), { recursive: true });
  for (const [path, target] of Object.entries(step.link ?? {})) {
    mkdirSync(dirname(at(path)), { recursive: true });
    symlinkSync(filled(target, hub), at(path));
  }
  for (const [path, text] of Object.entries(step.write ?? {}))
    writeFiles(dirname(at(path)), { [basename(at(path))]: filled(text, hub) });
  for (const [path, texts] of Object.entries(step.replace ?? {}))
    for (const [old, text] of Object.entries(texts))
      writeFiles(dir, { [path]: read(dir, `./${path}`).replaceAll(filled(old, hub), filled(text, hub)) });
  if (step.config === undefined && step.sources === undefined) return;
  const config = { ...hub.config, ...step.config, ...(step.sources && { sources: sourcesOf(step.sources) }) };
  writeFiles(dir, { 'docgen.config.json': JSON.stringify(filled(config, hub)) });
}

/** Returns a value with `$name` and `$name@ref` in its texts replaced by folders of repositories and hashes of commits. */
function filled<T>(value: T, hub: Hub): T {
  if (typeof value === 'string') {
    return value.replace(/\$(\w+)(?:([@~])([\w^:]+)\$?)?/g, (whole, name: string, sign?: string, ref = '') => {
      const folder = name === 'dir' ? hub.dir : hub.folders[name];
      if (folder === undefined || sign === undefined) return folder ?? whole;
      return git(folder, ['rev-parse', ref]).slice(0, sign === '~' ? 10 : undefined);
    }) as T;
  }
  if (typeof value !== 'object' || value === null || value instanceof RegExp || value instanceof Uint8Array)
    return value;
  if (Array.isArray(value)) return value.map((item) => filled(item, hub)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, hub)])) as T;
}

const placeOf = (dir: string, path: string): string => {
  if (path.includes('*')) {
    const [start = '', end = ''] = path.split('*');
    const names = filesBelow(join(dir, 'build')).filter((name) => name.startsWith(start) && name.endsWith(end));
    expect(names).toHaveLength(1);
    return join(dir, 'build', names[0] ?? '');
  }
  const place = path.startsWith('./') ? path : `build/${path}`;
  return join(dir, place.endsWith('/') ? `${place}index.html` : place);
};
const read = (dir: string, path: string) => readFileSync(placeOf(dir, path), 'utf8');
const asExpected = (matcher: Matcher) => (matcher instanceof RegExp ? expect.stringMatching(matcher) : matcher);

function meets(text: string, expected: Expected | undefined, hub: Hub, where: string): void {
  for (const matcher of filled(expected === undefined ? [] : [expected].flat(), hub)) {
    if (matcher instanceof RegExp) expect(text, where).toMatch(matcher);
    else if (typeof matcher === 'string') expect(text, where).toContain(matcher);
    else if ('is' in matcher) expect(text, where).toBe(matcher.is);
    else if ('count' in matcher)
      expect(text.split(matcher.of).length - 1, `${matcher.of} in ${where}`).toBe(matcher.count);
    else if (matcher.no instanceof RegExp) expect(text, where).not.toMatch(matcher.no);
    else expect(text, where).not.toContain(matcher.no);
  }
}
