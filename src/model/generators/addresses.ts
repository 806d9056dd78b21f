// Maps the URLs of pages to the files of a project.
import { frontMatterValues } from '../input/front-matter-block.js';
import { pathsBelow } from '../types/path.js';
import { plainAddress } from '../types/project-paths.js';
import type { Generator, Project, ProjectFiles, ProjectPage } from './generator.js';

/** Returns the paths of pages by their URLs, which are normalized by `plainAddress`. */
export const pathsByAddress = (
  pages: readonly ProjectPage[],
  addressOf: (page: ProjectPage) => string,
): ReadonlyMap<string, string> => new Map(pages.map((page) => [plainAddress(addressOf(page)), page.path] as const));

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
