// Docusaurus: docgen's own rules, so that only its folders are found here.
import { emptyProject, type Generator } from './generator.js';

export const docusaurus: Generator = {
  name: 'docusaurus',
  detect: (names) =>
    ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'].some((ending) => names.has(`docusaurus.config.${ending}`)),
  configFiles: /^$/,
  read: () => emptyProject('docusaurus'),
};
