// The requests that a worker gets, and its answers.
import type { PageFacts } from '../../model/content/parse/page-facts.js';
import { type RecordStep, Stopwatch } from '../base/stopwatch.js';
import type { Body, BodyInput } from '../body/body-types.js';
import type { CodeInput, CodeText, RenderedCode } from '../body/code-blocks.js';

/** Each task with its input and result: parse texts, render bodies, or render the code of texts. */
export interface Tasks {
  readonly read: (input: BodyInput, lap: RecordStep) => Promise<ReadText>;
  readonly render: (input: BodyInput, lap: RecordStep) => Promise<Body>;
  readonly code: (input: CodeInput, lap: RecordStep) => Promise<readonly RenderedCode[]>;
}

export interface ReadText {
  readonly facts: PageFacts;
  readonly codes: readonly CodeText[];
}

export type Input = Parameters<Tasks[keyof Tasks]>[0];
export type Result = Awaited<ReturnType<Tasks[keyof Tasks]>>;

export interface Batch {
  readonly task: keyof Tasks;
  readonly inputs: readonly Input[];
}

export interface Answer {
  readonly results: readonly Result[];
  readonly steps: ReadonlyMap<string, number>;
  /** Why the native parser can't be used. Undefined if it can, or if the worker parses nothing. */
  readonly parserFault: string | undefined;
}

/** Returns the function that answers a batch, one input after the other. */
export function answerBy(tasks: Partial<Tasks>, parserFault: () => string | undefined = () => undefined) {
  return async ({ task, inputs }: Batch): Promise<Answer> => {
    const results: Result[] = [];
    const watch = new Stopwatch();
    const lap = watch.laps();
    const work = tasks[task] as (input: Input, lap: RecordStep) => Promise<Result>;
    for (const input of inputs) results.push(await work(input, lap));
    return { results, steps: watch.phases, parserFault: parserFault() };
  };
}
