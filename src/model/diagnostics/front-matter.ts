// 4xx: front matter, category files and tags.
import { define, inCode } from './define.js';
import { didYouMean } from './diagnostic.js';

export const frontMatterSyntax = define<{ reason: string; quote: boolean }>('DG401', {
  message: (d) => `front matter: ${d.reason}`,
  hint: (d) => (d.quote ? 'quote the value: a `: ` inside it needs quotes' : 'check the YAML between the `---` lines'),
});
export const frontMatterOpen = define<object>('DG402', {
  message: () => 'front matter is not closed with `---`',
  hint: () => 'add a line `---` after the last key',
});
export const frontMatterLanguage = define<{ language: string }>('DG403', {
  message: (d) => `front matter language ${inCode(d.language)} is not supported; nothing was executed`,
  hint: () => 'write the front matter in YAML, after a plain `---`',
});
export const frontMatterTag = define<{ tag: string }>('DG404', {
  message: (d) => `front matter: tag ${inCode(d.tag)} is not allowed`,
  hint: () => 'write a plain value',
});
export const frontMatterAlias = define<object>('DG405', {
  message: () => 'front matter: anchors and aliases are not allowed',
  hint: () => 'write the value out; quote a value that begins with `*` or `&`',
});
export const fieldType = define<{ key: string; expected: string; found: string }>('DG406', {
  message: (d) => `front matter: ${inCode(d.key)} must be ${d.expected}, got ${d.found}`,
});
export const duplicateKey = define<{ key: string }>('DG407', {
  message: (d) => `front matter: duplicate key ${inCode(d.key)}`,
  hint: () => 'keep one of them',
});
export const frontMatterSize = define<{ limit: string }>('DG408', {
  message: (d) => `front matter is over ${d.limit}`,
});
export const idWithSlash = define<{ id: string }>('DG409', {
  message: (d) => `front matter: \`id\` must not contain a slash: ${inCode(d.id)}`,
  hint: () => 'the folder is added automatically; use `slug` to change the address',
});
export const unknownSidebar = define<{ name: string; known: readonly string[] }>('DG410', {
  message: (d) => `front matter: sidebar ${inCode(d.name)} not found`,
  hint: (d) => didYouMean(d.name, d.known) ?? `sidebars: ${d.known.join(', ')}`,
});
export const unknownPaginationId = define<{ key: string; id: string; known: Iterable<string> }>('DG411', {
  message: (d) => `front matter: ${inCode(d.key)}: no doc has the id ${inCode(d.id)}`,
  hint: (d) => didYouMean(d.id, d.known) ?? '`docgen inspect docs` lists the ids',
});
export const categorySyntax = define<{ reason: string }>('DG420', {
  message: (d) => `category file: ${d.reason}`,
  hint: () => 'it must be one mapping, such as `{"label": "Guides", "position": 2}`',
});
export const categoryUnknownKey = define<{ key: string; known: readonly string[] }>('DG421', {
  message: (d) => `category file: unknown key ${inCode(d.key)}`,
  hint: (d) => didYouMean(d.key, d.known) ?? `known keys: ${d.known.join(', ')}`,
});
export const categoryFieldType = define<{ key: string; expected: string; found: string }>('DG422', {
  message: (d) => `category file: ${inCode(d.key)} must be ${d.expected}, got ${d.found}`,
});
export const categoryUnknownDoc = define<{ id: string; known: Iterable<string> }>('DG423', {
  message: (d) => `category file: no doc has the id ${inCode(d.id)}`,
  hint: (d) => didYouMean(d.id, d.known) ?? '`docgen inspect docs` lists the ids',
});
export const categoryTwice = define<{ taken: string }>('DG424', {
  message: (d) => `a second category file in this folder; ${inCode(d.taken)} is used`,
  hint: () => 'keep one of them',
});
export const categoryIndexTwice = define<{ taken: string; others: readonly string[] }>('DG425', {
  message: (d) =>
    `${d.others.map(inCode).join(', ')} could be this folder's landing page as well; ${inCode(d.taken)} is used`,
  hint: () => 'choose with `link` in the `_category_` file, or rename the others',
});
export const categoryMoreUnknown = define<{ count: number }>('DG426', {
  message: (d) => `category file: ${d.count} more unknown ${d.count === 1 ? 'key' : 'keys'}`,
  hint: () => 'the file may belong to another program',
});
export const tagsFileSyntax = define<{ reason: string }>('DG430', {
  message: (d) => `tags file: ${d.reason}`,
  hint: () => 'it is a map, each key with `label`, `permalink`, `description` or nothing: `upgrade: {}`',
});
export const tagNotDefined = define<{ tag: string; known: Iterable<string> }>('DG431', {
  message: (d) => `tag ${inCode(d.tag)} is not in \`tags.yml\``,
  hint: (d) => didYouMean(d.tag, d.known) ?? 'add it there',
});
export const tooManyTags = define<{ count: number; most: number }>('DG432', {
  message: (d) => `front matter: ${d.count} tags, of which the first ${d.most} count`,
});
export const tagAddress = define<{ tag: string; permalink: string }>('DG433', {
  message: (d) => `tag ${inCode(d.tag)}: ${inCode(d.permalink)} is not a path below the tags`,
  hint: () => 'write one or more path segments: no `..`, no query, no fragment, no control characters',
});
