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
  home: {
    lead: 'docgen builds one documentation hub from the Markdown of several projects, as plain HTML without a byte of client script.',
    actions: [
      { label: 'Get started', href: 'guides/first-site.md' },
      { label: 'Gallery', href: 'gallery.md' },
      { label: 'All guides', href: 'overview.md' },
    ],
    features: [
      {
        title: 'Docs as they are',
        details: 'Reads Docusaurus, VitePress, Starlight, MkDocs, mdBook, Hugo and Jekyll by their own rules.',
        href: 'guides/generators/index.md',
      },
      {
        title: 'Many repositories, one hub',
        details: 'Fetches docs from Git at pinned commits, and checks every link between them.',
        href: 'guides/hub.md',
      },
      {
        title: 'Fast',
        details: '10,000 docs in seconds, and only the changed pages after that.',
        href: 'explanation/speed.md',
      },
      {
        title: 'Faults have a place',
        details: 'Every problem has a code, a file, a line and a hint. CI fails on new ones only.',
        href: 'guides/ci.md',
      },
      {
        title: 'Versions and languages',
        details: 'From folders, Git tags, or the files of Docusaurus, with redirects for moved pages.',
        href: 'guides/versions.md',
      },
      {
        title: 'Readable anywhere',
        details: 'No scripts, dark mode, keyboard and print. A hub can be opened from a disk.',
        href: 'explanation/reader.md',
      },
    ],
  },
  header: {
    links: [
      { label: 'First site', href: 'guides/first-site.md' },
      { label: 'Config', href: 'reference/config.md' },
      { label: 'Command line', href: 'reference/command-line.md' },
    ],
  },
});
