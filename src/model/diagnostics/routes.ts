// 5xx: routes.
import { define, inCode } from './define.js';

export const routeTaken = define<{ route: string; files: readonly string[] }>('DG501', {
  message: (d) => `${d.files.length} pages have the route ${inCode(d.route)}: ${d.files.map(inCode).join(', ')}`,
  hint: () => 'set `slug` in the front matter of the others',
});
interface Twin {
  readonly route: string;
  readonly file: string;
}
const shownTwin = ({ route, file }: Twin) => `${inCode(route)} (${inCode(file)})`;
export const caseTwins = define<{ a: Twin; b: Twin }>('DG502', {
  message: (d) => `the addresses ${shownTwin(d.a)} and ${shownTwin(d.b)} differ only by letter case or Unicode form`,
  hint: () => 'rename one of the files, or set `slug` in it',
});
export const slugEscapes = define<{ key: string; value: string; fallback: string }>('DG503', {
  message: (d) => `${inCode(d.key)}: ${inCode(d.value)} is not a path below the docs; ${d.fallback}`,
  hint: () =>
    'a slug contains path segments only: no `..` above the root, no query, no fragment, no control characters',
});
export const nameTooLong = define<{ shortened: string }>('DG504', {
  message: (d) => `name is too long, shortened to ${inCode(d.shortened)}`,
  hint: () => 'set a shorter `slug`',
});
export const reservedName = define<{ name: string }>('DG505', {
  message: (d) => `${inCode(d.name)} cannot be a folder name on Windows`,
  hint: () => 'set a `slug`, or rename the file',
});
export const fileAndFolder = define<{ route: string; other: string }>('DG506', {
  message: (d) => `route ${inCode(d.route)} needs a folder where ${inCode(d.other)} has a file`,
  hint: () => 'set another `slug`',
});
export const treeShortened = define<{ links: number; pages: number }>('DG510', {
  message: (d) =>
    `the tree of each page has at most ${d.links} links, so that ${d.pages} pages stay small; ${inCode('sidebar.maxLinks')} sets another number`,
});
export const idTaken = define<{ id: string; first: string }>('DG507', {
  message: (d) => `the id ${inCode(d.id)} is already used by ${inCode(d.first)}; this file is skipped`,
  hint: () => 'rename one of them, or set `id` in its front matter',
});
export const staticTaken = define<{ path: string; other: string }>('DG508', {
  message: (d) => `static file ${inCode(d.path)} has the path of ${d.other}`,
  hint: () => 'rename it',
});
export const staticNotPublished = define<{ count: number; names: readonly string[] }>('DG509', {
  message: (d) =>
    `${d.count === 1 ? '1 file is' : `${d.count} files are`} not published: ${d.names.map(inCode).join(', ')}${d.count > d.names.length ? ', …' : ''}`,
  hint: () =>
    'name the folder in `static` of the config if all its files are yours: then they are published as they are',
});
export const onePageTaken = define<{ route: string }>('DG519', {
  message: (d) => `${inCode(d.route)} is the address of another page, and would be that of the folder as one page`,
  hint: () => 'give the other page another `slug`',
});
export const onePageTooLarge = define<{ title: string; left: number; megabytes: number }>('DG520', {
  message: (d) =>
    `${inCode(d.title)} has more than ${d.megabytes} MB: ${d.left === 1 ? '1 chapter is' : `${d.left} chapters are`} links to their pages`,
  hint: () => 'name its folders in `onePage` of the config: each is a page of its own then',
});
