// What a page says, apart from its frame: enough to know it again at another address.
import { decodeHTML } from 'entities';
import { readTags } from './tags.js';

export interface Outline {
  /** The first `<h1>`. */
  readonly heading: string | undefined;
  readonly title: string | undefined;
  /** The text of `<article>`, else of `<main>`, else of the page, without blanks. */
  readonly text: string;
}

/** The parts of a page in which the text is looked for, the best first. */
const parts = ['article', 'main', 'body'] as const;
/** What stands in an article and is not of it: the way to other pages. */
const frames = new Set(['nav', 'header', 'footer', 'aside', 'script', 'style']);

export function readOutline(html: string): Outline {
  const open = new Map<string, number>();
  const texts = {
    article: [] as string[],
    main: [] as string[],
    body: [] as string[],
    h1: [] as string[],
    title: [] as string[],
  };
  let [framed, hasHeading] = [0, false];
  readTags(html, {
    onTag({ name }) {
      if (frames.has(name)) framed += 1;
      if (name in texts) open.set(name, (open.get(name) ?? 0) + 1);
    },
    onEnd(name) {
      if (frames.has(name) && framed > 0) framed -= 1;
      if (name === 'h1' && texts.h1.length > 0) hasHeading = true;
      if (open.has(name)) open.set(name, Math.max(0, (open.get(name) ?? 0) - 1));
    },
    onText(start, end) {
      const text = html.slice(start, end);
      const isIn = (name: string) => (open.get(name) ?? 0) > 0;
      if (isIn('title')) texts.title.push(text);
      if (isIn('h1') && !hasHeading) texts.h1.push(text);
      if (framed > 0) return;
      for (const part of parts) if (isIn(part)) texts[part].push(text);
    },
    onDoctype() {},
  });
  const plain = (pieces: readonly string[]) => decodeHTML(pieces.join('')).replace(/\s+/g, ' ').trim();
  return {
    heading: plain(texts.h1) || undefined,
    title: plain(texts.title) || undefined,
    text: parts.map((part) => plain(texts[part])).find((text) => text !== '') ?? '',
  };
}
