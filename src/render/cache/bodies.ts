// The table of bodies: by the key of all that a body depends on, so that nothing ever has to be invalidated.
import { type Body, escapedSource, type RenderBody } from '../body/body-types.js';
import { isInert } from '../body/inert.js';
import { diagnosticShape, flag, list, number, oneOf, parseAs, placeShape, record, text } from './shape.js';
import type { Store } from './store.js';

/** Renders what the store does not have. */
export function withCache(store: Store, render: RenderBody): RenderBody {
  return async (input) => {
    if (!input.isRepeatable) return render(input);
    const entry = input.key === '' ? undefined : store.get(input.key);
    const known = entry === undefined ? undefined : parseBody(entry);
    if (known) return known;
    const body = await render(input);
    // Also what was stopped, or every build would wait for it anew; a fault may be gone next time.
    if (body.status !== 'failed') store.put(input.key, JSON.stringify(body));
    return body;
  };
}

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
