// Ids of headings by the rules of the generators that authors write links for: a link to a place in a page is right where it was written.
import { slug as githubSlug } from 'github-slugger';
import type { HeadingIds } from '../../../model/mounts/generator.js';

interface Rule {
  /** The id of a text; '' where nothing of it can be in an id. */
  readonly slug: (text: string) => string;
  /** The id where a heading has no other. */
  readonly empty: string;
  /** The id of the `count`-th heading, from 1, whose id is taken. */
  readonly numbered: (id: string, count: number) => string;
}

const byHyphen = (id: string, count: number) => `${id}-${count}`;

export const idRules: Readonly<Record<HeadingIds, Rule>> = {
  github: { slug: githubSlug, empty: 'section', numbered: byHyphen },
  // The slugify of @mdit-vue/shared.
  vitepress: {
    slug: (text) =>
      text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f\u0000-\u001f]/g, '')
        .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
        .replace(/^-|-$/g, '')
        .replace(/^(?=\d)/, '_')
        .toLowerCase(),
    empty: 'section',
    numbered: byHyphen,
  },
  // kramdown's basic_generate_id.
  kramdown: {
    slug: (text) =>
      text
        .replace(/^[^a-zA-Z]+/, '')
        .replace(/[^a-zA-Z0-9 -]/g, '')
        .replaceAll(' ', '-')
        .toLowerCase(),
    empty: 'section',
    numbered: byHyphen,
  },
  // The slugify and unique of Python-Markdown's toc, which counts a number on that a heading ends with.
  mkdocs: {
    slug: (text) =>
      text
        .normalize('NFKD')
        .replace(/[^\w\s-]|[^\u0000-\u007f]/g, '')
        .trim()
        .toLowerCase()
        .replace(/[-\s]+/g, '-'),
    empty: '_1',
    numbered: (id, count) => {
      const [, text, number] = /^(.*)_(\d{1,9})$/s.exec(id) ?? [];
      return text === undefined ? `${id}_${count}` : `${text}_${Number(number) + count}`;
    },
  },
};
