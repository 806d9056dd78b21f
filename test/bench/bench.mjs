// `npm run bench`: measures time and memory of builds, compared with Hugo and Eleventy if they are installed. Only the ratios of the figures are comparable between
// machines, so all programs run in turn, and the load of the machine is part of the result.
//
//   npm run bench -- [--content DIR] [--runs N] [--scale 10000,20000] [--dev 2925] [--work DIR] [--json FILE] [--no-hugo] [--eleventy DIR]
//     [--generators DIR [--generator-runs N] [--node24 FILE]]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { reader, saves } from './dev.mjs';
import { eleventyAt, writeEleventySite } from './eleventy.mjs';
import { generatorsIn } from './generators.mjs';
import { addOne, changeOne, changeTitle, copyOf, filesBelow, multiply, sizeOf } from './hubs.mjs';
import { hugoVersion, writeHugoSite } from './hugo.mjs';
import { median, run, workDisk } from './measure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = join(root, '../shared/corpus/hub/docs');
const { values } = parseArgs({
  options: {
    content: { type: 'string', default: existsSync(shared) ? shared : join(root, 'content') },
    runs: { type: 'string', default: '7' },
    scale: { type: 'string', default: '10000,20000' },
    large: { type: 'string', default: '2900' },
    // Numbers of docs of the hubs, in addition to the content itself, in which a page is saved while docgen dev runs.
    dev: { type: 'string', default: '2925' },
    work: { type: 'string' },
    json: { type: 'string' },
    'no-hugo': { type: 'boolean', default: false },
    // A folder with Eleventy in its node_modules.
    eleventy: { type: 'string', default: root },
    // A folder with a folder for each other generator, see generators.mjs. Astro needs a newer Node.js than docgen.
    generators: { type: 'string' },
    'generator-runs': { type: 'string', default: '3' },
    node24: { type: 'string', default: process.execPath },
  },
});
const content = resolve(values.content);
const runs = Number(values.runs);
/** Larger hubs are built fewer times. */
const fewRuns = Math.min(runs, 3);
const numbers = (list) => list.split(',').filter(Boolean).map(Number);
const scales = numbers(values.scale);
const place = values.work ? { dir: values.work, disk: values.work } : workDisk(Math.max(20_000, ...scales) * 200_000);
const work = values.work ? resolve(values.work) : mkdtempSync(join(place.dir, 'docgen-bench-'));
const hugo = values['no-hugo'] ? undefined : hugoVersion();
const eleventy = eleventyAt(resolve(values.eleventy));
const docgen = [join(root, 'bin/docgen.js')];
const results = [];

const build = (hub, out, ...options) =>
  run(process.execPath, [...docgen, 'build', '--content', hub, '--out', out, ...options], { cwd: work });
// Every run has a folder of its own: on some file systems files are made slowly where many were removed a moment ago.
let folders = 0;
const fresh = (name) => join(work, `${name}-${++folders}`);
const clear = (...dirs) => dirs.forEach((dir) => void rmSync(dir, { recursive: true, force: true }));

const rounded = (value, digits) => (value === undefined ? undefined : Number(value.toFixed(digits)));
const figuresOf = ({ seconds, cpu, memory }) => ({
  seconds: rounded(seconds, 3),
  cpu: rounded(cpu, 2),
  memory: rounded(memory, 0),
});

/** `others`: figures of other programs for the same hub. */
function report(name, figures, { pages, bytes }, others = {}) {
  const row = { name, pages, megabytes: rounded(bytes / 1e6, 1), ...figuresOf(figures), others: {} };
  for (const [program, measured] of Object.entries(others)) row.others[program] = figuresOf(measured);
  results.push(row);
  const beside = Object.entries(row.others).map(
    ([program, { seconds, memory }]) =>
      `${(row.seconds / seconds).toFixed(2)} × ${program} (${seconds.toFixed(2)} s, ${memory ?? '?'} MB)`,
  );
  const own = `${row.seconds.toFixed(2)} s ${`CPU ${row.cpu?.toFixed(2) ?? '?'} s`.padStart(12)} ${`${row.memory ?? '?'} MB`.padStart(8)}`;
  console.log([name.padEnd(34), own, `${pages} pages, ${row.megabytes} MB`, ...beside].join('  '));
}

