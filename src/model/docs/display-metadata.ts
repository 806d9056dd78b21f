// What readers see of a doc on other pages: its title and description, from its front matter and what its text says of it. The records
// have Docusaurus's.
import { posix } from 'node:path';
import { decodeHTMLStrict } from 'entities';
import type { FrontMatter } from '../content/parse/front-matter.js';
import type { PageFacts } from '../content/parse/parsed-doc.js';
import type { StartMeta } from '../content/parse/start-meta.js';
import { describeWritten } from './description.js';
import { readableName } from './readable-name.js';
import { isCategoryIndex } from './slug.js';

/** A doc as readers see it in the tree, on cards and in previews: plain text. */
export interface DisplayMetadata {
  readonly title: string;
  /** Its name in the tree and in links to it. */
  readonly label: string;
  /** '' if the page has no paragraph that would do. */
  readonly description: string;
  /** Whether a heading below level 1 is its title, if one is above all others. */
  readonly canTakeHeading: boolean;
}

interface PageHead {
  readonly path: string;
  readonly frontMatter: FrontMatter;
  readonly startMeta: StartMeta;
  readonly titles: 'page' | 'record';
}

interface ShownInput extends PageHead {
  /** The name that its title falls back to. */
  readonly name: string;
  /** Whether the page writes its own name as code. */
  readonly isCode: boolean;
  readonly facts: PageFacts;
  readonly recordTitle: string;
  readonly folderLabel: (dir: string) => string;
}

export function displayMetadata(input: ShownInput): DisplayMetadata {
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

export const canTakeHeadingOf = (head: PageHead): boolean =>
  head.titles !== 'record' && writtenTitle(head) === undefined && !isCategoryIndex(head.path);

const writtenTitle = ({ frontMatter, startMeta }: PageHead) => filled(frontMatter.title) ?? filled(startMeta.title);

/** Converts a value of front matter to plain text. It is not Markdown, but authors write code and entities there. */
function fieldText(text: string): string {
  return decodeHTMLStrict(text.replace(/`([^`]+)`/g, '$1'))
    .replace(/\s+/g, ' ')
    .trim();
}

function filled(text: string | undefined): string | undefined {
  const plain = text === undefined ? '' : fieldText(text);
  return plain === '' ? undefined : plain;
}

/** Returns the name of a page. The doc of a folder has the folder's name. A name that the page writes as code stays. */
function nameOf({ path, name, isCode, folderLabel }: ShownInput): string {
  if (isCategoryIndex(path)) return folderLabel(posix.dirname(path));
  return isCode ? name : readableName(name);
}
