// Composes pages. The result only depends on the page, its own body and the site without bodies.
import type { Page } from '../../model/site/routes.js';
import type { Content } from '../base/output-file.js';
import type { Body } from '../body/body-types.js';
import { composeDoc } from './doc-page.js';
import { composeAll, composeHome, composeList, composeNotFound } from './hub-pages.js';
import { composeFolderIndex, composeGeneratedIndex, composeTag, composeTags } from './index-page.js';
import type { ComposedPage, PageContext } from './page-context.js';

export function composePage(page: Page, body: Body | undefined, context: PageContext): ComposedPage {
  if (page.kind !== 'doc') {
    const bytes = contentOf(page, context);
    return { files: [{ path: page.outputPath, bytes }], assets: [], anchors: [], diagnostics: [] };
  }
  if (!body) throw new Error(`no body for ${page.doc.id}`);
  return composeDoc(page, body, context);
}

function contentOf(page: Exclude<Page, { readonly kind: 'doc' }>, context: PageContext): Content {
  switch (page.kind) {
    case 'generatedIndex':
      return composeGeneratedIndex(page, context);
    case 'folderIndex':
      return composeFolderIndex(page, context);
    case 'tag':
      return composeTag(page, context);
    case 'tags':
      return composeTags(page, context);
    case 'home':
      return composeHome(page, context);
    case 'all':
      return composeAll(page, context);
    case 'list':
      return composeList(page, context);
    case 'onePage':
      throw new Error('a page of many bodies is composed of them all');
    case 'notFound':
      return composeNotFound(page, context);
    default:
      return page satisfies never;
  }
}
