// Compiles docgen, unless dist/ is newer than all that it is made of, as after `npm ci`.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const inputs = ['src', 'templates', '.ci', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
/** The last file that `npm run compile` writes. */
const output = 'dist/types/src/index.d.ts';

// Folders too, because their time changes if a file is removed.
const paths = inputs.flatMap((path) => {
  const isFolder = lstatSync(path).isDirectory();
  return [path, ...(isFolder ? readdirSync(path, { recursive: true }).map((name) => join(path, name)) : [])];
});
const isNew = (path) => lstatSync(path).mtimeMs > lstatSync(output).mtimeMs;

if (!existsSync(output) || paths.some(isNew)) {
  const started = new Date();
  process.exitCode = spawnSync('npm', ['run', 'compile'], { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;
  // An input that changed meanwhile is newer than what was read.
  if (process.exitCode === 0) utimesSync(output, started, started);
}
