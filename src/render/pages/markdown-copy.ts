// The Markdown version of each doc's page, for programs.
import type { DocRoute } from '../../model/site/routes.js';
import { type Href, outputFile, outputHref } from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';
import { beginsAsMarkup } from './links/assets.js';

export const markdownCopyPath = ({ outputPath }: Pick<DocRoute, 'outputPath'>) =>
  outputFile(outputPath.replace(/\.html$/, '.md'));

export function markdownCopyHref(page: Pick<DocRoute, 'outputPath'>, basePath: string): Href {
  return outputHref(markdownCopyPath(page), basePath);
}

type CopiedPage = Pick<DocRoute, 'title' | 'outputPath'> & { readonly doc: Pick<DocRoute['doc'], 'body'> };

// A text that starts as markup always gets the title first: a host that doesn't know `.md` sends no content type, and a browser would then render the text as HTML.
export function markdownCopy(page: CopiedPage, isTitled: boolean): OutputFile {
  const body = page.doc.body().trim();
  const isText = /^[\w#[*]/.test(body); // most texts; reading their first bytes would take longer
  const isMarkup = !isText && beginsAsMarkup(Buffer.from(body.slice(0, 4096)));
  const title = isTitled && !isMarkup ? '' : `# ${page.title}\n\n`;
  return { path: markdownCopyPath(page), bytes: [title, body, '\n'] };
}
