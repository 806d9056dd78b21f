// 4xx: front matter, category files and tags.
import { define, inCode } from './define.js';
import { didYouMean } from './diagnostic.js';

export const frontMatterSyntax = define<{ reason: string; quote: boolean }>({
  code: 'DG401',
  severity: 'warning',
  title: 'Front matter is not valid YAML',
  effect: 'The page is built without it.',
  message: (d) => `front matter: ${d.reason}`,
  hint: (d) => (d.quote ? 'quote the value: a `: ` inside it needs quotes' : 'check the YAML between the `---` lines'),
});
export const frontMatterOpen = define<object>({
  code: 'DG402',
  severity: 'warning',
  title: 'Front matter is not closed',
  effect: 'The whole file is read as text.',
  message: () => 'front matter is not closed with `---`',
  hint: () => 'add a line `---` after the last key',
});
export const frontMatterLanguage = define<{ language: string }>({
  code: 'DG403',
  severity: 'warning',
  title: 'Front matter is in another language than YAML',
  effect: 'It is ignored; nothing is executed.',
  message: (d) => `front matter language ${inCode(d.language)} is not supported; nothing was executed`,
  hint: () => 'write the front matter in YAML, after a plain `---`',
});
export const frontMatterTag = define<{ tag: string }>({
  code: 'DG404',
  severity: 'warning',
  title: 'Front matter has a YAML tag',
  effect: 'The page is built without its front matter.',
  message: (d) => `front matter: tag ${inCode(d.tag)} is not allowed`,
  hint: () => 'write a plain value',
});
export const frontMatterAlias = define<object>({
  code: 'DG405',
  severity: 'warning',
  title: 'Front matter has YAML anchors or aliases',
  effect: 'The page is built without its front matter.',
  message: () => 'front matter: anchors and aliases are not allowed',
  hint: () => 'write the value out; quote a value that begins with `*` or `&`',
});
export const fieldType = define<{ key: string; expected: string; found: string }>({
  code: 'DG406',
  severity: 'warning',
  title: 'A front matter value has the wrong type',
  effect: 'The key is ignored.',
  message: (d) => `front matter: ${inCode(d.key)} must be ${d.expected}, got ${d.found}`,
});
export const duplicateKey = define<{ key: string }>({
  code: 'DG407',
  severity: 'warning',
  title: 'Front matter has a duplicate key',
  effect: 'The last value is used.',
  message: (d) => `front matter: duplicate key ${inCode(d.key)}`,
  hint: () => 'keep one of them',
});
export const frontMatterSize = define<{ limit: string }>({
  code: 'DG408',
  severity: 'warning',
  title: 'Front matter is too large',
  effect: 'The page is built without it.',
  message: (d) => `front matter is over ${d.limit}`,
});
export const idWithSlash = define<{ id: string }>({
  code: 'DG409',
  severity: 'warning',
  title: 'A doc `id` contains a slash',
  effect: 'The file name is used instead.',
  message: (d) => `front matter: \`id\` must not contain a slash: ${inCode(d.id)}`,
  hint: () => 'the folder is added automatically; use `slug` to change the address',
});
export const unknownSidebar = define<{ name: string; known: readonly string[] }>({
  code: 'DG410',
  severity: 'warning',
  title: '`displayed_sidebar` is not the name of a sidebar',
  effect: 'It is ignored.',
  message: (d) => `front matter: sidebar ${inCode(d.name)} not found`,
  hint: (d) => didYouMean(d.name, d.known) ?? `sidebars: ${d.known.join(', ')}`,
});
export const unknownPaginationId = define<{ key: string; id: string; known: Iterable<string> }>({
  code: 'DG411',
  severity: 'warning',
  title: '`pagination_prev` or `pagination_next` is not the id of a doc',
  effect: 'It is ignored.',
  message: (d) => `front matter: ${inCode(d.key)}: no doc has the id ${inCode(d.id)}`,
  hint: (d) => didYouMean(d.id, d.known) ?? '`docgen inspect docs` lists the ids',
});
export const categorySyntax = define<{ reason: string }>({
  code: 'DG420',
  severity: 'warning',
  title: 'A `_category_` file cannot be parsed',
  effect: 'It is ignored.',
  message: (d) => `category file: ${d.reason}`,
  hint: () => 'it must be one mapping, such as `{"label": "Guides", "position": 2}`',
});
export const categoryUnknownKey = define<{ key: string; known: readonly string[] }>({
  code: 'DG421',
  severity: 'warning',
  title: 'A `_category_` file has an unknown key',
  effect: 'The key is ignored.',
  message: (d) => `category file: unknown key ${inCode(d.key)}`,
  hint: (d) => didYouMean(d.key, d.known) ?? `known keys: ${d.known.join(', ')}`,
});
export const categoryFieldType = define<{ key: string; expected: string; found: string }>({
  code: 'DG422',
  severity: 'warning',
  title: 'A value of a `_category_` file has the wrong type',
  effect: 'The key is ignored.',
  message: (d) => `category file: ${inCode(d.key)} must be ${d.expected}, got ${d.found}`,
});
export const categoryUnknownDoc = define<{ id: string; known: Iterable<string> }>({
  code: 'DG423',
  severity: 'warning',
  title: 'A category links to a doc that does not exist',
  effect: 'The category has no link.',
  message: (d) => `category file: no doc has the id ${inCode(d.id)}`,
  hint: (d) => didYouMean(d.id, d.known) ?? '`docgen inspect docs` lists the ids',
});
export const categoryTwice = define<{ taken: string }>({
  code: 'DG424',
  severity: 'warning',
  title: 'A folder has several `_category_` files',
  effect: 'One of them is used.',
  message: (d) => `a second category file in this folder; ${inCode(d.taken)} is used`,
  hint: () => 'keep one of them',
});
export const categoryIndexTwice = define<{ taken: string; others: readonly string[] }>({
  code: 'DG425',
  severity: 'warning',
  title: 'Several docs could be the landing page of a folder',
  effect: 'The first of `index`, `readme` and the folder’s name is used.',
  message: (d) =>
    `${d.others.map(inCode).join(', ')} could be this folder's landing page as well; ${inCode(d.taken)} is used`,
  hint: () => 'choose with `link` in the `_category_` file, or rename the others',
});
export const categoryMoreUnknown = define<{ count: number }>({
  code: 'DG426',
  severity: 'warning',
  title: 'A `_category_` file has more than 20 unknown keys',
  effect: 'They are ignored; the first 20 are reported as DG421.',
  message: (d) => `category file: ${d.count} more unknown ${d.count === 1 ? 'key' : 'keys'}`,
  hint: () => 'the file may belong to another program',
});
export const tagsFileSyntax = define<{ reason: string }>({
  code: 'DG430',
  severity: 'warning',
  title: 'A tags file cannot be read',
  effect: 'It is ignored, or the tag that is named.',
  message: (d) => `tags file: ${d.reason}`,
  hint: () => 'it is a map, each key with `label`, `permalink`, `description` or nothing: `upgrade: {}`',
});
export const tagNotDefined = define<{ tag: string; known: Iterable<string> }>({
  code: 'DG431',
  severity: 'info',
  title: 'A tag is missing from `tags.yml`',
  effect: 'The page has the tag, with its text as the label.',
  message: (d) => `tag ${inCode(d.tag)} is not in \`tags.yml\``,
  hint: (d) => didYouMean(d.tag, d.known) ?? 'add it there',
});
export const tooManyTags = define<{ count: number; most: number }>({
  code: 'DG432',
  severity: 'warning',
  title: 'A page has more than 100 tags',
  effect: 'The first 100 count.',
  message: (d) => `front matter: ${d.count} tags, of which the first ${d.most} count`,
});
export const tagAddress = define<{ tag: string; permalink: string }>({
  code: 'DG433',
  severity: 'warning',
  title: 'The permalink of a tag is not a path below the tags',
  effect: 'Its label makes the address.',
  message: (d) => `tag ${inCode(d.tag)}: ${inCode(d.permalink)} is not a path below the tags`,
  hint: () => 'write one or more path segments: no `..`, no query, no fragment, no control characters',
});
