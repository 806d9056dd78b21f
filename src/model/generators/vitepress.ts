// VitePress.
import { emptyProject, type Generator } from './generator.js';

export const vitepress: Generator = {
  name: 'vitepress',
  detect: (names) => names.has('.vitepress'),
  configFiles: /^\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/,
  read: () => ({ ...emptyProject('vitepress'), headingIds: 'vitepress', static: ['public'] }),
};
