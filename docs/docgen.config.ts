// docgen's own documentation: `npm run docs`, or `npx docgen dev` in this folder.
import { defineConfig } from 'docgen-hub';

/** Pages with the syntax of a generator, each in a small project of this generator. */
const dialects = {
  vitepress: 'vitepress/docs',
  starlight: 'starlight/src/content/docs',
  mkdocs: 'mkdocs/docs',
  mdbook: 'mdbook/src',
  hugo: 'hugo/content',
  jekyll: 'jekyll/docs',
};

export default defineConfig({
  title: 'docgen',
  tagline: 'One documentation hub of plain HTML, out of the Markdown of several projects.',
  content: [
    {
      dir: '.',
      generator: 'docusaurus',
      exclude: Object.keys(dialects).map((name) => `reference/dialects/${name}/**`),
    },
    ...Object.entries(dialects).map(([name, dir]) => ({
      dir: `reference/dialects/${dir}`,
      prefix: `reference/dialects/${name}`,
    })),
  ],
  routeBase: '',
  css: 'theme.css',
  extras: ['definitions', 'mark', 'subscript', 'superscript'],
  onePage: true,
  header: {
    links: [
      { label: 'First site', href: 'guides/first-site.md' },
      { label: 'Config', href: 'reference/config.md' },
      { label: 'Command line', href: 'reference/command-line.md' },
    ],
  },
});
