import type { RenderBody } from '../body/body-types.js';
import { parseBody } from './sound-body.js';
import type { Store } from './store.js';

/**
 * Renders what the store does not have. A body with holes is a function of its input and of docgen's own code, which its key names, so
 * that nothing ever has to be invalidated.
 */
export function withCache(store: Store, render: RenderBody): RenderBody {
  return async (input) => {
    if (!input.isRepeatable) return render(input);
    const text = input.key === '' ? undefined : store.get(input.key);
    const known = text === undefined ? undefined : parseBody(text);
    if (known) return known;
    const body = await render(input);
    // Also what was stopped, or every build would wait for it anew; a fault may be gone next time.
    if (body.status !== 'failed') store.put(input.key, JSON.stringify(body));
    return body;
  };
}
