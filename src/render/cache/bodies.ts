// Cache of rendered bodies. The key is a hash of all inputs of a body, so entries never have to be invalidated.
import { sumBy } from 'lodash-es';
import { Recent } from '../../model/types/recent.js';
import { hasNoActiveContent } from '../body/active-content.js';
import { type Body, escapedSource, type RenderBody } from '../body/body-types.js';
import { diagnosticSchema, flag, list, number, object, oneOf, parseAs, placeSchema, text } from './schema.js';
import type { CacheStore } from './store.js';

/** Returns bodies from the cache, and renders and caches those that are missing. */
export function withCache(store: CacheStore, render: RenderBody): RenderBody {
  return async (input) => {
    if (!input.isRepeatable) return render(input);
    const entry = input.key === '' ? undefined : store.get(input.key);
    const known = entry === undefined ? undefined : parseBody(entry);
    if (known) return known;
    const body = await render(input);
    // Bodies over a limit are cached too, so that later builds don't wait for the timeout. A failure might be transient, so it is not cached.
    if (body.status !== 'failed') store.put(input.key, JSON.stringify(body));
    return body;
  };
}

/** Maximum length of the bodies that stay in memory, in characters. */
const maxKept = 32_000_000;

/** Keeps the last bodies, because versions can have equal texts, and single-page views contain bodies of other pages. */
export function withMemory(render: RenderBody): RenderBody {
  const pending = new Map<string, Promise<Body>>();
  const kept = new Recent<string, Promise<Body>>(maxKept);
  return (input) => {
    const { key, isRepeatable } = input;
    const known = pending.get(key) ?? kept.get(key);
    if (known) return known;
    const body = render(input);
    if (!isRepeatable) return body;
    pending.set(key, body);
    const end = () => void pending.delete(key);
    body.then(({ html, diagrams }) => {
      kept.add(key, body, sumBy(html.chunks, 'length') + sumBy(diagrams, ({ svg }) => svg.length));
      end();
    }, end);
    return body;
  };
}

const slotsShape = list(
  object({
    kind: oneOf('link', 'image', 'media', 'diagram', 'cards'),
    url: text,
    place: placeSchema,
    alt: text,
    template: text,
    attributes: text,
  }),
);

const bodyShape = object({
  status: oneOf('rendered', 'limit', 'late', 'failed'),
  html: object({ chunks: list(text), slots: slotsShape }),
  diagrams: list(object({ svg: text, width: number, height: number })),
  headings: list(object({ level: number, id: text, text })),
  ids: list(text),
  isTitled: flag,
  diagnostics: list(diagnosticSchema),
});

/** Returns the slots of a cached body. They are not checked for active content. Undefined if it is invalid. */
export function slotsOf(json: string): Body['html']['slots'] | undefined {
  return parseAs<Body>(json, object({ html: object({ slots: slotsShape }) }))?.html.slots;
}

/** Parses a cached body. Returns undefined if it is invalid or has active content, which rendering never produces. */
export function parseBody(json: string): Body | undefined {
  const body = parseAs<Body>(json, bodyShape);
  return body && hasNoActiveContent(body) ? body : undefined;
}

/** Replaces a body with active content by its escaped source. Diagrams are not checked, because `sanitizeSvg` has just serialized them with the same rules. */
export function withoutActiveContent(render: RenderBody): RenderBody {
  return async (input) => {
    const body = await render(input);
    return hasNoActiveContent({ ...body, diagrams: [] })
      ? body
      : escapedSource(input, 'its markup did not pass the last check', 'failed');
  };
}
