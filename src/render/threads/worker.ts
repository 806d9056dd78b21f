// What a thread loads: bodies, and nothing else of docgen.
import { renderBody } from '../body/body.js';
import type { Body, BodyInput } from '../body/body-types.js';
import { parserFault } from '../markdown/parser.js';
import { Stopwatch } from '../stopwatch.js';

/** What a thread answers. */
export interface Rendered {
  readonly bodies: readonly Body[];
  /** Milliseconds by step of rendering. */
  readonly steps: ReadonlyMap<string, number>;
  /** Why the native parser did not read the texts; undefined where it did. */
  readonly parserFault: string | undefined;
}

/** Renders bodies one after the other. */
export async function renderBodies(inputs: readonly BodyInput[]): Promise<Rendered> {
  const bodies: Body[] = [];
  const watch = new Stopwatch();
  const lap = watch.laps();
  for (const input of inputs) bodies.push(await renderBody(input, lap));
  return { bodies, steps: watch.phases, parserFault: parserFault() };
}
