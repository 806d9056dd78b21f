// mdBook.
import { emptyProject, type Generator } from './generator.js';

export const mdbook: Generator = {
  name: 'mdbook',
  detect: (names) => names.has('book.toml'),
  configFiles: /^book\.toml$|(?:^|\/)SUMMARY\.md$/,
  read: () => ({ ...emptyProject('mdbook'), contentDir: 'src' }),
};
