// For programs that read text: each doc as Markdown beside its page.
import { type Href, outputFile, outputHref } from '../../model/path.js';
import type { DocRoute } from '../../model/routes.js';
import type { OutputFile } from '../output-file.js';
import { beginsAsMarkup } from './links/asset-kinds.js';

/** Where the Markdown copy of a page stands. */
export const markdownCopyPath = ({ outputPath }: Pick<DocRoute, 'outputPath'>) =>
  outputFile(outputPath.replace(/\.html$/, '.md'));

/** The address of a page's Markdown copy. */
export function markdownCopyHref(page: Pick<DocRoute, 'outputPath'>, basePath: string): Href {
  return outputHref(markdownCopyPath(page), basePath);
}

type CopiedPage = Pick<DocRoute, 'title' | 'outputPath'> & { readonly doc: Pick<DocRoute['doc'], 'body'> };

/**
 * The page as its author wrote it, under its title, without front matter. What begins as markup has the title above it in any case: a
 * host that does not know `.md` names no type, and a browser would run it as HTML.
 */
export function markdownCopy(page: CopiedPage, isTitled: boolean): OutputFile {
  const body = page.doc.body().trim();
  const title = isTitled && !beginsAsMarkup(Buffer.from(body.slice(0, 4096))) ? '' : `# ${page.title}\n\n`;
  return { path: markdownCopyPath(page), bytes: [title, body, '\n'] };
}
