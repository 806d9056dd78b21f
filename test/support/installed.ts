// The program as users install it: its package and dependencies, run by an unprivileged user.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { filesBelow, type Ran, root, spawnDocgen } from './hub.js';
import { available } from './shared.js';

interface Manifest {
  readonly version?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export const manifest = (dir: string) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as Manifest;

/**
 * Copies a package and its dependencies like npm, under the name `as`. Copies optional dependencies if this platform has them. With
 * `onlyCode`, skips types, sources and source maps, because a library can have ten thousand of them.
 */
export function installPackage(
  name: string,
  modules: string,
  { isOptional = false, as = name, onlyCode = false } = {},
): void {
  const [source, target] = [join(root, 'node_modules', name), join(modules, as)];
  if (existsSync(target) || (isOptional && !existsSync(source))) return;
  const filter = (path: string) => !onlyCode || !/\.(?:map|tsx?)$|\/(?:src|types)$/.test(path);
  cpSync(source, target, { recursive: true, dereference: true, filter });
  const { dependencies = {}, optionalDependencies = {} } = manifest(source);
  for (const dependency of Object.keys(dependencies))
    installPackage(dependency, modules, { isOptional: dependency in optionalDependencies, onlyCode });
  for (const dependency of Object.keys(optionalDependencies))
    installPackage(dependency, modules, { isOptional: true, onlyCode });
}

/** Copies the published program, without V8's code cache. */
export function copyProgram(dir: string): string {
  const filter = (file: string) => !file.includes('/dist/.cache');
  for (const path of ['bin', 'dist', 'templates', 'package.json'])
    cpSync(join(root, path), join(dir, path), { recursive: true, filter });
  return dir;
}

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };

/** Whether a child process can run as an unprivileged user. */
export function hasUser(what: string): boolean {
  const isThere = !isRoot || spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0;
  return available('user', isThere, what);
}

/** Runs the program as an unprivileged user who owns the folder. */
export function docgenAsUser(cwd: string, ...args: string[]): Ran {
  if (!isRoot) return spawnDocgen(process.execPath, [join(root, 'bin/docgen.js'), ...args], { cwd });
  const program = programOfUser();
  for (const path of ['', ...filesBelow(cwd).flatMap(foldersOf)]) chownSync(join(cwd, path), nobody.uid, nobody.gid);
  const env = { PATH: process.env['PATH'], HOME: cwd };
  return spawnDocgen(process.execPath, [join(program, 'bin/docgen.js'), ...args], { cwd, env, ...nobody });
}

let installed: string | undefined;

/** Returns a copy of the program that the user can read, and in which it can save V8's code cache. */
function programOfUser(): string {
  if (installed !== undefined) return installed;
  const home = mkdtempSync(join(inject('runFolder'), 'user-'));
  installed = join(home, 'node_modules/docgen-hub');
  copyProgram(installed);
  for (const name of Object.keys(manifest(root).dependencies ?? {})) installPackage(name, dirname(installed));
  mkdirSync(join(installed, 'dist/.cache'));
  chownSync(join(installed, 'dist/.cache'), nobody.uid, nobody.gid);
  chmodSync(home, 0o755);
  return installed;
}

/** Returns a path and its parent folders. */
function foldersOf(path: string): string[] {
  return path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
}
