// Small hubs on disk, which tests build with functions or by running the program.
import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mapKeys } from 'lodash-es';
import { inject, onTestFinished, TestRunner } from 'vitest';
import { build, type Report } from '../../src/build.js';
import { removeFolder } from '../../src/disk/files.js';
import { type Config, resolveConfig, type UserConfig } from '../../src/model/config/config.js';
import { codeSchema } from '../../src/model/config/schema/config.js';
import { readHub } from '../../src/model/content/read-hub.js';
import { scanHub } from '../../src/model/content/scan-hub.js';
import type { Diagnostic } from '../../src/model/diagnostics/diagnostic.js';
import { sha256 } from '../../src/model/input/hash.js';
import { wordsOf } from '../../src/model/labels/ui-text.js';
import { toHub } from '../../src/model/site/hub.js';
import { buildSite, type Site } from '../../src/model/site/site.js';
import { toSourcePath } from '../../src/model/types/path.js';
import { readFacts, renderBody } from '../../src/render/body/body.js';
import type { BodyInput, TextReader } from '../../src/render/body/body-types.js';
import { factsReader } from '../../src/render/site/body-inputs.js';
import { noteCodes, notePrinted } from './codes.js';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const fixtures = join(root, 'test/fixtures');

/** Reads and renders texts in the test's own process. */
export const inProcess: TextReader = { read: readFacts, render: renderBody };

/** Content by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Creates a folder that is removed at the end of the test, or of the run if it is created outside of a test. */
export function tempDir(): string {
  const isInTest = TestRunner.getCurrentTest() !== undefined;
  const dir = realpathSync(mkdtempSync(join(isInTest ? tmpdir() : inject('runFolder'), 'docgen-test-')));
  if (isInTest) onTestFinished(() => removeFolder(dir));
  return dir;
}

export function writeFiles(dir: string, files: Files): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  return dir;
}

/** Validates a config of any type. Returns it with its diagnostics. */
export const checkConfig = (config: unknown, cwd = '/') =>
  resolveConfig(config, { cwd, file: undefined, overrides: {} });

export function configOf(dir: string, config: UserConfig = {}): Config {
  const resolved = checkConfig(config, dir);
  if (!resolved.value) throw new Error(JSON.stringify(resolved.diagnostics));
  return resolved.value;
}

export interface Model {
  readonly site: Site;
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds the model of a content folder. */
export async function modelOf(contentDir: string, config: UserConfig = {}): Promise<Model> {
  const resolved = configOf(dirname(contentDir), { content: contentDir, ...config });
  const readFacts = factsReader(inProcess.read, { buildId: '', componentsKey: '' })(resolved, undefined);
  const content = await readHub(await scanHub(resolved.content, resolved), new Map(), { readFacts });
  const site = buildSite(content.value, resolved);
  const hub = toHub([{ site: site.value, section: '', filePrefix: '' }]);
  return { site: hub.value.main, diagnostics: [...content.diagnostics, ...site.diagnostics, ...hub.diagnostics] };
}

/** Builds the model of the given files. */
export async function modelOfFiles(files: Files, config: UserConfig = {}): Promise<Model> {
  return modelOf(join(writeFiles(tempDir(), prefixed(files)), 'content'), config);
}

export interface Hub extends Report {
  readonly dir: string;
  /** Returns the page or file at a path of the output folder. `docs/x/` is its index.html. */
  readonly file: (path: string) => string;
  /** Returns the body of a page: the content of its article. */
  readonly body: (path: string) => string;
  readonly has: (path: string) => boolean;
  /** Returns the paths of all files of the site, sorted. */
  readonly files: () => string[];
  /** Returns `code file:line:column message` for each diagnostic. */
  readonly said: () => string[];
}

/** Writes files below `content/` and builds them. */
export async function buildHub(
  files: Files,
  config: UserConfig = {},
  options: { strict?: boolean } = {},
): Promise<Hub> {
  const dir = writeFiles(tempDir(), prefixed(files));
  return buildIn(dir, config, options);
}

export async function buildIn(
  dir: string,
  config: UserConfig = {},
  { strict = false, render = renderBody } = {},
): Promise<Hub> {
  const resolved = configOf(dir, config);
  const report = await build(resolved, { strict, reader: { ...inProcess, render } });
  noteCodes(report.diagnostics);
  const at = (path: string) => join(resolved.out, path.endsWith('/') ? `${path}index.html` : path);
  const file = (path: string) => readFileSync(at(path), 'utf8');
  return {
    ...report,
    dir,
    file,
    body: (path) => bodyOf(file(path)),
    has: (path) => existsSync(at(path)),
    files: () => filesBelow(resolved.out),
    said: () => report.diagnostics.map(say),
  };
}

export function say(diagnostic: Diagnostic): string {
  noteCodes([diagnostic]);
  const { code, place, message } = diagnostic;
  const where = place ? [place.file, place.start?.line, place.start?.column].filter((x) => x !== undefined) : ['-'];
  return `${code} ${where.join(':')} ${message}`;
}

const prefixed = (files: Files): Files => mapKeys(files, (_, path) => `content/${path}`);

export function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();
}

