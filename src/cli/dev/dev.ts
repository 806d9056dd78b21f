// `docgen dev`: watch → build → serve what stands in the out folder. Pages on disk are those of `docgen build`; the script that reloads
// them is added to what the server sends.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { cannotWatch } from '../../model/diagnostics/output.js';
import type { WithFolder } from '../../model/mounts/with-folders.js';
import { packageFile } from '../../model/package-file.js';
import { exitCode } from '../exit.js';
import { cacheFolder, printDiagnostics } from '../options.js';
import { shownPlace, visible } from '../report.js';
import type { SiteServerOptions } from '../server/server.js';
import { announce, openBrowser, type ServerOptions, startServer, untilAborted } from '../server/start.js';
import { Builder } from './builder-process.js';
import { eventsPath, Live, type ShownFault } from './live.js';
import type { BuildRequest, BuiltFrom, Outcome } from './messages.js';
import { newsOf, sayBuilt } from './news.js';
import { toScript, toSentPage } from './page.js';
import { Rebuilds } from './rebuilds.js';
import { Watcher } from './watch.js';

export interface DevCommandOptions extends ServerOptions {
  readonly out?: string;
  readonly with?: readonly WithFolder[];
  readonly workers?: number;
  /** A folder; `true` for the default folder, `false` for no cache. */
  readonly cache: string | boolean;
}

/** Builds, serves and builds again, until the signal comes. Returns the exit code where it cannot. */
export async function devCommand(options: DevCommandOptions, signal: AbortSignal): Promise<number> {
  const live = new Live();
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
  const onFault = once(({ message }: Error) => printDiagnostics([cannotWatch({ reason: message })], options));
  const watcher = new Watcher({ onChange: (path) => rebuilds.changed(path), onFault });
  const url = () => server.url(from.basePath);
  const welcome = once(() => announce(url(), options));
  const opened = once(() => void (options.open && openBrowser(url())));
  const builder = new Builder((watched, now) => {
    watcher.update(watched);
    if (now) from = now;
    welcome();
  });
  process.on('exit', () => builder.kill()); // also where a second interrupt ends this process at once
  let last: readonly Diagnostic[] = [];
  let isSpent = false;
  const run = async (changed: ReadonlySet<string>, stop: AbortSignal) => {
    const started = performance.now();
    if (isSpent || [...changed].some((path) => watcher.isCode(path))) await builder.renew();
    isBuilding = true;
    const outcome = await builder.build({ ...requestOf(options), cache: cache.dir }, stop);
    isBuilding = false;
    if (!outcome) return;
    isSpent = outcome.isSpent;
    const news = newsOf(last, outcome);
    last = news.last;
    printDiagnostics(news.fresh, options, from.content);
    sayBuilt(outcome, news, { seconds: (performance.now() - started) / 1000, format: options.format });
    if (outcome.published) live.published();
    else live.failed(faultsOf(outcome, from));
    opened();
  };
  const rebuilds = new Rebuilds({ run });
  rebuilds.start();
  await untilAborted(signal);
  server.close();
  await Promise.all([rebuilds.close().then(() => builder.close()), watcher.close()]);
  cache.close();
  return exitCode.built;
}

function requestOf({ config, content, base, drafts, with: folders, out, workers }: DevCommandOptions): BuildRequest {
  return { config, content, base, drafts, with: folders, out, workers };
}

/** The folder of the cache. Without one each build would be a whole one, so there is always one while the server runs, but for `--no-cache`. */
function openCache(wanted: string | boolean): { readonly dir: string | undefined; readonly close: () => void } {
  const lasting = cacheFolder(wanted);
  if (lasting !== undefined || wanted === false) return { dir: lasting, close: () => {} };
  const dir = mkdtempSync(join(tmpdir(), 'docgen-dev-'));
  return { dir, close: () => rmSync(dir, { recursive: true, force: true }) };
}

/** A function that does something the first time only. */
function once<Values extends unknown[]>(call: (...values: Values) => void): (...values: Values) => void {
  let isDone = false;
  return (...values) => {
    if (!isDone) call(...values);
    isDone = true;
  };
}

/** The page of a hub that was not built yet. */
const emptyPage =
  '<!doctype html><html lang="en"><head><title>docgen dev</title></head><body><p>The site is not built yet.</p></body></html>\n';

/** Sends pages with the script that reloads them. */
function pageSender(live: Live): NonNullable<SiteServerOptions['sendPage']> {
  const script = toScript(readFileSync(packageFile('dist/reload.js'), 'utf8'));
  return async (response, status, file) => {
    const { version } = live; // before the page is read: one that is newer is loaded again, which does no harm
    const page = file === undefined ? emptyPage : await readFile(file, 'utf8');
    const { html, policies } = toSentPage(page, script, { version, events: eventsPath });
    if (policies.length > 0) response.setHeader('content-security-policy', policies);
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(file === undefined ? 503 : status, headers).end(html);
  };
}

function faultsOf({ diagnostics }: Outcome, { content }: BuiltFrom): ShownFault[] {
  return diagnostics
    .filter(({ severity, known }) => severity === 'error' && !known)
    .map((diagnostic) => ({
      code: diagnostic.code,
      message: visible(diagnostic.message),
      place: shownPlace(diagnostic, { cwd: process.cwd(), mounts: content }),
      hint: diagnostic.hint && visible(diagnostic.hint),
    }));
}
