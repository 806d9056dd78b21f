// 5xx: routes.
import { define, inCode } from './define.js';

export const routeTaken = define<{ route: string; files: readonly string[] }>({
  code: 'DG501',
  severity: 'warning',
  title: 'Several pages have the same route',
  effect: 'The first by path is built.',
  message: (d) => `${d.files.length} pages have the route ${inCode(d.route)}: ${d.files.map(inCode).join(', ')}`,
  hint: () => 'set `slug` in the front matter of the others',
});
export const caseTwins = define<{ a: string; b: string }>({
  code: 'DG502',
  severity: 'warning',
  title: 'Two routes differ only by letter case or Unicode form',
  effect: 'On a file system that does not distinguish them, the first by path is written.',
  message: (d) => `${inCode(d.a)} and ${inCode(d.b)} differ only by letter case or Unicode form`,
  hint: () => 'rename one of them',
});
export const slugEscapes = define<{ key: string; value: string; fallback: string }>({
  code: 'DG503',
  severity: 'warning',
  title: 'A slug is not a path below the route base',
  effect: 'The default slug is used; the page is skipped if that is unsafe as well.',
  message: (d) => `${inCode(d.key)}: ${inCode(d.value)} is not a path below the docs; ${d.fallback}`,
  hint: () =>
    'a slug contains path segments only: no `..` above the root, no query, no fragment, no control characters',
});
export const nameTooLong = define<{ shortened: string }>({
  code: 'DG504',
  severity: 'warning',
  title: 'A slug is over 800 bytes long, or has a segment of over 255 bytes',
  effect: 'The page is built under a shortened route.',
  message: (d) => `name is too long, shortened to ${inCode(d.shortened)}`,
  hint: () => 'set a shorter `slug`',
});
export const reservedName = define<{ name: string }>({
  code: 'DG505',
  severity: 'warning',
  title: 'A route contains a name that is reserved on Windows',
  effect: 'The page is built.',
  message: (d) => `${inCode(d.name)} cannot be a folder name on Windows`,
  hint: () => 'set a `slug`, or rename the file',
});
export const fileAndFolder = define<{ route: string; other: string }>({
  code: 'DG506',
  severity: 'warning',
  title: 'A route would be both a file and a folder',
  effect: 'The page is skipped.',
  message: (d) => `route ${inCode(d.route)} needs a folder where ${inCode(d.other)} has a file`,
  hint: () => 'set another `slug`',
});
export const treeShortened = define<{ links: number; pages: number }>({
  code: 'DG510',
  severity: 'info',
  title: 'The hub is so large that the tree of each page is shortened further',
  effect: 'Each page has as many links as keep the site below a gigabyte.',
  message: (d) =>
    `the tree of each page has at most ${d.links} links, so that ${d.pages} pages stay small; ${inCode('sidebar.maxLinks')} sets another number`,
});
export const idTaken = define<{ id: string; first: string }>({
  code: 'DG507',
  severity: 'warning',
  title: 'Two docs have the same id',
  effect: 'The second by path is skipped.',
  message: (d) => `the id ${inCode(d.id)} is already used by ${inCode(d.first)}; this file is skipped`,
  hint: () => 'rename one of them, or set `id` in its front matter',
});
export const staticTaken = define<{ path: string; other: string }>({
  code: 'DG508',
  severity: 'warning',
  title: 'A static file has the path of a page or of another file',
  effect: 'It is not published at that path; pages that name it show it all the same.',
  message: (d) => `static file ${inCode(d.path)} has the path of ${d.other}`,
  hint: () => 'rename it',
});
export const staticNotPublished = define<{ count: number; names: readonly string[] }>({
  code: 'DG509',
  severity: 'info',
  title: 'Static files have names that are not published',
  effect: 'They are not copied.',
  message: (d) =>
    `${d.count === 1 ? '1 file is' : `${d.count} files are`} not published: ${d.names.map(inCode).join(', ')}${d.count > d.names.length ? ', …' : ''}`,
  hint: () =>
    'name the folder in `static` of the config if all its files are yours: then they are published as they are',
});
export const onePageTaken = define<{ route: string }>({
  code: 'DG519',
  severity: 'warning',
  title: 'The address of a folder as one page is taken',
  effect: 'The folder is not published as one page.',
  message: (d) => `${inCode(d.route)} is the address of another page, and would be that of the folder as one page`,
  hint: () => 'give the other page another `slug`',
});
export const onePageTooLarge = define<{ title: string; left: number; megabytes: number }>({
  code: 'DG520',
  severity: 'warning',
  title: 'A folder is too large for one page',
  effect: 'The page has the first of its chapters whole; of the others it has the title and a link.',
  message: (d) =>
    `${inCode(d.title)} has more than ${d.megabytes} MB: ${d.left === 1 ? '1 chapter is' : `${d.left} chapters are`} links to their pages`,
  hint: () => 'name its folders in `onePage` of the config: each is a page of its own then',
});