/** Returns the bytes of all files as text, by path. */
export const textsBelow = (dir: string): Readonly<Record<string, string>> =>
  Object.fromEntries(filesBelow(dir).map((path) => [path, readFileSync(join(dir, path), 'latin1')]));

/** Starts a server that ends with the test. Returns its origin. */
export async function listen(answer: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** An image of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const english = wordsOf({ lang: 'en', labels: {} });

/** Returns the input of a body whose text is a separate file. */
export function bodyInput(text: string, more: Partial<BodyInput> = {}): BodyInput {
  const files = { partials: {}, wholeTexts: {}, imports: {}, origins: {} };
  const fixed = {
    source: toSourcePath('a.md'),
    line: 1,
    canTakeHeading: false,
    ...files,
    ownSites: [],
    extras: [],
    code: codeSchema.parse({}),
    lang: 'en',
    labels: {},
    generator: 'docusaurus' as const,
    variables: {},
    markdown: 'detect' as const,
    messages: {},
    components: '',
    remarkPlugins: [],
  };
  const input = { ...fixed, text, headingIds: 'github' as const, ...more };
  return { key: sha256(JSON.stringify(input)), isRepeatable: true, ...input };
}

/** Returns the rendered Markdown of a page. */
export function bodyOf(html: string): string {
  const match = /<div class="markdown">([\s\S]*?)<\/div><\/article/.exec(html);
  if (match?.[1] === undefined) throw new Error('page without a body');
  return match[1];
}

export interface ElementFound {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Returns the start tags of a page that docgen built, in which all other `<` are escaped and all values are quoted. */
export function elementsOf(html: string): ElementFound[] {
  const tags = html.matchAll(/<([a-zA-Z][\w-]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>/g);
  return [...tags].map(([, name = '', text = '']) => ({
    name: name.toLowerCase(),
    attributes: Object.fromEntries(
      [...text.matchAll(/([^\s=>"/]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  }));
}

/** Returns the text of markup as readers see it. */
export function textOf(html: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:#x([0-9a-f]+)|(\w+));/gi, (whole, hex?: string, name?: string) =>
      hex === undefined ? (characters[name ?? ''] ?? whole) : String.fromCodePoint(Number.parseInt(hex, 16)),
    );
}

const activeElements =
  /^(?:script|form|input|button|iframe|style|object|embed|applet|textarea|select|frame|base|math)$/;

/** Returns the elements of a page that could run code, submit data, or load foreign code. */
export function activeIn(html: string): ElementFound[] {
  return elementsOf(html).filter(
    ({ name, attributes }) =>
      activeElements.test(name) ||
      Object.entries(attributes).some(
        ([key, value]) =>
          /^on|^(?:style|srcdoc|formaction|ping|srcset|background)$/i.test(key) ||
          (/^(?:href|src|action|poster)$/i.test(key) && /^\s*(?:javascript|vbscript|data:text|\/\/)/i.test(value)),
      ),
  );
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const bin = join(root, 'bin/docgen.js');

/** Runs the compiled program as a child process, without a terminal. */
export function docgen(cwd: string, ...args: string[]): Ran {
  return spawnDocgen(process.execPath, [bin, ...args], { cwd });
}

/** Runs a command that runs the program. */
export function spawnDocgen(command: string, args: readonly string[], options: SpawnSyncOptions): Ran {
  const { status, stdout, stderr } = spawnSync(command, args, {
    env: { ...process.env, NO_COLOR: '', FORCE_COLOR: undefined, CI: '' },
    maxBuffer: 100 * 1024 * 1024,
    timeout: 120_000,
    killSignal: 'SIGKILL',
    ...options,
    encoding: 'utf8',
  });
  notePrinted(stderr);
  return { status, stdout, stderr };
}

/** Starts the program, so that the caller can kill it. */
export function startDocgen(cwd: string, ...args: string[]) {
  const env = { ...process.env, FORCE_COLOR: undefined };
  const child = spawn(process.execPath, [bin, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<{ status: number | null; signal: NodeJS.Signals | null; stderr: string }>((resolve) => {
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on('close', (status, signal) => {
      notePrinted(stderr);
      resolve({ status, signal, stderr });
    });
  });
  return { child, ended };
}
