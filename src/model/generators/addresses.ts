// Addresses of pages: by patterns with placeholders, and as texts write them.
import { frontMatterValues } from '../input/front-matter-block.js';
import { pathsBelow } from '../types/path.js';
import type { Generator, Project, ProjectFiles, ProjectPage } from './generator.js';

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

/** Returns the paths of pages by their addresses, in the form that `plainAddress` gives them. */
export const pathsByAddress = (
  pages: readonly ProjectPage[],
  addressOf: (page: ProjectPage) => string,
): ReadonlyMap<string, string> => new Map(pages.map((page) => [plainAddress(addressOf(page)), page.path] as const));

export const plainAddress = (url: string): string =>
  `/${url
    .replace(/[?#].*$/s, '')
    .replace(/^(?:\{\{.{0,100}?\}\})?\/*/, '')
    .replace(/(?:^|(?<=\/))_?index(?:\.html|\.md)$|\.(?:html|md)$/, '')
    .replace(/\/+$/, '')}`;

/** Finds the pages in HTML files with front matter, at most 500. */
export function htmlPages({ paths, read }: ProjectFiles, project: Project, { slug, pageTest }: Generator) {
  const isPage = pageTest?.(project);
  const html = pathsBelow(paths, project.contentDir).filter((path) => path.endsWith('.html') && isPage?.(path));
  const entries = html.slice(0, 500).flatMap((path) => {
    const text = read(`${project.contentDir}/${path}`.replace(/^\//, '')) ?? '';
    const address = /^---\r?\n/.test(text) && slug?.(path, frontMatterValues(text), project);
    return address ? [[plainAddress(address), path]] : [];
  });
  return Object.fromEntries(entries);
}
