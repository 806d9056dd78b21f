// MkDocs.
import { emptyProject, type Generator } from './generator.js';

export const mkdocs: Generator = {
  name: 'mkdocs',
  detect: (names) => names.has('mkdocs.yml') || names.has('mkdocs.yaml'),
  configFiles: /^mkdocs\.ya?ml$/,
  read: () => ({ ...emptyProject('mkdocs'), contentDir: 'docs', headingIds: 'mkdocs' }),
};
