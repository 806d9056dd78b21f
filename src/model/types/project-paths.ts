// Paths and URLs in the configs and texts of projects: folders, labels of folders, URL patterns, and normalized URLs.
import { posix } from 'node:path';

/** Returns a folder in a config as a path without slashes at its ends, or the default if it is not a text or leaves the project. */
export function folderOf(value: unknown, byDefault: string): string {
  const path = posix.join('.', typeof value === 'string' ? value : byDefault).replace(/^\/+|\/+$/g, '');
  return leaves(path) ? byDefault : path === '.' ? '' : path;
}

/** Whether a path contains `..`. */
export const leaves = (path: string) => path.split('/').includes('..');

/** Resolves a link in a file of a project to a path, or undefined if it leaves the project. */
export function pathFrom(folder: string, link: string): string | undefined {
  const path = posix.join(folder, link);
  return leaves(path) ? undefined : path.replace(/^\/+/, '');
}

/** Returns a title from the name of a folder. */
export function titleOfName(name: string): string {
  const title = name.replace(/[-_]+/g, ' ');
  return title.toLowerCase() === title ? title.charAt(0).toUpperCase() + title.slice(1) : title;
}

/** Returns the values of date placeholders for a text that starts with a date. */
function datePlaceholders(date: string): Readonly<Record<string, string>> {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d?)-(\d\d?)/.exec(date) ?? [];
  const [i_month, i_day] = [month, day].map((part) => part.replace(/^0/, '')) as [string, string];
  return { year, month: month.padStart(2, '0'), day: day.padStart(2, '0'), i_month, i_day, short_year: year.slice(2) };
}

/** Replaces the placeholders of a URL pattern: those of the date, such as `:year`, and those in `values`. Others stay. */
export function fillPlaceholders(pattern: string, values: Readonly<Record<string, string>>, date: string): string {
  const all: typeof values = { ...values, ...datePlaceholders(date) };
  return pattern.replace(/:([a-z_]+)/g, (whole, key: string) => (Object.hasOwn(all, key) ? (all[key] ?? '') : whole));
}

/** Returns the URL of a page, from the root, for a path that can end with an HTML file name. */
export const addressAt = (path: string): string =>
  `/${path}`.replace(/\/{2,}/g, '/').replace(/(?:(?<=\/)index)?\.html\/?$|(?<=\/)index$/, '');

/** Normalizes a URL from a text: removes its query, index and extension. */
export const plainAddress = (url: string): string =>
  `/${url
    .replace(/[?#].*$/s, '')
    .replace(/^(?:\{\{.{0,100}?\}\})?\/*/, '')
    .replace(/(?:^|(?<=\/))_?index(?:\.html|\.md)$|\.(?:html|md)$/, '')
    .replace(/\/+$/, '')}`;

/** Hugo's rule for a URL segment: without spaces and most punctuation. */
export const hugoAddress = (text: string): string =>
  text
    .trim()
    .replace(/[^\p{L}\p{N}\p{M}\s./\\_#+~@-]/gu, '')
    .replace(/(?<!-)\s+(?!-)/g, '-')
    .replace(/\s+/g, '');

/** Rewrites a path by a pattern such as `packages/:name/src/:rest*`. Each name and each `(.*)` matches a part of the path. */
export function rewritePath(path: string, from: string, to: string): string | undefined {
  const names: string[] = [];
  const parts = from.split(/(:\w+\*?(?:\([^()]*\))?|\([^()]*\))/);
  const pattern = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}|[\]\\]/g, '\\$&');
    names.push(/^:(\w+)/.exec(part)?.[1] ?? String(names.length));
    return /\*|\(\.\*\)/.test(part) ? '(.*)' : '([^/]+)';
  });
  // Several parts of any length, or several names within one folder name, would not match in linear time.
  const isSplit = parts.slice(1, -1).every((part, index) => index % 2 === 0 || part.includes('/'));
  if (!isSplit || pattern.filter((part) => part === '(.*)').length > 1 || names.length > 6) return undefined;
  const found = new RegExp(`^${pattern.join('')}$`).exec(path);
  if (!found) return undefined;
  const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
  return to.replace(/:(\w+)\*?|\$(\d)/g, (whole, name, number) => values.get(name) ?? found[Number(number)] ?? whole);
}
