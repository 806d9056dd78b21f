// What a thread loads: bodies, and nothing else of docgen.
import { renderBody } from '../body/body.js';
import type { Body, BodyInput } from '../body/body-types.js';

/** Renders bodies one after the other. */
export async function renderBodies(inputs: readonly BodyInput[]): Promise<Body[]> {
  const bodies: Body[] = [];
  for (const input of inputs) bodies.push(await renderBody(input));
  return bodies;
}
