// Docusaurus: docgen's own rules, so that only its folders are found here.
import { scriptNames } from '../types/path.js';
import { emptyProject, type Generator } from './generator.js';

export const docusaurus: Generator = {
  name: 'docusaurus',
  detect: (names) => scriptNames('docusaurus.config').some((name) => names.has(name)),
  configFiles: /^$/,
  read: () => emptyProject('docusaurus'),
};
