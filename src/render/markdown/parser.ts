// Markdown to a syntax tree: satteri, which is native, as remark's parser; where no binary of it loads, remark-parse with the same result.
import type { Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

type Native = (text: string, options: { features: { gfm: boolean; frontmatter: boolean } }) => Root;

let native: Native | undefined;

const loaded = loadNative();

async function loadNative(): Promise<void> {
  if (process.env['DOCGEN_PARSER'] === 'remark') return;
  try {
    native = ((await import('satteri')) as unknown as { markdownToMdast: Native }).markdownToMdast;
  } catch {
    native = undefined;
  }
}

const reference = remark().use(remarkGfm);
const processor = remark()
  .use(remarkGfm)
  .use(function (this: { parser?: unknown }) {
    this.parser = (text: string) => native?.(text, { features: { gfm: true, frontmatter: false } });
  });

/** Loads the parser; before anything is parsed. Gives its name. */
export async function loadParser(): Promise<'satteri' | 'remark-parse'> {
  await loaded;
  return native ? 'satteri' : 'remark-parse';
}

/** CommonMark with GitHub's extensions as a tree with positions. */
export function parseMarkdown(text: string): Root {
  return (native ? processor : reference).parse(text) as Root;
}

/** The same by remark-parse alone, which tests compare with. */
export function parseByReference(text: string): Root {
  return reference.parse(text) as Root;
}
