// Title and description of a doc as readers see them on other pages, from its front matter and the facts of its text. `VersionMetadata` has
// Docusaurus's instead.
import { posix } from 'node:path';
import { decodeHTMLStrict } from 'entities';
import type { PageFacts } from '../content/parse/page-facts.js';
import type { ParsedDoc } from '../content/parse/parsed-doc.js';
import { isCategoryIndex } from './slug.js';
import { readableName } from './titles.js';

/** Plain text about a doc, shown in the sidebar, on cards and in previews. */
export interface DisplayMetadata {
  readonly title: string;
  /** Name of the doc in the sidebar and in links to it. */
  readonly label: string;
  /** '' if no paragraph of the page is suitable. */
  readonly description: string;
  /** Whether a heading below level 1 is its title, if one is above all others. */
  readonly canTakeHeading: boolean;
}

interface PageHead extends Pick<ParsedDoc, 'frontMatter' | 'startMeta'> {
  readonly path: string;
  readonly titles: 'page' | 'record';
}

interface ShownInput extends PageHead, Pick<ParsedDoc, 'isCode'> {
  /** Name that is the title if the page has no other. */
  readonly name: string;
  /** Title of the page in the navigation of its project, which is its title if it has no heading. */
  readonly inNavigation?: string | undefined;
  readonly facts: PageFacts;
  readonly recordTitle: string;
  readonly folderLabel: (dir: string) => string;
}

export function displayMetadata(input: ShownInput): DisplayMetadata {
  const { frontMatter, startMeta, titles, recordTitle, facts } = input;
  const summary = describeWritten(fieldText(withoutLinks(frontMatter.description ?? startMeta.description ?? '')));
  const description = summary === '' ? facts.description : summary;
  const canTakeHeading = canTakeHeadingOf(input);
  if (titles === 'record')
    return { title: recordTitle, label: frontMatter.sidebar_label ?? recordTitle, description, canTakeHeading };
  const label = filled(frontMatter.sidebar_label) ?? filled(startMeta.sidebar_label);
  const heading = facts.title?.level === 1 || canTakeHeading ? facts.title?.text : undefined;
  const title = writtenTitle(input) ?? heading ?? label ?? input.inNavigation ?? nameOf(input);
  return { title, label: label ?? title, description, canTakeHeading };
}

export const canTakeHeadingOf = (head: PageHead): boolean =>
  head.titles !== 'record' && writtenTitle(head) === undefined && !isCategoryIndex(head.path);

const writtenTitle = ({ frontMatter, startMeta }: PageHead) => filled(frontMatter.title) ?? filled(startMeta.title);

