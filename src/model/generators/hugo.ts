// Hugo.
import { emptyProject, type Generator } from './generator.js';

const isConfig = (name: string) => /^hugo\.(?:toml|ya?ml|json)$/.test(name);

export const hugo: Generator = {
  name: 'hugo',
  detect: (names) => [...names].some(isConfig),
  configFiles: /^(?:config\/_default\/)?(?:hugo|config|languages)\.(?:toml|ya?ml|json)$/,
  read: ({ paths }) => ({ ...emptyProject('hugo'), contentDir: paths.some(isConfig) ? 'content' : '' }),
};
