// 0xx: what `docgen check` finds in a built site. Errors are what a reader runs into: an address that leads nowhere.
import { define, inCode } from './define.js';
import { didYouMean } from './diagnostic.js';

const near = (address: string | undefined) => address && `did you mean ${inCode(address)}?`;

export const builtLinkBroken = define<{ url: string; near: string | undefined }>({
  code: 'DG001',
  severity: 'error',
  title: 'A link of the built site leads to no page and no file',
  effect: 'A reader gets the page “not found”.',
  message: (d) => `link to ${inCode(d.url)} leads nowhere`,
  hint: (d) => near(d.near),
});
export const builtAnchorBroken = define<{ anchor: string; page: string; ids: readonly string[] }>({
  code: 'DG002',
  severity: 'warning',
  title: 'The anchor of a link is not in the built page',
  effect: 'A reader gets the top of the page.',
  message: (d) => `anchor ${inCode(`#${d.anchor}`)} is not in ${inCode(d.page)}`,
  hint: (d) =>
    didYouMean(d.anchor, d.ids) ??
    (d.ids.length > 0 ? `anchors there: ${d.ids.slice(0, 8).join(', ')}` : 'that page has no anchors'),
});
export const builtImageBroken = define<{ url: string; near: string | undefined }>({
  code: 'DG003',
  severity: 'error',
  title: 'An image of the built site is missing',
  effect: 'A reader sees its alternative text, or a broken image.',
  message: (d) => `image ${inCode(d.url)} is not in the site`,
  hint: (d) => near(d.near),
});
export const builtFileBroken = define<{ url: string; near: string | undefined }>({
  code: 'DG004',
  severity: 'error',
  title: 'A file that a page loads or names is missing: a style, a script, an icon, a feed',
  effect: 'The page is shown without it.',
  message: (d) => `file ${inCode(d.url)} is not in the site`,
  hint: (d) => near(d.near),
});
export const redirectToNowhere = define<{ to: string; near: string | undefined }>({
  code: 'DG005',
  severity: 'error',
  title: 'A redirect of the built site leads to no page',
  effect: 'A reader of the old address gets the page “not found”.',
  message: (d) => `redirect to ${inCode(d.to)} leads nowhere`,
  hint: (d) => near(d.near),
});
export const redirectLoop = define<{ way: readonly string[] }>({
  code: 'DG006',
  severity: 'error',
  title: 'Redirects of the built site lead back to themselves',
  effect: 'The browser shows an error, or reloads for ever.',
  message: (d) => `redirect loop: ${d.way.map(inCode).join(' → ')}`,
  hint: () => 'let one of them lead to a page',
});
export const redirectChain = define<{ way: readonly string[] }>({
  code: 'DG007',
  severity: 'warning',
  title: 'A redirect of the built site leads to another redirect',
  effect: 'A reader waits for each; search engines stop after some.',
  message: (d) => `redirect chain: ${d.way.map(inCode).join(' → ')}`,
  hint: (d) => `let it lead to ${inCode(d.way.at(-1) ?? '')}`,
});
export const redirectRuleInvalid = define<{ text: string }>({
  code: 'DG008',
  severity: 'warning',
  title: 'A line of `_redirects` is no rule',
  effect: 'The host ignores it.',
  message: (d) => `${inCode(d.text)} is not a redirect rule`,
  hint: () => 'a rule is `/from /to 301`',
});
export const idTwice = define<{ id: string }>({
  code: 'DG009',
  severity: 'warning',
  title: 'An id stands twice in a built page',
  effect: 'Links lead to the first; labels and descriptions may name the wrong element.',
  message: (d) => `id ${inCode(d.id)} stands in this page already`,
  hint: () => 'each id of a page must be unique',
});
export const orphanPage = define<{ page: string }>({
  code: 'DG010',
  severity: 'warning',
  title: 'No page links to a page of the built site',
  effect: 'Readers find it only by its address or by a search engine.',
  message: (d) => `no page links to ${inCode(d.page)}`,
  hint: () => 'link to it, or mark it `noindex` if that is meant',
});
export const activeMarkup = define<{ what: string }>({
  code: 'DG011',
  severity: 'warning',
  title: 'A built page has a script, a handler, a form or a frame',
  effect: 'The page is not plain HTML; where scripts are forbidden that part does nothing.',
  message: (d) => `${inCode(d.what)} is not plain markup`,
  hint: () => "remove it from your template, or set `check: { markup: 'any' }`",
});
export const titleMissing = define<object>({
  code: 'DG012',
  severity: 'warning',
  title: 'A built page has no title',
  effect: 'Tabs, bookmarks, search results and screen readers show its address.',
  message: () => 'page without a title',
  hint: () => 'add a `<title>` with some text',
});
export const descriptionMissing = define<object>({
  code: 'DG013',
  severity: 'info',
  title: 'A built page has no description',
  effect: 'Search results and previews show some text of the page.',
  message: () => 'page without a description',
  hint: () => 'add `<meta name="description" content="…">`; with docgen `description` in the front matter',
});
export const langMissing = define<object>({
  code: 'DG014',
  severity: 'warning',
  title: 'A built page does not say its language',
  effect: 'Screen readers speak it in the language of the reader.',
  message: () => 'page without a language',
  hint: () => 'add `lang` to `<html>`',
});
export const altMissing = define<object>({
  code: 'DG015',
  severity: 'warning',
  title: 'An image of a built page has no alternative text',
  effect: 'Screen readers read the name of its file.',
  message: () => 'image without `alt`',
  hint: () => 'say what it shows; `alt=""` if it only decorates',
});
export const pageTooLarge = define<{ kb: number; limit: number }>({
  code: 'DG016',
  severity: 'warning',
  title: 'A built page is over the budget `check.pageKb`',
  effect: 'It loads slowly.',
  message: (d) => `page of ${d.kb} KB is over the budget of ${d.limit} KB`,
  hint: () => 'split the page; `sidebar.maxLinks` shortens the tree of all pages',
});
export const siteTooLarge = define<{ mb: number; limit: number }>({
  code: 'DG017',
  severity: 'warning',
  title: 'The built site is over the budget `check.totalMb`, or near the gigabyte that GitHub Pages takes',
  effect: 'The host may refuse it.',
  message: (d) => `site of ${d.mb} MB is over ${d.limit} MB`,
  hint: (d) =>
    d.limit === 900 ? 'GitHub Pages takes 1,000 MB at most; `check.totalMb` sets another limit' : undefined,
});
export const noPages = define<{ dir: string }>({
  code: 'DG018',
  severity: 'error',
  title: '`docgen check` finds no built site',
  effect: 'Nothing is checked.',
  message: (d) => `no HTML page in folder ${inCode(d.dir)}`,
  hint: () => 'build first, or name the folder: `docgen check DIR`',
});
export const unreadFile = define<{ reason: string }>({
  code: 'DG019',
  severity: 'warning',
  title: 'A file or a folder of the built site cannot be read',
  effect:
    'It is not checked: a page over 64 MB, a link that leads nowhere or to itself, a pipe, or what the user may not open.',
  message: (d) => `cannot be read (${d.reason})`,
  hint: () => 'remove it, or build the site again',
});
export const addressGone = define<{
  address: string;
  /** The page that seems to be the one that is gone; `line` redirects to it, undefined if the address is outside the base path. */
  now: { readonly address: string; readonly why: string; readonly line: string | undefined } | undefined;
}>({
  code: 'DG020',
  severity: 'error',
  title: 'An address of the former site is gone, and no redirect stands there',
  effect: 'Readers who come by a bookmark, a search engine or another site get the page “not found”.',
  message: (d) => `${inCode(d.address)} is gone`,
  hint: (d) => {
    if (d.now === undefined) return 'redirect it, or keep the page';
    const { address, why, line } = d.now;
    return `${inCode(address)} seems to be that page (${why}): ${line === undefined ? 'redirect it there on the host' : `add ${line}`}`;
  },
});
export const formerUnreadable = define<{ source: string; reason: string }>({
  code: 'DG021',
  severity: 'error',
  title: 'The list of former addresses cannot be read',
  effect: 'Nothing is compared.',
  message: (d) => `${inCode(d.source)} ${d.reason}`,
  hint: () =>
    '`--against` takes a sitemap (also an index, also .gz), a list with one address a line, or a built folder',
});
export const externalGone = define<{ url: string; status: number; places: number }>({
  code: 'DG030',
  severity: 'error',
  title: 'A link to another site leads nowhere (`--external`)',
  effect: 'A reader gets an error of that site.',
  message: (d) => `${inCode(d.url)} answers ${d.status}${also(d.places)}`,
  hint: () => 'correct or remove the link, or add it to `check.external.ignore`',
});
export const externalUnreachable = define<{ url: string; reason: string; places: number }>({
  code: 'DG031',
  severity: 'warning',
  title: 'Another site does not answer, or with an error of its own (`--external`)',
  effect: 'It may be so for a while only.',
  message: (d) => `${inCode(d.url)} ${d.reason}${also(d.places)}`,
  hint: () => 'check again later',
});
export const externalMoved = define<{ url: string; to: string; places: number }>({
  code: 'DG032',
  severity: 'info',
  title: 'Another site has moved a page for good (`--external`)',
  effect: 'The link still leads there, by a redirect.',
  message: (d) => `${inCode(d.url)} has moved to ${inCode(d.to)}${also(d.places)}`,
  hint: () => 'link to the new address',
});
export const externalUnknown = define<{ url: string; reason: string; places: number }>({
  code: 'DG033',
  severity: 'info',
  title: 'Whether a page of another site is there cannot be said (`--external`)',
  effect: 'It is not a fault: the site answers browsers only, or asked to wait too long, or is not asked.',
  message: (d) => `${inCode(d.url)} ${d.reason}${also(d.places)}`,
});

const also = (places: number) => (places > 1 ? `, linked from ${places} places` : '');
