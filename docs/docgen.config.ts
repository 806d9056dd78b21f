// docgen's own documentation: `npm run docs`, or `npx docgen dev` in this folder.
import { defineConfig } from 'docgen-hub';

export default defineConfig({
  title: 'docgen',
  tagline: 'One documentation hub of plain HTML, out of the Markdown of several projects.',
  content: '.',
  routeBase: '',
  onePage: true,
  header: {
    links: [
      { label: 'First site', href: 'guides/first-site.md' },
      { label: 'Config', href: 'reference/config.md' },
      { label: 'Command line', href: 'reference/command-line.md' },
    ],
  },
});
