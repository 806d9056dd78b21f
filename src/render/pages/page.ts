// Pages become files. What a page becomes depends on itself, its own body and the site without bodies, and on nothing else.
import type { Page } from '../../model/routes.js';
import type { Body } from '../body/body-types.js';
import type { Content } from '../output-file.js';
import { composeDoc } from './doc-page.js';
import { composeAll, composeHome, composeList, composeNotFound } from './hub-pages.js';
import { composeFolderIndex, composeGeneratedIndex } from './index-page.js';
import type { ComposedPage, PageContext } from './page-context.js';
import { composeTag, composeTags } from './tag-pages.js';

/** Composes a page; `body` is that of a doc, undefined for any other page. Diagnostics: DG601, DG603–DG606, DG706, DG301, DG305. */
export function composePage(page: Page, body: Body | undefined, context: PageContext): ComposedPage {
  switch (page.kind) {
    case 'doc':
      if (!body) throw new Error(`no body for ${page.doc.id}`);
      return composeDoc(page, body, context);
    case 'generatedIndex':
      return alone(page, composeGeneratedIndex(page, context));
    case 'folderIndex':
      return alone(page, composeFolderIndex(page, context));
    case 'tag':
      return alone(page, composeTag(page, context));
    case 'tags':
      return alone(page, composeTags(page, context));
    case 'home':
      return alone(page, composeHome(page, context));
    case 'all':
      return alone(page, composeAll(page, context));
    case 'list':
      return alone(page, composeList(page, context));
    case 'onePage':
      throw new Error('a page of many bodies is composed of them all');
    case 'notFound':
      return alone(page, composeNotFound(page, context));
    default:
      return page satisfies never;
  }
}

function alone({ outputPath: path }: Page, bytes: Content): ComposedPage {
  return { files: [{ path, bytes }], assets: [], anchors: [], diagnostics: [] };
}
