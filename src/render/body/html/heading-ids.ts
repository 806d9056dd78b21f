// Ids of headings by the rules of the generators that authors write links for: a link to a place in a page is right where it was written.
import { slug as githubSlug } from 'github-slugger';
import type { HeadingIds } from '../../../model/mounts/generator.js';

interface Rule {
  /** The id of a text; '' where nothing of it can be in an id. */
  readonly slug: (text: string) => string;
  /** The id where a heading has no other. */
  readonly empty: string;
  /** The id of a heading that wants one which may be taken. */
  readonly free: (wanted: string, taken: TakenIds) => string;
}

/** The ids of a page so far. Ids are never given back, so that what was found taken is not looked at again. */
export interface TakenIds {
  readonly ids: Set<string>;
  /** By id: how many from it on are known to be taken. */
  readonly numbers: Map<string, number>;
}

function byHyphen(wanted: string, { ids, numbers }: TakenIds): string {
  let id = wanted;
  let count = numbers.get(wanted) ?? 1;
  for (; ids.has(id); count += 1) id = `${wanted}-${count}`;
  numbers.set(wanted, count);
  return id;
}

/** Counts a number on that an id ends with. */
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

export const idRules: Readonly<Record<HeadingIds, Rule>> = {
  github: { slug: githubSlug, empty: 'section', free: byHyphen },
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
    free: byHyphen,
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
    free: byHyphen,
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
    free: byCount,
  },
};
