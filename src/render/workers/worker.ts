// Entry point of a worker thread. It parses texts and renders bodies.
import type { PageFacts } from '../../model/content/parse/page-facts.js';
import { Stopwatch } from '../base/stopwatch.js';
import { readFacts, renderBody } from '../body/body.js';
import type { Body, BodyInput } from '../body/body-types.js';
import { parserFault } from '../markdown/parser.js';

/** A request to a worker: parse texts and return their facts (`read`), or render their bodies. */
export interface Batch {
  readonly task: 'read' | 'render';
  readonly inputs: readonly BodyInput[];
}

export interface Answer {
  readonly results: readonly (PageFacts | Body)[];
  readonly steps: ReadonlyMap<string, number>;
  /** Why the native parser can't be used, or undefined if it can. */
  readonly parserFault: string | undefined;
}

export async function answer({ task, inputs }: Batch): Promise<Answer> {
  const results: (PageFacts | Body)[] = [];
  const watch = new Stopwatch();
  const lap = watch.laps();
  const work = task === 'read' ? readFacts : renderBody;
  for (const input of inputs) results.push(await work(input, lap));
  return { results, steps: watch.phases, parserFault: parserFault() };
}
