// `docgen dev`: watch → build → serve. The files are those of `docgen build`, and the server adds the reload script.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'lodash-es';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { packageFile } from '../../model/input/regular-file.js';
import { announce, cacheFolder, exitCode, type Options, printDiagnostics } from '../options.js';
import { shownPlace, visible } from '../report.js';
import { openBrowser, type SiteServerOptions, startServer } from '../server.js';
import { Builder, type BuilderResult, type BuiltFrom } from './builder-process.js';
import { compareDiagnostics, printBuilt } from './compare-diagnostics.js';
import { eventsPath, ReloadEvents, type ShownViolation, toScript, toSentPage } from './live.js';
import { BuildQueue } from './watch.js';
import { Watcher } from './watcher.js';

export async function devCommand(options: Options, signal: AbortSignal): Promise<number> {
  const live = new ReloadEvents();
  let from: BuiltFrom = { out: '', basePath: '/', content: [] };
  let isBuilding = false;
  const server = await startServer(
    {
      site: () => from,
      answers: new Map([[eventsPath, live.answer]]),
      sendPage: pageSender(live),
      isChanging: () => isBuilding,
    },
    options,
  );
  if (!server) return exitCode.cannotRun;
  const cache = openCache(options.cache);
  const onFault = once(({ message }: Error) => printDiagnostics([problem.cannotWatch({ reason: message })], options));
  const watcher = new Watcher((path) => rebuilds.changed(path), onFault);
  const url = () => server.url(from.basePath);
  const welcome = once(() => announce(url(), options));
  const opened = once(() => void (options.open && openBrowser(url())));
  const builder = new Builder((loaded) => {
    watcher.update(loaded.watched);
    from = loaded.from ?? from;
    welcome();
  });
  process.on('exit', () => builder.kill()); // also if a second interrupt ends this process at once
  let last: readonly Diagnostic[] = [];
  let needsNewProcess = false;
  const run = async (changed: ReadonlySet<string>, stop: AbortSignal) => {
    const started = performance.now();
    if (needsNewProcess || [...changed].some((path) => watcher.isCode(path))) await builder.renew();
    isBuilding = true;
    const outcome = await builder.build({ ...options, cache: cache.dir }, stop);
    isBuilding = false;
    if (!outcome) return;
    needsNewProcess = outcome.needsNewProcess;
    const news = compareDiagnostics(last, outcome);
    last = news.last;
    printDiagnostics(news.fresh, options, from.content);
    printBuilt(outcome, news, (performance.now() - started) / 1000, options);
    if (outcome.published) live.published();
    else live.failed(faultsOf(outcome, from));
    opened();
  };
  const rebuilds = new BuildQueue(run);
  rebuilds.start();
  await server.closeAt(signal);
  watcher.close();
  await rebuilds.close();
  await builder.close();
  cache.close();
  return exitCode.built;
}

/** Returns the cache folder. Creates a temporary one if there is none, because builds without a cache are full builds. Not with `--no-cache`. */
function openCache(wanted: string | boolean): { readonly dir: string | undefined; readonly close: () => void } {
  const lasting = cacheFolder(wanted);
  if (lasting !== undefined || wanted === false) return { dir: lasting, close: () => {} };
  const dir = mkdtempSync(join(tmpdir(), 'docgen-dev-'));
  return { dir, close: () => rmSync(dir, { recursive: true, force: true }) };
}

const emptyPage =
  '<!doctype html><html lang="en"><head><title>docgen dev</title></head><body><p>The site is not built yet.</p></body></html>\n';

function pageSender(live: ReloadEvents): NonNullable<SiteServerOptions['sendPage']> {
  const script = toScript(readFileSync(packageFile('dist/reload.js'), 'utf8'));
  return async (response, status, file) => {
    const { version } = live; // read before the page: if the page is newer, it only reloads once more
    const page = file === undefined ? emptyPage : await readFile(file, 'utf8');
    const { html, policies } = toSentPage(page, script, { version, events: eventsPath });
    if (policies.length > 0) response.setHeader('content-security-policy', policies);
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(file === undefined ? 503 : status, headers).end(html);
  };
}

function faultsOf({ diagnostics }: BuilderResult, { content }: BuiltFrom): ShownViolation[] {
  return diagnostics
    .filter(({ severity, known }) => severity === 'error' && !known)
    .map((diagnostic) => ({
      code: diagnostic.code,
      message: visible(diagnostic.message),
      place: shownPlace(diagnostic, { cwd: process.cwd(), mounts: content }),
      hint: diagnostic.hint && visible(diagnostic.hint),
    }));
}
