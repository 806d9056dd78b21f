// The page that lists every page of the hub, as props.
import type { PageGroupProps } from '../../../templates/props.js';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import type { Doc } from '../../model/docs/doc.js';
import { groupBy } from '../../model/group.js';
import { type Href, pageHref, toPermalink, withoutTrailingSlash } from '../../model/path.js';
import type { Site } from '../../model/site.js';
import { titlesIn } from './cards.js';

/** The page of all pages. */
export function allPagesHref({ config }: Site): Href {
  return pageHref(toPermalink(config.basePath, config.routeBase, '/all/'), config);
}

const listedDocs = (site: Site) => [...site.docs.values()].filter(({ unlisted }) => !unlisted);

const topCategoryOf = (doc: Doc, site: Site) => site.trail.get(withoutTrailingSlash(doc.permalink))?.[0]?.label;

/** Every listed doc by the first letter of its title; what begins with no letter is under `#`. */
export function pagesByLetter(site: Site): PageGroupProps[] {
  const key = (title: string) => title.normalize('NFD').toLowerCase();
  const docs = listedDocs(site).sort(
    (a, b) => compareStrings(key(a.shown.title), key(b.shown.title)) || compareStrings(a.id, b.id),
  );
  const letterOf = ({ shown }: Doc) => {
    const letter = key(shown.title)
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .charAt(0)
      .toUpperCase();
    return /\p{L}/u.test(letter) ? letter : '#';
  };
  const groups = grouped(docs, site, letterOf, (doc) => topCategoryOf(doc, site));
  return groups.sort((a, b) => compareStrings(a.title, b.title));
}

/** Every listed doc by the top-level category that it is in, in the order of the tree; what is in none comes last. */
export function pagesByTopCategory(site: Site): PageGroupProps[] {
  const docs = listedDocs(site);
  const inSection = docs.filter((doc) => topCategoryOf(doc, site) !== undefined);
  const rest = docs.filter((doc) => topCategoryOf(doc, site) === undefined);
  const order = [...site.sidebars.byName.values()].flat().map((item) => (item.type === 'html' ? '' : item.label));
  const placed = grouped(inSection, site, (doc) => topCategoryOf(doc, site) ?? '');
  placed.sort((a, b) => order.indexOf(a.title) - order.indexOf(b.title));
  return rest.length === 0 ? placed : [...placed, ...grouped(rest, site, () => site.words.text('otherPages'))];
}

function grouped(
  docs: readonly Doc[],
  site: Site,
  titleOf: (doc: Doc) => string,
  detailOf: (doc: Doc) => string | undefined = () => undefined,
): PageGroupProps[] {
  const titles = titlesIn(docs, site);
  const labels = new Map(docs.map((doc, index) => [doc, titles[index] ?? '']));
  const linkOf = (doc: Doc) => {
    const section = detailOf(doc);
    return {
      href: pageHref(doc.permalink, site.config),
      label: labels.get(doc) ?? '',
      ...(section !== undefined && { section }),
    };
  };
  return [...groupBy(docs, titleOf)].map(([title, list]) => ({ title, links: list.map(linkOf) }));
}
