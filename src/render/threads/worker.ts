// A thread loads this: the reader of texts, and nothing else of docgen.
import type { PageFacts } from '../../model/docs/shown/shown.js';
import { readFacts, renderBody } from '../body/body.js';
import type { Body, BodyInput } from '../body/body-types.js';
import { parserFault } from '../markdown/parser.js';
import { Stopwatch } from '../stopwatch.js';

/** A request to a thread: to read texts, or to render their bodies. */
export interface Batch {
  readonly task: 'read' | 'render';
  readonly inputs: readonly BodyInput[];
}

/** What a thread answers. */
export interface Answer {
  /** For each input. */
  readonly results: readonly (PageFacts | Body)[];
  /** Milliseconds by step of rendering. */
  readonly steps: ReadonlyMap<string, number>;
  /** Why the native parser did not read the texts; undefined where it did. */
  readonly parserFault: string | undefined;
}

/** Reads or renders texts one after the other. */
export async function answer({ task, inputs }: Batch): Promise<Answer> {
  const results: (PageFacts | Body)[] = [];
  const watch = new Stopwatch();
  const lap = watch.laps();
  const work = task === 'read' ? readFacts : renderBody;
  for (const input of inputs) results.push(await work(input, lap));
  return { results, steps: watch.phases, parserFault: parserFault() };
}
