// Modules that a maintainer wrote: a config, components, templates. Never content.
import { createRequire, isBuiltin } from 'node:module';
import { packageFile } from './package-file.js';

type Modules = Readonly<Record<string, unknown>>;

const require = createRequire(import.meta.url);
const offered: (() => Promise<Modules>)[] = [];

/** Adds modules of this program, by name, that a maintainer's module may import without installing them. */
export function offerModules(load: () => Promise<Modules>): void {
  offered.push(load);
}

/** True for the name of a module of Node. */
export const isNodeModule = isBuiltin;

/**
 * The default export, or all exports, of a maintainer's own module: JavaScript, TypeScript or JSX. `alias` gives files for modules by
 * name, and then nothing is kept of what was loaded.
 */
export async function importModule(
  file: string,
  what: 'default' | 'all' = 'default',
  alias?: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { createJiti } = require('jiti') as typeof import('jiti');
  const jiti = createJiti(import.meta.url, {
    fsCache: packageFile('dist/.cache/modules'),
    virtualModules: Object.assign({}, ...(await Promise.all(offered.map((load) => load())))) as Modules,
    extensions: ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.json'], // its own list lacks .jsx
    jsx: { runtime: 'automatic' },
    ...(alias && { alias: { ...alias }, moduleCache: false, fsCache: false }),
  });
  return settled(jiti.import(file, what === 'default' ? { default: true } : {}));
}

/** Without this a module that awaits a promise that never settles would end the process without a message. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  let isIdle = () => {};
  const idle = new Promise<never>((_, reject) => {
    isIdle = () => reject(new Error('it awaits a promise that never settles'));
    process.once('beforeExit', isIdle);
  });
  return Promise.race([promise, idle]).finally(() => process.off('beforeExit', isIdle));
}
