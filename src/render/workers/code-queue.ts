// Code blocks of texts that were read. They are a third of the work of rendering, and need other functions than the rest, so another worker renders them while
// the worker of the texts reads on: no function is compiled twice.
import { sumBy } from 'lodash-es';
import type { BodyInput } from '../body/body-types.js';
import type { CodeInput, CodeText, RenderedCode } from '../body/code-blocks.js';
import type { Waiting } from './thread.js';

type Codes = Waiting<CodeInput, readonly RenderedCode[]>;

/** Maximum number of pages in a batch, and of characters in all of their code. */
const batchLimits = { pages: 16, characters: 80_000 };

export class CodeQueue {
  // All by the cache key of the text.
  readonly #found = new Map<string, readonly CodeText[]>();
  readonly #unasked = new Map<string, CodeInput>();
  readonly #posted = new Set<string>();
  readonly #rendered = new Map<string, readonly RenderedCode[]>();

  /** Keeps the code of a text until it is known whether its body is needed. */
  keep(key: string, codes: readonly CodeText[]): void {
    if (codes.length > 0) this.#found.set(key, codes);
  }

  add({ key, code }: BodyInput): void {
    const codes = this.#found.get(key);
    this.#found.delete(key);
    if (codes) this.#unasked.set(key, { key, code, codes });
  }

  /** Whether another worker has the code of this text, or will get it. */
  isPending(key: string): boolean {
    return this.#unasked.has(key) || this.#posted.has(key);
  }

  /** Adds the rendered code to an input. If no worker has returned it, that of the text renders it. */
  complete(input: BodyInput): BodyInput {
    const codes = this.#rendered.get(input.key);
    this.#rendered.delete(input.key);
    this.#unasked.delete(input.key);
    return codes ? { ...input, codes } : input;
  }

  /** Returns the next batch, empty if there is none. */
  take(): Codes[] {
    const batch: Codes[] = [];
    let characters = 0;
    for (const [key, input] of this.#unasked) {
      if (batch.length === batchLimits.pages || characters >= batchLimits.characters) break;
      characters += sumBy(input.codes, ({ value }) => value.length);
      this.#unasked.delete(key);
      this.#posted.add(key);
      const resolve = (rendered: readonly RenderedCode[]) => {
        if (this.#posted.delete(key)) this.#rendered.set(key, rendered);
      };
      batch.push({ input, resolve, fail: () => void this.#posted.delete(key) });
    }
    return batch;
  }

  clear(): void {
    for (const entries of [this.#found, this.#unasked, this.#posted, this.#rendered]) entries.clear();
  }
}
