// Ids of headings by the rules of generators, so that links to headings work as their authors wrote them.
import { slug as githubSlug } from 'github-slugger';
import type { HeadingIds } from '../../../model/config/schema/generator.js';

interface Rule {
  /** Returns the id for a text, or '' if none of its characters can be in an id. */
  readonly slug: (text: string) => string;
  readonly empty: string;
  readonly free: (wanted: string, taken: TakenIds) => string;
}

export interface TakenIds {
  readonly ids: Set<string>;
  /** By id: the number after it to try next. */
  readonly numbers: Map<string, number>;
}

function byHyphen(wanted: string, { ids, numbers }: TakenIds): string {
  let id = wanted;
  let count = numbers.get(wanted) ?? 1;
  for (; ids.has(id); count += 1) id = `${wanted}-${count}`;
  numbers.set(wanted, count);
  return id;
}

/** Increments the number at the end of an id. */
function byCount(wanted: string, { ids, numbers }: TakenIds): string {
  const passed: { readonly id: string; readonly at: number }[] = [];
  let id = wanted;
  let at = 0;
  while (ids.has(id)) {
    passed.push({ id, at });
    const step = numbers.get(id) ?? 1;
    const [, text, number] = /^(.*)_(\d{1,9})$/s.exec(id) ?? [];
    id = text === undefined ? `${id}_${step}` : `${text}_${Number(number) + step}`;
    at += step;
  }
  for (const one of passed) numbers.set(one.id, at - one.at);
  return id;
}

const common = { empty: 'section', free: byHyphen };

export const idRules: Readonly<Record<HeadingIds, Rule>> = {
  github: { ...common, slug: githubSlug },
  // The slugify of @mdit-vue/shared.
  vitepress: {
    ...common,
    slug: (text) =>
      text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f\u0000-\u001f]/g, '')
        .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
        .replace(/^-|-$/g, '')
        .replace(/^(?=\d)/, '_')
        .toLowerCase(),
  },
  // kramdown's basic_generate_id.
  kramdown: {
    ...common,
    slug: (text) =>
      text
        .replace(/^[^a-zA-Z]+/, '')
        .replace(/[^a-zA-Z0-9 -]/g, '')
        .replaceAll(' ', '-')
        .toLowerCase(),
  },
  // The slugify and unique of Python-Markdown's toc.
  mkdocs: {
    slug: (text) =>
      text
        .normalize('NFKD')
        .replace(/[^\w\s-]|[^\u0000-\u007f]/g, '')
        .trim()
        .toLowerCase()
        .replace(/[-\s]+/g, '-'),
    empty: '_1',
    free: byCount,
  },
};