const ask = (hub, subject) =>
  JSON.parse(
    execFileSync(process.execPath, [...docgen, 'inspect', subject, '--json', '--content', hub], {
      cwd: work,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );

/** The same pages for other programs: a name, and how its site is built. */
function othersOf(hub) {
  if (!hugo && !eleventy) return {};
  const [records, docs] = [ask(hub, 'version'), ask(hub, 'docs')];
  const hugoSite = (tree) => {
    const site = fresh(`hugo-${tree}`);
    writeHugoSite({ content: hub, records, docs, out: site, tree });
    return (out) => run('hugo', ['--quiet', '--noBuildLock', '-d', out], { cwd: site });
  };
  const eleventySite = () => {
    const site = fresh('eleventy');
    writeEleventySite({ content: hub, records, docs, out: site });
    return (out) => run(process.execPath, [eleventy.program, `--output=${out}`], { cwd: site });
  };
  return {
    ...(hugo && { Hugo: hugoSite('shared'), 'Hugo with places marked': hugoSite('marked') }),
    ...(eleventy && { Eleventy: eleventySite() }),
  };
}

/** Cold builds of docgen and of the others, in turn. Returns the medians of the others. */
async function cold(name, hub, times) {
  const programs = { docgen: (out) => build(hub, out, '--no-cache'), ...othersOf(hub) };
  const measured = Object.fromEntries(Object.keys(programs).map((program) => [program, []]));
  let size;
  for (let time = 0; time < times; time += 1) {
    for (const [program, make] of Object.entries(programs)) {
      const out = fresh('site');
      measured[program].push(await make(out));
      if (program === 'docgen') size ??= sizeOf(out);
      clear(out);
    }
  }
  const { docgen: own, ...others } = Object.fromEntries(
    Object.entries(measured).map(([program, list]) => [program, median(list)]),
  );
  report(`${name}, cold`, own, size, others);
  return others;
}

/** What happens between two builds, by the name of the row. */
const edits = {
  'nothing changed': () => {},
  'one page changed': changeOne,
  'one title changed': changeTitle,
  'one page added': addOne,
};

/** Builds again with what an earlier build left, after each kind of edit in turn. */
async function warm(name, hub, times, others = {}) {
  const [out, cache] = [fresh('site'), fresh('cache')];
  const first = await build(hub, out, '--cache', cache);
  const measured = Object.fromEntries(Object.keys(edits).map((edit) => [edit, []]));
  for (let time = 0; time < times; time += 1)
    for (const [edit, make] of Object.entries(edits)) {
      // After an edit of the last two seconds docgen compares more, because a file could change again and look the same.
      if (edit === 'nothing changed') {
        await setTimeout(2100);
        await build(hub, out, '--cache', cache);
      }
      make(hub, time);
      measured[edit].push(await build(hub, out, '--cache', cache));
    }
  const size = sizeOf(out);
  clear(out, cache);
  return {
    first: () => report(`${name}, cold`, first, size),
    again: () => {
      for (const [edit, runs] of Object.entries(measured)) report(`${name}, ${edit}`, median(runs), size, others);
    },
  };
}

/** Cold builds of docgen and of other generators in turn, then builds after one page has changed. */
async function generators(hub, times) {
  const [records, docs] = [ask(hub, 'version'), ask(hub, 'docs')];
  const own = { out: fresh('site'), cache: fresh('cache') };
  const programs = [
    {
      name: 'docgen',
      clear: () => clear(own.out, own.cache),
      build: () => build(hub, own.out, '--cache', own.cache),
      change: (number) => changeOne(hub, number),
      pages: () => sizeOf(own.out).pages,
    },
    ...generatorsIn(resolve(values.generators), values.node24).map((generator) => {
      generator.write({ content: hub, records, docs });
      return { ...generator, build: () => run(...generator.command, { cwd: generator.dir }) };
    }),
  ];
  const measured = new Map(programs.map((program) => [program, { cold: [], changed: [] }]));
  for (let time = 0; time < times; time += 1)
    for (const [program, { cold, changed }] of measured) {
      program.clear();
      cold.push(await program.build());
      program.change(time);
      changed.push(await program.build());
    }
  return [...measured].map(([{ name, version, pages }, { cold, changed }]) => {
    const row = { name, version, pages: pages(), cold: figuresOf(median(cold)), changed: figuresOf(median(changed)) };
    console.log(
      `${[name, version].join(' ').padEnd(34)} ${row.cold.seconds} s cold, ${row.changed.seconds} s one page changed, ${row.pages} pages`,
    );
    return row;
  });
}

/** A page is saved while `docgen dev` shows it. */
async function saved(name, hub, times) {
  const [out, cache] = [fresh('site'), fresh('cache')];
  const measured = await saves(docgen, hub, { cwd: work, options: ['--out', out, '--cache', cache], times });
  report(`${name}, saved in docgen dev`, median(measured), sizeOf(out));
  clear(out, cache);
}

try {
  const docs = filesBelow(content).filter((path) => /\.mdx?$/.test(path)).length;
  const before = loadavg()[0];
  const versions = { node: process.version, hugo, eleventy: eleventy?.version };
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, ${place.disk}, load ${before.toFixed(2)}, medians of ${runs} in turn; ` +
      `Hugo ${hugo ?? 'is not here'}, Eleventy ${eleventy?.version ?? 'is not here'}; saved pages are reloaded by ${reader}\n`,
  );
  const count = (number) => `${number.toLocaleString('en-US')} docs`;
  const hub = copyOf(content, join(work, 'hub'));
  const others = await cold(count(docs), hub, runs);
  (await warm(count(docs), hub, runs, others)).again();
  await saved(count(docs), hub, runs);
  for (const number of numbers(values.dev)) {
    const scaled = multiply(content, join(work, 'scaled'), { docs: number });
    await saved(count(number), scaled, runs);
    clear(scaled);
  }
  if (Number(values.large) > 0) {
    const large = multiply(content, join(work, 'large'), { docs: Number(values.large), bodies: 3 });
    await cold(`${count(Number(values.large))}, large`, large, fewRuns);
    clear(large);
  }
  for (const number of scales) {
    const scaled = multiply(content, join(work, 'scaled'), { docs: number });
    const { first, again } = await warm(count(number), scaled, fewRuns);
    first();
    again();
    clear(scaled);
  }
  const ofGenerators = values.generators
    ? await generators(copyOf(content, hub), Number(values['generator-runs']))
    : [];
  const load = { before: rounded(before, 2), after: rounded(loadavg()[0], 2) };
  console.log(`\nload ${load.before} before, ${load.after} after`);
  const machine = { cores: availableParallelism(), disk: place.disk, load };
  if (values.json)
    writeFileSync(
      values.json,
      `${JSON.stringify({ versions, machine, runs, results, generators: ofGenerators, generatorRuns: Number(values['generator-runs']) }, null, 2)}\n`,
    );
} finally {
  if (!values.work) clear(work);
}
