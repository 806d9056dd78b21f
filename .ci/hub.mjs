// `npm run hub`: sync, build and check the hub of docgen.config.ts; the last line says which pages of the specified hub it has.
// Arguments go to `docgen sync`: `npm run hub -- --update` takes the newest commits.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const docgen = fileURLToPath(new URL('../bin/docgen.js', import.meta.url));

/** Runs docgen in the root of the repository; its messages go to the terminal. */
function run(args, stdout = 'inherit') {
  const options = { cwd: new URL('..', import.meta.url), stdio: ['ignore', stdout, 'inherit'], maxBuffer: 2 ** 28 };
  return spawnSync(process.execPath, [docgen, ...args], options);
}

// Each step runs, so that one repository that is gone does not hide the state of the others; the worst exit code counts.
const codes = [['sync', ...process.argv.slice(2)], ['build'], ['check']].map((args) => run(args).status ?? 1);

// The ids of the specified hub; 13 of its 616 pages have no known origin.
const specified = readFileSync(new URL('specified-ids.txt', import.meta.url), 'utf8').trim().split('\n');
const { status, stdout } = run(['inspect', 'version', '--json'], 'pipe');
if (status === 0) {
  const docs = JSON.parse(stdout).version.docs;
  const missing = specified.filter((id) => !Object.hasOwn(docs, id));
  const has = specified.length - missing.length;
  for (const id of missing) console.log(`not there: ${id}`);
  console.log(`the hub has ${has} of the ${specified.length} pages that are specified, and ${Object.keys(docs).length - has} others`);
}
process.exitCode = Math.max(...codes, status ?? 1);
