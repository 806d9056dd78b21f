// Starlight: Astro's collection of docs.
import { slug as githubSlug } from 'github-slugger';
import { emptyProject, type Generator } from './generator.js';

/** github-slugger converts each segment, including numbers. A name that slugs to nothing stays. */
const segmentsOf = (path: string) => path.split('/').map((segment) => githubSlug(segment) || segment);

export const starlight: Generator = {
  name: 'starlight',
  detect: (names) => ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'].some((ending) => names.has(`astro.config.${ending}`)),
  configFiles: /^astro\.config\.[cm]?[jt]s$/,
  read: () => ({ ...emptyProject('starlight'), contentDir: 'src/content/docs', static: ['public'] }),
  // Only `index` gets the address of its folder.
  slug: (path, { slug }) => {
    const segments =
      typeof slug === 'string' ? slug.split('/').filter(Boolean) : segmentsOf(path.replace(/\.mdx?$/, ''));
    return `/${(segments.at(-1) === 'index' ? [...segments.slice(0, -1), ''] : segments).join('/')}`;
  },
};
