// Exports for config files. Users get the types as `.ci/config-types.mjs` prints them.
import type { UserConfig } from './model/config/schema/config.js';

export type { UserConfig };

/** Types a config: `export default defineConfig({ … })`. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
