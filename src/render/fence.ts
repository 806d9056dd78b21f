// A fault of one page stays a fault of one page.
import { renderingStopped } from '../model/diagnostics/reading.js';
import type { Page } from '../model/routes.js';
import { type Body, type BodyInput, escapedSource, movedBody } from './body/body-types.js';
import { BuildError } from './build-error.js';
import { composePage } from './pages/page.js';
import type { ComposedPage, PageContext } from './pages/page-context.js';

/** A body, and what it was rendered from. */
export interface RenderedBody {
  readonly body?: Body | undefined;
  readonly input?: BodyInput | undefined;
}

/** A body with the file of its page in its places: it may have been rendered for the same text of another version. */
export function inItsFile(page: Page, { body, input }: RenderedBody): RenderedBody {
  const from = input?.source;
  if (!body || !input || page.kind !== 'doc' || from === page.doc.source) return { body, input };
  return { body: movedBody(body, input.source, page.doc.source), input: { ...input, source: page.doc.source } };
}

/**
 * Whatever composing a page throws is that page's DG306: it shows its source, or, where even that cannot be composed, is left out.
 * What stops a build, such as a broken template, still does.
 */
export function composeFenced(
  page: Page,
  { body, input }: RenderedBody,
  context: PageContext,
  compose = composePage,
): ComposedPage {
  try {
    return compose(page, body, context);
  } catch (error) {
    if (error instanceof BuildError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const leftOut = renderingStopped(
      { reason: `${reason} (the page is left out)` },
      { file: page.kind === 'doc' ? page.doc.source : page.outputPath },
    );
    const nothing: ComposedPage = { files: [], assets: [], anchors: [], diagnostics: [leftOut] };
    if (!body || !input) return nothing;
    try {
      const source = escapedSource(input, reason, 'failed');
      const diagnostics = [...body.diagnostics, ...source.diagnostics];
      return compose(page, { ...source, ids: body.ids, diagnostics }, context);
    } catch (second) {
      if (second instanceof BuildError) throw second;
      return nothing;
    }
  }
}
