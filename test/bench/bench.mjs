// `npm run bench`: how long builds take and how much memory, beside Hugo where it is installed. Figures are for one machine at one
// time; what counts is their ratio, so both programs run in turn.
//
//   npm run bench -- [--content DIR] [--runs N] [--scale 1000,10000,50000] [--work DIR] [--json FILE] [--no-hugo]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { changeOne, copyOf, filesBelow, multiply, sizeOf } from './hubs.mjs';
import { hugoVersion, writeHugoSite } from './hugo.mjs';
import { median, run } from './measure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = join(root, '../shared/corpus/hub/docs');
const { values } = parseArgs({
  options: {
    content: { type: 'string', default: existsSync(shared) ? shared : join(root, 'content') },
    runs: { type: 'string', default: '5' },
    scale: { type: 'string', default: '1000,10000,50000' },
    work: { type: 'string' },
    json: { type: 'string' },
    'no-hugo': { type: 'boolean', default: false },
  },
});
const content = resolve(values.content);
const runs = Number(values.runs);
const work = resolve(values.work ?? mkdtempSync(join(tmpdir(), 'docgen-bench-')));
const hugo = values['no-hugo'] ? undefined : hugoVersion();
const docgen = [join(root, 'bin/docgen.js')];
const results = [];

const build = (hub, out, ...options) =>
  run(process.execPath, [...docgen, 'build', '--content', hub, '--out', out, ...options], { cwd: work });
// Every run has a folder of its own: on some file systems files are made slowly where many were removed a moment ago.
let folders = 0;
const fresh = (name) => join(work, `${name}-${++folders}`);

function report(name, { seconds, memory }, { pages, bytes }, beside = {}) {
  const row = {
    name,
    seconds: Number(seconds.toFixed(3)),
    pagesPerSecond: Math.round(pages / seconds),
    memory: memory === undefined ? undefined : Math.round(memory),
    pages,
    bytesPerPage: Math.round(bytes / pages),
    millisecondsPerPage: Number(((1000 * seconds) / pages).toFixed(3)),
    kilobytesOfMemoryPerPage: memory === undefined ? undefined : Math.round((1024 * memory) / pages),
    ...beside,
  };
  results.push(row);
  const ratios = Object.entries(beside).map(([key, value]) => `${key} ${value}`);
  console.log(
    [
      name.padEnd(34),
      `${row.seconds.toFixed(2)} s`.padStart(9),
      `${row.pagesPerSecond} pages/s`.padStart(14),
      `${row.memory ?? '?'} MB`.padStart(9),
      `${row.bytesPerPage} B/page`.padStart(15),
      ...ratios,
    ].join('  '),
  );
}

/** Hugo's site of the same pages, with one tree for all of them or with each page's place marked. */
function hugoSite(hub, tree) {
  const ask = (subject) =>
    JSON.parse(
      execFileSync(process.execPath, [...docgen, 'inspect', subject, '--json', '--content', hub], {
        cwd: work,
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  const out = fresh(`hugo-${tree}`);
  writeHugoSite({ content: hub, records: ask('version'), docs: ask('docs'), out, tree });
  return out;
}

/** Cold builds, in turn with Hugo's; the ratios are of the medians. */
async function cold(name, hub, times) {
  const sites = hugo
    ? { 'ratio to Hugo': hugoSite(hub, 'shared'), 'to Hugo with places marked': hugoSite(hub, 'marked') }
    : {};
  const own = [];
  const others = Object.fromEntries(Object.keys(sites).map((key) => [key, []]));
  let size;
  for (let time = 0; time < times; time += 1) {
    const out = fresh('site');
    own.push(await build(hub, out, '--no-cache'));
    size ??= sizeOf(out);
    for (const [key, site] of Object.entries(sites)) {
      others[key].push(await run('hugo', ['--quiet', '--noBuildLock', '-d', fresh('public')], { cwd: site }));
    }
  }
  const figures = median(own);
  const beside = {};
  for (const [key, list] of Object.entries(others)) {
    const { seconds, memory } = median(list);
    beside[key] = `${(figures.seconds / seconds).toFixed(2)} (${seconds.toFixed(2)} s, ${Math.round(memory ?? 0)} MB)`;
  }
  report(name, figures, size, beside);
  return others['ratio to Hugo'] && median(others['ratio to Hugo']).seconds;
}

/** Builds again with what an earlier build kept; `change` is called before each. */
async function warm(name, hub, times, hugoSeconds, change = () => {}) {
  const [out, cache] = [fresh('site'), fresh('cache')];
  await build(hub, out, '--cache', cache);
  const own = [];
  for (let time = 0; time < times; time += 1) {
    change(time);
    own.push(await build(hub, out, '--cache', cache));
  }
  const figures = median(own);
  const beside = hugoSeconds ? { 'ratio to Hugo cold': (figures.seconds / hugoSeconds).toFixed(2) } : {};
  report(name, figures, sizeOf(out), beside);
}

try {
  const docs = filesBelow(content).filter((path) => /\.mdx?$/.test(path)).length;
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, ${docs} docs; Hugo ${hugo ?? 'is not here'}\n`,
  );
  const hub = copyOf(content, join(work, 'hub'));
  const hugoSeconds = await cold('cold', hub, runs);
  await warm('warm, nothing changed', hub, runs, hugoSeconds);
  await warm('warm, one page changed', hub, runs, hugoSeconds, (time) => changeOne(hub, time));
  await cold('cold, 2,900 large files', multiply(content, join(work, 'large'), { docs: 2900, bodies: 3 }), 1);
  for (const count of values.scale.split(',').filter(Boolean).map(Number)) {
    const out = fresh('site');
    const scaled = multiply(content, join(work, 'scaled'), { docs: count });
    const figures = await build(scaled, out, '--no-cache');
    report(`cold, ${count.toLocaleString('en-US')} docs`, figures, sizeOf(out));
    rmSync(out, { recursive: true, force: true });
  }
  if (values.json)
    writeFileSync(values.json, `${JSON.stringify({ node: process.version, hugo, docs, results }, null, 2)}\n`);
} finally {
  if (!values.work) rmSync(work, { recursive: true, force: true });
}
