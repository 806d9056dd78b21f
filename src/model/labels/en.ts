// Every word of the interface, in English: the JSON files of the other languages have the same keys (in fr.json the space before a colon is
// U+00A0, which does not break). `{names}` in braces are filled in; a label with several forms
// is chosen by `{count}`.

/** A text whose form follows a number, by the plural rules of its language. */
export interface Forms {
  readonly zero?: string | undefined;
  readonly one?: string | undefined;
  readonly two?: string | undefined;
  readonly few?: string | undefined;
  readonly many?: string | undefined;
  readonly other: string;
}

export const en = {
  // Frame
  skipToContent: 'Skip to content',
  skipToNavigation: 'Skip to navigation',
  siteLinks: 'Site',
  footer: 'Footer',
  links: 'Links',
  announcement: 'Announcement',
  documentation: 'Documentation',
  menu: 'Menu',
  close: 'Close',
  showInTree: 'Show in tree',
  allPagesLink: 'All pages, A to Z',
  pagesIn: 'Pages in {title}',
  onThisPage: 'On this page',
  breadcrumbs: 'Breadcrumbs',
  pagination: 'Previous and next page',
  previous: 'Previous',
  next: 'Next',
  listSeparator: ', ',
  // Around an article
  unlisted: 'This page is unlisted: only readers with its address find it.',
  inThisSection: 'In this section',
  editThisPage: 'Edit this page',
  updated: 'Last updated',
  updatedOn: 'Last updated on {date}',
  updatedBy: 'Last updated by {author}',
  updatedOnBy: 'Last updated on {date} by {author}',
  origin: 'From {project} at {commit}',
  licence: 'Licence: {name}',
  changedOn: 'Last changed on {date}',
  origins: 'Where this comes from',
  unreleased: 'This is unreleased documentation of {site}, version {version}.',
  unmaintained: 'This documentation of {site}, version {version}, is no longer maintained.',
  version: 'Version: {version}',
  otherVersion: 'This is documentation of {site}, version {version}.',
  latestPage: 'This page in the latest version, {version}',
  latestFront: 'The latest version, {version}, does not have this page: its front page',
  latestVersion: 'latest',
  frontOnly: 'front page: it does not have this page',
  tags: 'Tags',
  seeAlso: 'See also',
  onePage: '{title} on one page',
  onePageLead: '{pages}. The browser’s own find looks through all of their text; printed they are a book.',
  contents: 'Contents',
  leftOut: 'This page would be too large with {page}, which stands alone.',
  goTo: 'Go to {page}.',
  // Front, lists of pages
  homeCounts: '{sections}, {pages}.',
  sections: { one: '{count} section', other: '{count} sections' },
  pages: { one: '{count} page', other: '{count} pages' },
  morePages: { one: '{count} more page', other: '{count} more pages' },
  more: { other: '… {count} more' },
  all: { other: 'all {count}' },
  latest: 'Latest: {pages}',
  beginWith: 'Begin with: {pages}',
  allPages: 'All pages',
  allPagesLead:
    '{pages}. The browser’s own find looks through their titles in A to Z; in the list of a section it also looks through folders, descriptions and keywords.',
  listTitle: 'All pages: {title}',
  listPart: '{title}, part {part} of {parts}',
  pageList: 'Pages',
  listLead: '{pages}. The browser’s own find looks through all that is said of them here.',
  letters: 'Letters',
  aToZ: 'A to Z',
  bySection: 'By section',
  otherPages: 'Other pages',
  releases: '{title}, releases',
  // Addresses that lead nowhere
  notFound: 'Page not found',
  notFoundText:
    'No page has this address. It may have moved: look in the tree, begin at the {front}, search the list of {all} with the browser’s own find, or choose a section.',
  notFoundFront: 'front of the hub',
  notFoundAll: 'all pages',
  // In articles
  note: 'Note',
  tip: 'Tip',
  info: 'Info',
  success: 'Success',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
  danger: 'Danger',
  details: 'Details',
  tab: 'Tab {number}',
  video: 'Video',
  videoOn: 'Video on {site}',
  embedded: 'Embedded page on {site}',
  linkTo: 'Link to “{title}”',
  link: 'link',
  table: 'Table {number}',
  done: 'done',
  toDo: 'to do',
  notShown: 'Not shown here: {names}',
  notRendered: 'This page could not be rendered; its source follows.',
  missingImage: 'missing image',
  footnotes: 'Footnotes',
  backToReference: 'Back to reference {number}',
  diagramSource: 'Source of the diagram',
  titled: '{kind}: {title}',
  diagram: 'Diagram',
  flowDiagram: 'Flow diagram',
  stateDiagram: 'State diagram',
  sequenceDiagram: 'Sequence diagram',
  classDiagram: 'Class diagram',
  entityDiagram: 'Entity relationship diagram',
  mindMap: 'Mind map',
  pieChart: 'Pie chart',
  chart: 'Chart',
} as const satisfies Readonly<Record<string, string | Forms>>;

type Table = typeof en;

/** A table of labels. */
export type Labels = { readonly [Key in keyof Table]: Table[Key] extends string ? string : Forms };
/** Labels of the owner's own, in place of docgen's. */
export type OwnLabels = { readonly [Key in keyof Labels]?: Labels[Key] | undefined };
export type LabelKey = keyof Labels;
/** Labels that are one text. */
export type TextKey = { [Key in LabelKey]: Labels[Key] extends string ? Key : never }[LabelKey];
/** Labels that follow a number. */
export type CountKey = Exclude<LabelKey, TextKey>;
