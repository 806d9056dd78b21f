import type { BodyInput, RenderBody } from '../body/body-types.js';
import { sha256 } from '../hash.js';
import { parseBody } from './sound-body.js';
import type { Store } from './store.js';

/** Names a body by everything that it depends on. */
export function bodyKey(buildId: string, input: BodyInput): string {
  return sha256(buildId + JSON.stringify(input));
}

/**
 * Renders what the store does not have. A body with holes is a function of its input and of docgen's own code (`buildId`), so that
 * nothing ever has to be invalidated. Components of a maintainer may import what the input does not show: such bodies are not kept.
 */
export function withCache(store: Store, buildId: string, render: RenderBody): RenderBody {
  return async (input) => {
    if (input.components !== '') return render(input);
    const key = bodyKey(buildId, input);
    const kept = await store.get(key);
    const known = kept === undefined ? undefined : parseBody(kept);
    if (known) return known;
    const body = await render(input);
    // Also what was stopped, or every build would wait for it anew; a fault may be gone next time.
    if (body.status !== 'failed') await store.put(key, JSON.stringify(body));
    return body;
  };
}
