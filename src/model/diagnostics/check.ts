// 0xx: what `docgen check` finds in a built site. Errors are what a reader runs into: an address that leads nowhere.
import { define, inCode } from './define.js';
import { didYouMean } from './diagnostic.js';

const near = (address: string | undefined) => address && `did you mean ${inCode(address)}?`;

export const builtLinkBroken = define<{ url: string; near: string | undefined }>('DG001', {
  message: (d) => `link to ${inCode(d.url)} leads nowhere`,
  hint: (d) => near(d.near),
});
export const builtAnchorBroken = define<{ anchor: string; page: string; ids: readonly string[] }>('DG002', {
  message: (d) => `anchor ${inCode(`#${d.anchor}`)} is not in ${inCode(d.page)}`,
  hint: (d) =>
    didYouMean(d.anchor, d.ids) ??
    (d.ids.length > 0 ? `anchors there: ${d.ids.slice(0, 8).join(', ')}` : 'that page has no anchors'),
});
export const builtImageBroken = define<{ url: string; near: string | undefined }>('DG003', {
  message: (d) => `image ${inCode(d.url)} is not in the site`,
  hint: (d) => near(d.near),
});
export const builtFileBroken = define<{ url: string; near: string | undefined }>('DG004', {
  message: (d) => `file ${inCode(d.url)} is not in the site`,
  hint: (d) => near(d.near),
});
export const redirectToNowhere = define<{ to: string; near: string | undefined }>('DG005', {
  message: (d) => `redirect to ${inCode(d.to)} leads nowhere`,
  hint: (d) => near(d.near),
});
export const redirectLoop = define<{ way: readonly string[] }>('DG006', {
  message: (d) => `redirect loop: ${d.way.map(inCode).join(' → ')}`,
  hint: () => 'let one of them lead to a page',
});
export const redirectChain = define<{ way: readonly string[] }>('DG007', {
  message: (d) => `redirect chain: ${d.way.map(inCode).join(' → ')}`,
  hint: (d) => `let it lead to ${inCode(d.way.at(-1) ?? '')}`,
});
export const redirectRuleInvalid = define<{ text: string }>('DG008', {
  message: (d) => `${inCode(d.text)} is not a redirect rule`,
  hint: () => 'a rule is `/from /to 301`',
});
export const idTwice = define<{ id: string }>('DG009', {
  message: (d) => `id ${inCode(d.id)} stands in this page already`,
  hint: () => 'each id of a page must be unique',
});
export const orphanPage = define<{ page: string }>('DG010', {
  message: (d) => `no page links to ${inCode(d.page)}`,
  hint: () => 'link to it, or mark it `noindex` if that is meant',
});
export const activeMarkup = define<{ what: string }>('DG011', {
  message: (d) => `${inCode(d.what)} is not plain markup`,
  hint: () => "remove it from your template, or set `check: { markup: 'any' }`",
});
export const titleMissing = define<object>('DG012', {
  message: () => 'page without a title',
  hint: () => 'add a `<title>` with some text',
});
export const descriptionMissing = define<object>('DG013', {
  message: () => 'page without a description',
  hint: () => 'add `<meta name="description" content="…">`; with docgen `description` in the front matter',
});
export const langMissing = define<object>('DG014', {
  message: () => 'page without a language',
  hint: () => 'add `lang` to `<html>`',
});
export const altMissing = define<object>('DG015', {
  message: () => 'image without `alt`',
  hint: () => 'say what it shows; `alt=""` if it only decorates',
});
export const pageTooLarge = define<{ kb: number; limit: number }>('DG016', {
  message: (d) => `page of ${d.kb} KB is over the budget of ${d.limit} KB`,
  hint: () => 'split the page; `sidebar.maxLinks` shortens the tree of all pages',
});
export const siteTooLarge = define<{ mb: number; limit: number }>('DG017', {
  message: (d) => `site of ${d.mb} MB is over ${d.limit} MB`,
  hint: (d) =>
    d.limit === 900 ? 'GitHub Pages takes 1,000 MB at most; `check.totalMb` sets another limit' : undefined,
});
export const noPages = define<{ dir: string }>('DG018', {
  message: (d) => `no HTML page in folder ${inCode(d.dir)}`,
  hint: () => 'build first, or name the folder: `docgen check DIR`',
});
export const unreadFile = define<{ reason: string }>('DG019', {
  message: (d) => `cannot be read (${d.reason})`,
  hint: () => 'remove it, or build the site again',
});
export const addressGone = define<{
  address: string;
  /** The page that seems to be the one that is gone; `line` redirects to it, undefined if the address is outside the base path. */
  now: { readonly address: string; readonly why: string; readonly line: string | undefined } | undefined;
  /** If no page seems to be it, and other projects write its section: redirects to the page above it. */
  above?: string | undefined;
}>('DG020', {
  message: (d) => `${inCode(d.address)} is gone`,
  hint: (d) => {
    if (d.above !== undefined) return `redirect it, for example to the page above it: add ${d.above}`;
    if (d.now === undefined) return 'redirect it, or keep the page';
    const { address, why, line } = d.now;
    return `${inCode(address)} seems to be that page (${why}): ${line === undefined ? 'redirect it there on the host' : `add ${line}`}`;
  },
});
export const formerUnreadable = define<{ source: string; reason: string }>('DG021', {
  message: (d) => `${inCode(d.source)} ${d.reason}`,
  hint: () =>
    '`--against` takes a sitemap (also an index, also .gz), a list with one address a line, or a built folder',
});
export const externalGone = define<{ url: string; status: number; places: number }>('DG030', {
  message: (d) => `${inCode(d.url)} answers ${d.status}${also(d.places)}`,
  hint: () => 'correct or remove the link, or add it to `check.external.ignore`',
});
export const externalUnreachable = define<{ url: string; reason: string; places: number }>('DG031', {
  message: (d) => `${inCode(d.url)} ${d.reason}${also(d.places)}`,
  hint: () => 'check again later',
});
export const externalMoved = define<{ url: string; to: string; places: number }>('DG032', {
  message: (d) => `${inCode(d.url)} has moved to ${inCode(d.to)}${also(d.places)}`,
  hint: () => 'link to the new address',
});
export const externalUnknown = define<{ url: string; reason: string; places: number }>('DG033', {
  message: (d) => `${inCode(d.url)} ${d.reason}${also(d.places)}`,
});

const also = (places: number) => (places > 1 ? `, linked from ${places} places` : '');