/** Converts a value of front matter to plain text. It is not Markdown, but authors write code and entities there. */
function fieldText(text: string): string {
  return text === ''
    ? ''
    : decodeHTMLStrict(text.replace(/`([^`]+)`/g, '$1'))
        .replace(/\s+/g, ' ')
        .trim();
}

const filled = (text = ''): string | undefined => fieldText(text) || undefined;

/** Returns the name of a page. The doc of a folder has the folder's name. A name that the page writes as code stays. */
function nameOf({ path, name, isCode, folderLabel }: ShownInput): string {
  if (isCategoryIndex(path)) return folderLabel(posix.dirname(path));
  return isCode ? name : readableName(name);
}

interface PlainText {
  readonly text: string;
  /** Number of characters of `text` that are in links. */
  readonly linked: number;
}

const minChars = 20;
const maxChars = 160;
/** Maximum description from front matter, in characters. It is longer than `maxChars`, because the author chose it. */
const maxWrittenChars = 300;

/** Matches scripts without spaces between words. */
const spacelessScripts = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af\u0e00-\u0e7f]/u;
/** Matches remains of markup or of another program's syntax: anywhere in a text (`markup`), and at its start (`foreign`). */
const markup = /\{[%{:#]|\]\(|<[A-Za-z][\w.-]*\s[\w-]+=|&[a-z]+;/i;
const foreign =
  /^(?:(?:Project|Book):|(?:import|export) .*from ['"]|do not edit|(?:this (?:file|page) (?:is|was) )?auto(?:matically)?[- ]?generated)/i;
const sentenceStart = /^[\p{L}\p{N}\p{Extended_Pictographic}"'“”‘’«¿¡@(/.$§]/u;
const sentenceEnd = /[.!?…][)"'”’\]]*$|[。！？]$/u;
const notAnEnd = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|no|vol|fig|st|mr|ms|dr|[A-Z])\.$/i;
/** Matches a field at the start of a text, such as `Version: 1.2` or `Author: A. Smith`. */
const labelled = /^[\p{L}][\p{L} ]{0,30}: /u;

/** Matches a label such as `Description:` before a description. It is removed. */
const ownLabel = /^(?:Description|Summary|Overview|Abstract|TL;DR): (?=\S)/i;
/** Minimum characters of a text before a colon. A shorter one, or one that refers to the lines after it (`refersBelow`), is not a description. */
const minLeadChars = 40;
const refersBelow = /\b(?:following|follows|below|commands?|steps)\b/i;

/** Returns the description from a paragraph. '' if it is too short, not a sentence, a row of links, or introduces a list or code. */
export function describe({ text, linked }: PlainText): string {
  const bare = text.replace(ownLabel, '');
  const whole = /[:,]$/.test(bare) ? upToColon(bare) : bare;
  if (!isSentence(whole, bare === whole ? linked : 0)) return '';
  return shorten(whole, maxChars);
}

/** Returns the whole sentences of a text that ends in a colon or a comma, or the text before the colon. */
function upToColon(text: string): string {
  const sentences = upToSentence(text, text.length);
  if (sentences !== '') return sentences;
  return text.endsWith(':') && text.length >= minLeadChars && !refersBelow.test(text) ? `${text.slice(0, -1)}…` : '';
}

/** Removes links and strong text, which some themes render in descriptions. Text in brackets is a link if the text has its target. */
function withoutLinks(text: string): string {
  const target = /^[ \t]*\[([^\]\n]{1,200})\]:[ \t]+\S+[ \t]*$/gm;
  const names = new Set(Array.from(text.matchAll(target), ([, name = '']) => name.toLowerCase()));
  const link = /(?<![\w`])!?\[([^[\]]+)\](?:\[([^[\]]*)\]|(\([^()\s]*\)))?/g;
  const shown = (whole: string, label: string, name: string, url?: string) =>
    url !== undefined || names.has((name || label).toLowerCase()) ? label : whole;
  return text
    .replace(target, '')
    .replace(link, shown)
    .replace(/(?<![\w*/`])\*\*(?=\S)([^*\n]+)(?<=\S)\*\*(?![\w*/`])/g, '$1');
}

/** Returns the description from front matter, or '' if it contains markup of another program. */
const describeWritten = (text: string): string => (isForeign(text) ? '' : shorten(text, maxWrittenChars));

const isForeign = (text: string) => foreign.test(text) || (/[{\]<&]/.test(text) && markup.test(text));

function isSentence(text: string, linked: number): boolean {
  if (spacelessScripts.test(text.slice(0, minChars))) return text.length >= minChars / 2 && !isForeign(text);
  const start = text.slice(0, maxChars);
  const letters = start.replace(/[^\p{L}]+/gu, '').length;
  const isClosed = sentenceEnd.test(text);
  return (
    text.length >= minChars &&
    sentenceStart.test(text) &&
    !isForeign(text) &&
    letters >= start.length * 0.55 &&
    text.split(' ').length >= (isClosed ? 3 : 4) &&
    (isClosed ||
      (linked <= text.length / 2 && !/^\p{Ll}/u.test(text) && !labelled.test(text) && !/ [|•·❱›»>→] /u.test(text)))
  );
}

/** Cuts a text after the last whole sentence within a length, or at a word. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const sentences = upToSentence(text, length);
  if (sentences.length >= length * 0.4) return sentences;
  const start = text.slice(0, length);
  const blank = start.lastIndexOf(' ');
  const words = blank > length / 2 ? start.slice(0, blank) : withoutHalf(start);
  return `${words.replace(/[\s\p{Pd}\p{Ps},;:.!?/&]+$/u, '')}…`;
}

/** Removes an unpaired surrogate at the end. */
const withoutHalf = (text: string) => text.replace(/[\ud800-\udbff]$/, '');

/** Returns the whole sentences at the start of a text. '' if no sentence ends within the length. */
function upToSentence(text: string, length: number): string {
  const start = text.slice(0, length);
  for (let end = start.length - 1; end > 0; end -= 1) {
    if ('。！？'.includes(start[end] as string)) return start.slice(0, end + 1);
    if (start[end] !== ' ') continue;
    const sentence = start.slice(0, end);
    const next = start[end + 1] ?? '';
    if (/[.!?][)"'”’]?$/.test(sentence.slice(-3)) && !notAnEnd.test(sentence.slice(-12)) && !/\p{Ll}/u.test(next))
      return sentence;
  }
  return '';
}
