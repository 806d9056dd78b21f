// A body's input and output, and the body of a page that cannot be rendered. Apart from body.ts, which loads all of Markdown.

import type { Diagnostic, Place } from '../../model/diagnostics/diagnostic.js';
import { renderingStopped } from '../../model/diagnostics/reading.js';
import type { PageFacts } from '../../model/docs/shown/shown.js';
import type { OwnLabels } from '../../model/labels/en.js';
import { wordsOf } from '../../model/labels/words.js';
import type { HeadingIds } from '../../model/mounts/generator.js';
import type { SourcePath } from '../../model/path.js';
import type { Diagram } from '../diagrams/draw.js';
import type { MarkdownFile } from '../markdown/syntax/included-files.js';
import { escapeText, type Fragment } from './fragment.js';
import type { Heading } from './html/headings.js';

/** All that a rendered body depends on: plain data, so that it can be hashed or sent to a thread. */
export interface BodyInput extends MarkdownFile {
  /** Whether a heading below level 1 is the page's title, if one is above all others. */
  readonly canTakeHeading: boolean;
  /** Addresses outside the hub that may mean pages of it: links to them are holes. */
  readonly ownSites: readonly string[];
  /** Whose rule makes the ids of headings. */
  readonly headingIds: HeadingIds;
  /** Language of the pages, and the owner's labels: their words stand in bodies too. */
  readonly lang: string;
  readonly labels: OwnLabels;
  /** The maintainer's own components: path of a module; '' where there are none. */
  readonly components: string;
  /** A hash of all the rest, of the code of the components, and of docgen's own. */
  readonly key: string;
  /** False where the components import what nobody can tell, so that the same input may give another body. */
  readonly isRepeatable: boolean;
}

/**
 * What became of a body: `limit` and `late` were stopped, by a bound on what a text may hold or on what it may take; `failed` met a fault of
 * docgen or of a maintainer's component. All but `rendered` show their source.
 */
export type Status = 'rendered' | 'limit' | 'late' | 'failed';

export interface Body {
  readonly status: Status;
  readonly html: Fragment;
  /** Images that the body itself brings. */
  readonly diagrams: readonly Diagram[];
  readonly headings: readonly Heading[];
  readonly ids: readonly string[];
  /** True where the body begins with a title of its own. */
  readonly isTitled: boolean;
  /** Found while rendering; they travel with the body. */
  readonly diagnostics: readonly Diagnostic[];
}

export type RenderBody = (input: BodyInput) => Promise<Body>;

/** Reads texts in two steps, so that a site is known before a body is rendered. */
export interface TextReader {
  /** Reads what a text says of itself; undefined if that failed and can succeed later. */
  readonly read: (input: BodyInput) => Promise<PageFacts | undefined>;
  readonly render: RenderBody;
}

/** The page of a body that cannot be rendered: what its author wrote, as text. */
export function escapedSource(
  { source, text, line, ...language }: BodyInput,
  reason: string,
  status: Exclude<Status, 'rendered'>,
): Body {
  const problem = renderingStopped({ reason }, { file: source, start: { line, column: 1 } });
  const html = `<p>${escapeText(wordsOf(language).text('notRendered'))}</p>\n<pre tabindex="0"><code>${escapeText(text)}</code></pre>\n`;
  const nothing = { diagrams: [], headings: [], ids: [], isTitled: false };
  return { status, ...nothing, html: { chunks: [html], holes: [] }, diagnostics: [problem] };
}

/** A body whose places in one file are in another, which has the same text. */
export function movedBody(body: Body, from: SourcePath, to: SourcePath): Body {
  const moved = (place: Place): Place => (place.file === from ? { ...place, file: to } : place);
  const holes = body.html.holes.map((hole) => ({ ...hole, place: moved(hole.place) }));
  const diagnostics = body.diagnostics.map((one) => (one.place ? { ...one, place: moved(one.place) } : one));
  return { ...body, html: { ...body.html, holes }, diagnostics };
}
