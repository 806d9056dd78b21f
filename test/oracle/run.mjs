// `npm run oracle -- <repository> [folder of the site] [--work FOLDER] [--show N] [--class CLASS]`: builds the docs of a Docusaurus site with Docusaurus 3.10 and with
// `docgen init && docgen build`, and prints what readers see otherwise, by class (with ../shared/tools/visible-oracle.mjs). Not in `npm test`: it installs
// Docusaurus from npm and takes minutes. Only for sites whose config you would run: it is run.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildWithDocusaurus, install } from './docusaurus.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const compare = join(root, '../shared/tools/visible-oracle.mjs');
const string = { type: 'string' };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { work: string, show: { ...string, default: '3' }, class: string },
});
const [repository, site = '.'] = positionals;
if (repository === undefined) {
  console.error(
    'usage: npm run oracle -- <repository> [folder of the site] [--work FOLDER] [--show N] [--class CLASS]',
  );
  process.exit(2);
}
const work = resolve(values.work ?? join(tmpdir(), 'docgen-oracle'));
const name = basename(resolve(repository));

/** Runs a program to its end. Its output goes where docgen's goes. */
function run(args, cwd, env = {}) {
  console.log(`\n${args.map((arg) => basename(arg)).join(' ')}`);
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  return status;
}

const modules = install(join(work, 'docusaurus'));
const copy = join(work, `${name}-docgen`);
const out = join(work, `${name}-docgen-out`);
rmSync(copy, { recursive: true, force: true });
cpSync(resolve(repository), copy, {
  recursive: true,
  verbatimSymlinks: true,
  filter: (path) => !/\/(?:node_modules|\.git)$/.test(path),
});
spawnSync('git', ['init', '-q', copy]); // a clone, whose files raw imports can show
const docgen = join(root, 'bin/docgen.js');
for (const args of [
  ['init', '--yes', '--ci', 'none'],
  ['build', '--no-cache', '--out', out],
])
  if (run([docgen, ...args], join(copy, site)) !== 0) process.exit(1);

const original = join(work, `${name}-docusaurus`, 'oracle-out');
if (!existsSync(original)) buildWithDocusaurus(resolve(repository), site, modules, dirname(original));
const filters = values.class === undefined ? [] : ['--class', values.class];
process.exitCode = run([compare, original, out, '--show', values.show, ...filters], root, {
  PARSE5: join(work, 'docusaurus'),
});
