// Markdown to a syntax tree: satteri, which is native, as remark's parser; where no binary of it loads, remark-parse with the same result.
import type { Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

type Native = (text: string, options: { features: { gfm: boolean; frontmatter: boolean } }) => Root;

const native = await loadNative();

async function loadNative(): Promise<Native | undefined> {
  if (process.env['DOCGEN_PARSER'] === 'remark') return undefined;
  try {
    return ((await import('satteri')) as unknown as { markdownToMdast: Native }).markdownToMdast;
  } catch {
    return undefined;
  }
}

const reference = remark().use(remarkGfm);
const processor = remark()
  .use(remarkGfm)
  .use(function (this: { parser?: unknown }) {
    if (native) this.parser = (text: string) => native(text, { features: { gfm: true, frontmatter: false } });
  });

export const parserName = native ? 'satteri' : 'remark-parse';

/** CommonMark with GitHub's extensions as a tree with positions. */
export function parseMarkdown(text: string): Root {
  return processor.parse(text) as Root;
}

/** The same by remark-parse alone, which tests compare with. */
export function parseByReference(text: string): Root {
  return reference.parse(text) as Root;
}
