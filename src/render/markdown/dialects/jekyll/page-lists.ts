// Lists of pages in Jekyll: `site.posts`, `site.categories`, `site.tags`, and those of collections.
import { capitalize, difference, get, groupBy, map, mapValues, once, sortBy, uniq } from 'lodash-es';
import { wordOf } from '../../../../model/input/plain-data.js';
import { dayOf } from '../../../../model/types/days.js';
import { folderOfGlob } from '../../../../model/types/path.js';
import { Recent } from '../../../../model/types/recent.js';
import { type GeneratorContext, inMarks, isHtmlPage } from '../../syntax/generator-syntax.js';
import type { ListedPage } from '../../syntax/included-files.js';

interface Listed {
  readonly path: string;
  readonly written: ListedPage[1];
  readonly values: ReturnType<typeof valuesOf>;
}

/** The last lists, because many pages can show the same. Limited by the characters of their data. */
const results = new Recent<string, readonly Listed[]>(4_000_000);

/** Returns functions that get the lists of pages that a text can show, by name: posts from new to old, pages of a collection by their paths. */
export function pageLists(
  context: GeneratorContext,
  renderBody: (body: string, written: object) => string,
  /** Adds the values that only Jekyll knows. */
  wrap: <Values extends object>(values: Values) => Values,
): Readonly<Record<string, () => unknown>> {
  const { wholeTexts, partials, variables } = context;
  const pagesIn = (glob: string, text: string) =>
    listedIn(text, variables).map(({ path, written, values }) => {
      const body = partials[folderOfGlob(glob) + path]?.trim() ?? '';
      if (body === '') return wrap(values);
      const separator = wordOf(written['excerpt_separator'] ?? get(variables.site, 'excerpt_separator')) || '\n\n';
      const render = (part: string) => (/\{[{%]/.test(part) ? renderBody(part, written) : part);
      const inPage = (part: string) => (isHtmlPage(context) ? inMarks(part) : part);
      const texts = {
        excerpt: { get: once(() => written['excerpt'] ?? inPage(render(excerptOf(body, separator)))) },
        content: { get: once(() => inPage(render(body))) },
      };
      // The texts are not enumerable, so that a filter that prints a list doesn't render them.
      return wrap(Object.defineProperties({ ...values }, texts));
    });
  const lists = Object.entries(wholeTexts).flatMap(([glob, text]) => {
    const [, collection] = /_([^/]+)\/\*\*\?pages$/.exec(glob) ?? [];
    return collection === undefined ? [] : [[collection, () => pagesIn(glob, text)] as const];
  });
  const { posts: oldPosts, ...others } = Object.fromEntries(lists);
  if (!oldPosts) return others;
  const posts = once(() => oldPosts().reverse());
  const groupsOf = (key: 'categories' | 'tags') => {
    const named = posts().flatMap((post) => post[key].map((name) => ({ name, post })));
    return mapValues(groupBy(named, 'name'), (group) => map(group, 'post'));
  };
  return { ...others, posts, categories: () => groupsOf('categories'), tags: () => groupsOf('tags') };
}

const definition = /^ {0,3}\[(?!\^)([^[\]\n]{1,300})\]:[ \t]*(\S.*)$/gm;
const codeOrReference = /^`{3}[\s\S]*?^`{3}|`[^`\n]{1,300}`|\[([^[\]\n]{1,300})\](?:\[([^[\]\n]{0,300})\])?(?![[(:])/gm;

/** Returns the start of a text. Links whose definitions are below it become inline links. A tag without an end gets one, as in Jekyll. */
function excerptOf(body: string, separator: string): string {
  const [cut = ''] = body.split(separator, 1);
  const open = /\b(?:raw|comment)$/.exec(cut.match(/\{%-?\s{0,9}(?:end)?(?:raw|comment)\b/g)?.at(-1) ?? '');
  const start = open ? `${cut}{% end${open[0]} %}` : cut;
  const rest = start.includes('[') ? body.slice(cut.length) : '';
  const targets = new Map(Array.from(rest.matchAll(definition), ([, label = '', to]) => [label.toLowerCase(), to]));
  return start.replace(codeOrReference, (whole, text = '', label = '') => {
    const target = targets.get((label || text).toLowerCase());
    return target === undefined ? whole : `[${text}](${target})`;
  });
}

/** Returns the pages in the data of a list, without drafts, sorted by day, time and path. */
function listedIn(text: string, variables: GeneratorContext['variables']): readonly Listed[] {
  const timeZone = wordOf(get(variables.site, 'timezone')) || 'UTC';
  const folder = wordOf(get(variables.site, 'collections_dir'));
  const key = JSON.stringify([timeZone, folder, text]);
  const known = results.get(key);
  if (known) return known;
  const all = JSON.parse(text) as readonly ListedPage[];
  const listed = all.filter(([, { draft, unlisted }]) => draft !== true && unlisted !== true);
  const pages = listed.map(([path, written]) => ({ path, written, values: valuesOf(path, written, timeZone, folder) }));
  const sorted = sortBy(pages, ['values.date', ({ written }) => wordOf(written['date']), 'path']);
  results.add(key, sorted, key.length);
  return sorted;
}

const wordsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : wordOf(value).split(/\s+/)).map(String).filter(Boolean);

/** Returns the names in two keys. Only a text in the second one contains several names. */
const namesIn = (written: ListedPage[1], one: string, several: string) =>
  wordsIn(written[one] ? [written[one]].flat() : written[several]);

/** Returns the values of a page in a list, without its text. */
function valuesOf(path: string, written: ListedPage[1], timeZone: string, collectionsFolder: string) {
  const [, folders = '', day = '', name = ''] =
    /^(?:(.*)\/)?_[^/]+\/(?:.*\/)?(?:(\d{4}-\d\d?-\d\d?)-)?([^/]*)\.\w+$/.exec(path) ?? [];
  return {
    ...written,
    url: written['relpermalink'],
    slug: written['slug'] ?? name.replace(/\.+$/, ''),
    title: written['title'] ?? name.split('-').map(capitalize).join(' '),
    date: (dayOf(wordOf(written['date']), timeZone) || day).replace(/\b\d\b/g, '0$&'),
    categories: uniq([
      ...difference(folders.split('/'), ['', ...collectionsFolder.split('/')]),
      ...namesIn(written, 'category', 'categories'),
    ]),
    tags: namesIn(written, 'tag', 'tags'),
  };
}
