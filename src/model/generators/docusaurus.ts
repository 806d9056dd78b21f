// Docusaurus: docgen's default rules apply, so this only finds a site's folders and the components that all pages have.
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
