// Exports for config files and programs. Users get the types as `.ci/config-types.mjs` prints them.
import { createRequire } from 'node:module';
import type { Build, Check, Dev } from './cli/api/types.js';
import type { UserConfig } from './model/config/schema/config.js';

export type { UserConfig };

/** Types a config: `export default defineConfig({ … })`. */
export const defineConfig = (config: UserConfig): UserConfig => config;

interface Api {
  readonly build: Build;
  readonly check: Check;
  readonly dev: Dev;
}

/** Loads the commands when they are called, because config files import this module too. */
const api = (): Api => createRequire(import.meta.url)('../bin/load.cjs').load('api.cjs');

export const build: Build = async (options) => api().build(options);
export const check: Check = async (options) => api().check(options);
export const dev: Dev = async (options) => api().dev(options);
