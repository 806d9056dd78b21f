// Docusaurus: docgen's own rules, so that only its folders and the components of all pages are found here.
import { registeredComponents } from '../input/imports.js';
import { scriptNames } from '../types/path.js';
import { emptyProject, type Generator } from './generator.js';

export const docusaurus: Generator = {
  name: 'docusaurus',
  detect: (names) => scriptNames('docusaurus.config').some((name) => names.has(name)),
  configFiles: /^src\/theme\/MDXComponents(?:\/index)?\.[jt]sx?$/,
  read: ({ read }) => ({
    ...emptyProject('docusaurus', 'docusaurus'),
    variables: { components: registeredComponents(read, 'docusaurus') },
  }),
};
