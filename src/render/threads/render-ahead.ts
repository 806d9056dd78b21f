// Bodies in the order in which pages ask for them; some are rendered ahead, so that no thread waits and a large hub is never in memory whole.
import type { Body, BodyInput, RenderBody } from '../body/body-types.js';

/** Bodies that are rendered or wait at a time, at most. */
const ahead = 256;

/** The body of each input, in the order of the inputs; equal ones that follow each other are rendered once. Rendering begins with the first `next()`. */
export async function* renderAhead(inputs: readonly BodyInput[], render: RenderBody): AsyncGenerator<Body, void> {
  const started: Promise<Body>[] = [];
  let next = 0;
  for (let index = 0; index < inputs.length; index += 1) {
    for (; next < Math.min(inputs.length, index + ahead); next += 1) {
      const input = inputs[next] as BodyInput;
      const before = input.isRepeatable && input.key === inputs[next - 1]?.key ? started[next - 1] : undefined;
      const rendering = before ?? render(input);
      rendering.catch(() => {}); // thrown where it is awaited, which may be never
      started[next] = rendering;
    }
    yield started[index] as Promise<Body>;
    delete started[index - 1]; // the next input may be equal to this one
  }
}
