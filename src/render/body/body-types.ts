// Input and output of a body. body.ts is a separate file, because it loads all of Markdown.
import type { RemarkPlugin } from '../../model/config/module.js';
import type { PageFacts } from '../../model/content/parse/page-facts.js';
import { type Diagnostic, type Place, problem } from '../../model/diagnostics/diagnostic.js';
import type { HeadingIds } from '../../model/generators/generator.js';
import type { OwnLabels } from '../../model/labels/label-types.js';
import { wordsOf } from '../../model/labels/ui-text.js';
import type { SourcePath } from '../../model/types/path.js';
import type { Diagram } from '../diagrams/draw.js';
import type { MarkdownFile } from '../markdown/syntax/included-files.js';
import type { Heading } from './html/headings.js';
import { escapeText, type Fragment } from './print/fragment.js';

/** All inputs of a body. It is plain data, so that it can be hashed and sent to a worker. */
export interface BodyInput extends MarkdownFile {
  /** Whether a heading below level 1 can be the page's title, if it is the highest one. */
  readonly canTakeHeading: boolean;
  /** URLs outside the hub that can belong to its pages, so that links to them are slots. */
  readonly ownSites: readonly string[];
  readonly headingIds: HeadingIds;
  /** Language and labels of the texts that docgen adds. */
  readonly lang: string;
  readonly labels: OwnLabels;
  readonly components: string;
  readonly remarkPlugins: readonly RemarkPlugin[];
  /** Hash of the other fields, the code of the components and plugins, and docgen's own code. */
  readonly key: string;
  /** Whether the same input results in the same body. False if imports of the components can't be determined. */
  readonly isRepeatable: boolean;
}

/** `limit`, `late`: over a limit of size or time. `failed`: an exception in docgen or a component. All except `rendered` show their source. */
export type Status = 'rendered' | 'limit' | 'late' | 'failed';

export interface Body {
  readonly status: Status;
  readonly html: Fragment;
  readonly diagrams: readonly Diagram[];
  readonly headings: readonly Heading[];
  readonly ids: readonly string[];
  readonly isTitled: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export type RenderBody = (input: BodyInput) => Promise<Body>;

export interface TextReader {
  /** Reads the facts of a text. Returns undefined if that failed and might succeed later. */
  readonly read: (input: BodyInput) => Promise<PageFacts | undefined>;
  readonly render: RenderBody;
}

/** Returns a body with the escaped source, for a text that can't be rendered. */
export function escapedSource(input: BodyInput, reason: string, status: Exclude<Status, 'rendered'>): Body {
  const { source, text, line, ...language } = input;
  const stopped = problem.renderingStopped({ reason }, { file: source, start: { line, column: 1 } });
  const html = `<p>${escapeText(wordsOf(language).text('notRendered'))}</p>\n<pre tabindex="0"><code>${escapeText(text)}</code></pre>\n`;
  const nothing = { diagrams: [], headings: [], ids: [], isTitled: false };
  return { status, ...nothing, html: { chunks: [html], slots: [] }, diagnostics: [stopped] };
}

/** Changes the locations in a body to another file with the same text. */
export function movedBody(body: Body, from: SourcePath, to: SourcePath): Body {
  const diagnostics = body.diagnostics.map((one) =>
    one.place ? { ...one, place: movedPlace(one.place, from, to) } : one,
  );
  return { ...body, html: { ...body.html, slots: movedSlots(body.html.slots, from, to) }, diagnostics };
}

export const movedSlots = (slots: Body['html']['slots'], from: SourcePath, to: SourcePath) =>
  slots.map((slot) => ({ ...slot, place: movedPlace(slot.place, from, to) }));

const movedPlace = (place: Place, from: SourcePath, to: SourcePath): Place =>
  place.file === from ? { ...place, file: to } : place;
