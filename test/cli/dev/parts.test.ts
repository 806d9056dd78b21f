// Parts of `docgen dev` that need no process: sent pages, reports of builds, and the start of builds.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compareDiagnostics } from '../../../src/cli/dev/compare-diagnostics.js';
import { relaxed, toScript, toSentPage } from '../../../src/cli/dev/live.js';
import { BuildQueue } from '../../../src/cli/dev/watch.js';
import { Watcher } from '../../../src/cli/dev/watcher.js';
import { problem } from '../../../src/model/diagnostics/diagnostic.js';
import { tempDir, writeFiles } from '../../support/hub.js';

const script = toScript('const a = 1;');
const source = "'sha256-zv0N0Hv6Zw9+C4JbNy52ozAX+zm+quOk2wp0IZa7md8='";

test('the script is inserted into a page, and the policy becomes a header', () => {
  const head =
    '<head><meta charSet="utf-8"/><meta http-equiv="Content-Security-Policy" content="script-src &#x27;none&#x27;"/>';
  const page = `<!DOCTYPE html><html>${head}<title>&lt;/head&gt;</title></head><body><p>text</p></body></html>`;
  const { html, policies } = toSentPage(page, script, { version: '"><b>' });
  expect(html).toBe(
    '<!DOCTYPE html><html><head><script data-version="&quot;&gt;&lt;b&gt;">const a = 1;</script><meta charSet="utf-8"/>' +
      '<title>&lt;/head&gt;</title></head><body><p>text</p></body></html>',
  );
  expect(policies).toEqual([`script-src ${source}`]);
  // Policies in the body are an author's or have no effect, so they stay.
  const body = '<head></head><body><meta http-equiv="Content-Security-Policy" content="a"></body>';
  expect(toSentPage(body, script, {})).toEqual({
    html: body.replace('<head>', '<head><script>const a = 1;</script>'),
    policies: [],
  });
  expect(toSentPage('<p>no head', script, {})).toEqual({
    html: '<p>no head<script>const a = 1;</script>',
    policies: [],
  });
});

test('a policy is relaxed only for the script and its event stream', () => {
  expect(relaxed("default-src 'none'; script-src 'none'; img-src https:", script)).toBe(
    `default-src 'none'; script-src ${source}; img-src https:; connect-src 'self'`,
  );
  expect(relaxed("Default-Src 'self'", script)).toBe(`default-src 'self'; script-src 'self' ${source}`);
  expect(relaxed("script-src-elem 'self'; script-src 'none'; connect-src 'none'", script)).toBe(
    `script-src-elem 'self' ${source}; script-src 'none'; connect-src 'self'`,
  );
  expect(relaxed("script-src 'unsafe-inline'; connect-src *", script)).toBe(
    "script-src 'unsafe-inline'; connect-src *",
  );
  expect(relaxed("style-src 'self'", script)).toBe("style-src 'self'");
  expect(relaxed("script-src 'self';\r\nx: ü\n; script-src *", script)).toBe(
    `script-src 'self' ${source}; x: `.trimEnd(),
  );
});

const link = (url: string, line: number, file = 'a.md') =>
  problem.linkBroken({ url, near: undefined }, { file, start: { line, column: 1 } });

test('diagnostics that existed before are only counted, even if their lines moved', () => {
  const before = [link('x', 3), link('x', 9), link('y', 10)];
  const now = [link('x', 5), link('x', 11), link('x', 20), link('x', 5, 'b.md')];
  const { fresh, known, mended } = compareDiagnostics(before, { diagnostics: now, isComplete: true });
  expect(fresh.map(({ place }) => [place?.file, place?.start?.line])).toEqual([
    ['a.md', 20],
    ['b.md', 5],
  ]);
  expect({ known, mended }).toEqual({ known: 2, mended: 1 });
  const first = compareDiagnostics([], { diagnostics: before, isComplete: true });
  expect(first).toEqual({ fresh: before, known: 0, mended: 0, inBaseline: 0, last: before });
});

test('a build that stopped early does not report warnings as fixed', () => {
  const warnings = [link('x', 3), link('x', 9), link('y', 10)];
  const error = problem.configUnknownKey({ key: 'titel', known: ['title'] });
  const broken = compareDiagnostics(warnings, { diagnostics: [error], isComplete: false });
  expect(broken).toMatchObject({ fresh: [error], known: 0, mended: 0 });
  const other = compareDiagnostics(broken.last, { diagnostics: [link('y', 10)], isComplete: false });
  expect(other).toMatchObject({ fresh: [], known: 1, mended: 0 });
  expect(
    compareDiagnostics(other.last, { diagnostics: [error], isComplete: false }).fresh,
    'an error that came back',
  ).toEqual([error]);
  const fixed = compareDiagnostics(other.last, { diagnostics: [link('x', 4), link('y', 9)], isComplete: true });
  expect(fixed).toMatchObject({ fresh: [], known: 2, mended: 1 });
});

/** Creates builds that run until they are ended or stopped, and records them. */
function recorded() {
  const runs: { changed: string[]; end: () => void; signal: AbortSignal }[] = [];
  const run = (changed: ReadonlySet<string>, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      runs.push({ changed: [...changed], end: resolve, signal });
      signal.addEventListener('abort', () => resolve());
    });
  const rebuilds = new BuildQueue(run, 20);
  const until = async (count: number) => {
    while (runs.length < count) await setTimeout(5);
    return runs[count - 1] ?? runs[0];
  };
  return { runs, rebuilds, until };
}

test('fifty changes in quick succession cause one build, and one more if a build is running', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { runs, rebuilds } = recorded();
  const burst = async () => {
    for (let n = 1; n <= 50; n += 1) {
      rebuilds.changed(`${n}`);
      await vi.advanceTimersByTimeAsync(19);
    }
    expect(runs.filter(({ signal }) => signal.aborted)).toEqual([]); // nothing is stopped before they end
    await vi.advanceTimersByTimeAsync(1);
  };
  await burst();
  expect(runs).toHaveLength(1);
  expect(runs[0]?.changed).toHaveLength(50);
  await burst();
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await rebuilds.close();
});

test('a change stops the running build, and the next build includes its changes', async () => {
  const { runs, rebuilds, until } = recorded();
  rebuilds.start();
  rebuilds.changed('a');
  await until(2);
  expect(runs[0]?.signal.aborted).toBe(true);
  rebuilds.changed('b');
  expect((await until(3))?.changed.sort()).toEqual(['a', 'b']);
  await rebuilds.close();
  expect(runs[2]?.signal.aborted).toBe(true);
  rebuilds.changed('c');
  await setTimeout(60);
  expect(runs).toHaveLength(3);
});

test('continuous changes cannot prevent a build', async () => {
  const { runs, rebuilds, until } = recorded();
  rebuilds.start();
  for (const count of [2, 3, 4]) {
    rebuilds.changed('a');
    await until(count);
  }
  rebuilds.changed('b');
  await setTimeout(60);
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, true, true, false]);
  runs[3]?.end();
  expect((await until(5))?.changed).toEqual(['b']);
  await rebuilds.close();
});

test('a folder in which a build has written before it is watched is no change; what others added there is one', () => {
  const changes: string[] = [];
  const report = (path: string) => void changes.push(path);
  const watcher = new Watcher(report, () => {});
  onTestFinished(() => watcher.close());
  const dir = writeFiles(tempDir(), { 'build/a.html': '', 'docs/a.md': '' });
  watcher.update({ paths: [dir], above: [], code: [], ignored: [join(dir, 'build')] });
  expect(changes).toEqual(['docs', 'docs/a.md'].map((path) => join(dir, path)));
});
