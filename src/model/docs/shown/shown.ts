// What readers see of a doc on other pages: its title and description, from its front matter and what its text says of it. The records
// have Docusaurus's.
import { posix } from 'node:path';
import { decodeHTMLStrict } from 'entities';
import type { FrontMatter } from '../../content/front-matter.js';
import type { StartMeta } from '../../content/start-meta.js';
import { isCategoryIndex } from '../slug.js';
import { describeWritten } from './description.js';
import { readableName } from './readable-name.js';

/** A doc as readers see it in the tree, on cards and in previews: plain text. */
export interface Shown {
  readonly title: string;
  /** Its name in the tree and in links to it. */
  readonly label: string;
  /** '' if the page has no paragraph that would do. */
  readonly description: string;
  /** Whether a heading below level 1 is its title, if one is above all others. */
  readonly canTakeHeading: boolean;
}

/** The facts of a page: plain data, from its own text alone. The reader of Markdown makes them. */
export interface PageFacts {
  /** The heading that names the page. One below level 1 is above all others. */
  readonly title?: { readonly text: string; readonly level: number } | undefined;
  /** '' if no paragraph would do. */
  readonly description: string;
}

/** The facts of a text that cannot be read. */
export const noFacts: PageFacts = { description: '' };

/** What the head of a page says, and its path. */
export interface PageHead {
  readonly path: string;
  readonly frontMatter: FrontMatter;
  readonly startMeta: StartMeta;
  readonly titles: 'page' | 'record';
}

export interface ShownInput extends PageHead {
  /** The name that its title falls back to. */
  readonly name: string;
  /** Whether the page writes its own name as code. */
  readonly isCode: boolean;
  readonly facts: PageFacts;
  /** What the record has. */
  readonly recordTitle: string;
  /** What readers see of a folder. */
  readonly folderLabel: (dir: string) => string;
}

/** What readers see of a doc. */
export function shownOf(input: ShownInput): Shown {
  const { frontMatter, startMeta, titles, recordTitle, facts } = input;
  const summary = describeWritten(fieldText(frontMatter.description ?? startMeta.description ?? ''));
  const description = summary === '' ? facts.description : summary;
  const canTakeHeading = canTakeHeadingOf(input);
  if (titles === 'record')
    return { title: recordTitle, label: frontMatter.sidebar_label ?? recordTitle, description, canTakeHeading };
  const label = filled(frontMatter.sidebar_label) ?? filled(startMeta.sidebar_label);
  const heading = facts.title?.level === 1 || canTakeHeading ? facts.title?.text : undefined;
  const title = writtenTitle(input) ?? heading ?? label ?? nameOf(input);
  return { title, label: label ?? title, description, canTakeHeading };
}

/** The `canTakeHeading` of what readers see of a doc. */
export const canTakeHeadingOf = (head: PageHead): boolean =>
  head.titles !== 'record' && writtenTitle(head) === undefined && !isIndex(head.path);

const isIndex = (path: string) => isCategoryIndex(posix.basename(path, posix.extname(path)), posix.dirname(path));

const writtenTitle = ({ frontMatter, startMeta }: PageHead) => filled(frontMatter.title) ?? filled(startMeta.title);

/** Front matter is no Markdown, but authors write code and entities there. */
function fieldText(text: string): string {
  return decodeHTMLStrict(text.replace(/`([^`]+)`/g, '$1'))
    .replace(/\s+/g, ' ')
    .trim();
}

function filled(text: string | undefined): string | undefined {
  const plain = text === undefined ? '' : fieldText(text);
  return plain === '' ? undefined : plain;
}

/** The doc of a folder is called as the folder is; a name that the page itself writes as code stays. */
function nameOf({ path, name, isCode, folderLabel }: ShownInput): string {
  if (isIndex(path)) return folderLabel(posix.dirname(path));
  return isCode ? name : readableName(name);
}
