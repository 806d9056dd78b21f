// Paths and addresses in the configs and texts of projects: folders, labels of folders, addresses by patterns, and as texts write them.
import { posix } from 'node:path';

/** Returns a folder of a config as a path without slashes at its ends, or the default if it is none or leaves the project. */
export function folderOf(value: unknown, byDefault: string): string {
  const path = posix.join('.', typeof value === 'string' ? value : byDefault).replace(/^\/+|\/+$/g, '');
  return leaves(path) ? byDefault : path === '.' ? '' : path;
}

/** Whether a path contains `..`. */
export const leaves = (path: string) => path.split('/').includes('..');

/** Returns a path of a project from the text of a link in a file of it, or undefined if it leaves the project. */
export function pathFrom(folder: string, link: string): string | undefined {
  const path = posix.join(folder, link);
  return leaves(path) ? undefined : path.replace(/^\/+/, '');
}

/** Returns a label for the name of a folder. */
export function titleOfName(name: string): string {
  const title = name.replace(/[-_]+/g, ' ');
  return title.toLowerCase() === title ? title.charAt(0).toUpperCase() + title.slice(1) : title;
}

/** Values of the placeholders of an address for a text that begins with a date. */
function datePlaceholders(date: string): Readonly<Record<string, string>> {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d?)-(\d\d?)/.exec(date) ?? [];
  const [i_month, i_day] = [month, day].map((part) => part.replace(/^0/, '')) as [string, string];
  return { year, month: month.padStart(2, '0'), day: day.padStart(2, '0'), i_month, i_day, short_year: year.slice(2) };
}

/** Fills the placeholders of an address: those of the date, such as `:year`, and those with a value. Others stay. */
export function fillPlaceholders(pattern: string, values: Readonly<Record<string, string>>, date: string): string {
  const all: typeof values = { ...values, ...datePlaceholders(date) };
  return pattern.replace(/:([a-z_]+)/g, (whole, key: string) => (Object.hasOwn(all, key) ? (all[key] ?? '') : whole));
}

/** Returns the address of a page from the root for a path, which can end with the name of a file of HTML. */
export const addressAt = (path: string): string =>
  `/${path}`.replace(/\/{2,}/g, '/').replace(/(?:(?<=\/)index)?\.html\/?$|(?<=\/)index$/, '');

/** Returns an address as texts write it in one form: without a query, an index and an ending. */
export const plainAddress = (url: string): string =>
  `/${url
    .replace(/[?#].*$/s, '')
    .replace(/^(?:\{\{.{0,100}?\}\})?\/*/, '')
    .replace(/(?:^|(?<=\/))_?index(?:\.html|\.md)$|\.(?:html|md)$/, '')
    .replace(/\/+$/, '')}`;

/** Hugo's rule for a part of an address: no spaces and no punctuation, except some. */
export const hugoAddress = (text: string): string =>
  text
    .trim()
    .replace(/[^\p{L}\p{N}\p{M}\s./\\_#+~@-]/gu, '')
    .replace(/(?<!-)\s+(?!-)/g, '-')
    .replace(/\s+/g, '');
