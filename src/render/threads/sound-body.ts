// Checks of what a thread or the cache returns.
import { type Body, escapedSource, type RenderBody } from '../body/body-types.js';
import { isInert } from '../body/inert.js';
import { diagnosticShape, flag, list, number, oneOf, parseAs, placeShape, record, text } from './shape.js';

const bodyShape = record({
  status: oneOf('rendered', 'limit', 'late', 'failed'),
  html: record({
    chunks: list(text),
    holes: list(
      record({
        kind: oneOf('link', 'image', 'media', 'diagram'),
        url: text,
        place: placeShape,
        alt: text,
        attributes: text,
      }),
    ),
  }),
  diagrams: list(record({ svg: text, width: number, height: number })),
  headings: list(record({ level: number, id: text, text })),
  ids: list(text),
  isTitled: flag,
  diagnostics: list(diagnosticShape),
});

/** A body from its JSON; undefined where it is none, or not one that rendering could have given. */
export function parseBody(json: string): Body | undefined {
  const body = parseAs<Body>(json, bodyShape);
  return body && isInert(body) ? body : undefined;
}

/** Lets nothing active through, whatever the renderer's own steps missed. */
export function checked(render: RenderBody): RenderBody {
  return async (input) => {
    const body = await render(input);
    return isInert(body) ? body : escapedSource(input, 'its markup did not pass the last check', 'failed');
  };
}
