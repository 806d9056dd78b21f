// `*`, `_` and `~`: which of them are marks, by the rules of CommonMark and GitHub.

interface Run {
  readonly char: string;
  readonly length: number;
  /** Whether it may end emphasis as well as begin it. */
  readonly isBoth: boolean;
}
interface Mark extends Run {
  readonly part: number;
  rest: number;
}

const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char);
const isPunctuation = (char: string | undefined) => char !== undefined && /[\p{P}\p{S}]/u.test(char);

/** Runs of `~` must be alike; a run that could be either end must not make up three with its partner. */
function isPair(opening: Run, closing: Run): boolean {
  if (opening.char === '~') return opening.length === closing.length && opening.length <= 2;
  const isThree = (opening.length + closing.length) % 3 === 0 && (opening.length % 3 !== 0 || closing.length % 3 !== 0);
  return !(isThree && (opening.isBoth || closing.isBoth));
}

/** Puts runs of marks into the parts of a text, and empties those that find their partner. */
export class EmphasisMarks {
  readonly #parts: string[];
  readonly #marks: Mark[] = [];
  readonly #open = new Map<string, number>();

  constructor(parts: string[]) {
    this.#parts = parts;
  }

  /** Reads the run at an index of the text; returns where it ends. */
  read(text: string, index: number): number {
    const char = text[index] ?? '';
    let end = index;
    while (text[end] === char) end += 1;
    const [before, after] = [text[index - 1], text[end]];
    const left = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
    const right = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
    const isWord = char === '_';
    const canClose = right && (!isWord || !left || isPunctuation(after));
    const canOpen = left && (!isWord || !right || isPunctuation(before));
    const run: Run = { char, length: end - index, isBoth: canOpen && canClose };
    const part = this.#parts.push('') - 1;
    const rest = canClose ? this.#close(run) : run.length;
    this.#parts[part] = char.repeat(rest);
    if (rest > 0 && canOpen) {
      this.#marks.push({ ...run, part, rest });
      this.#open.set(char, (this.#open.get(char) ?? 0) + 1);
    }
    return end;
  }

  /** Forgets the marks in the parts from `part` on, which are being removed. */
  drop(part: number): void {
    while ((this.#marks.at(-1)?.part ?? -1) >= part) this.#pop();
  }

  /** Empties the marks that a run closes; returns how much of the run is left. */
  #close(run: Run): number {
    let rest = run.length;
    while (rest > 0 && (this.#open.get(run.char) ?? 0) > 0) {
      const mark = this.#marks.at(-1) as Mark;
      if (mark.char !== run.char) {
        this.#pop();
        continue;
      }
      if (!isPair(mark, run)) break;
      const pairs = Math.min(rest, mark.rest);
      rest -= pairs;
      mark.rest -= pairs;
      this.#parts[mark.part] = mark.char.repeat(mark.rest);
      if (mark.rest === 0) this.#pop();
    }
    return rest;
  }

  #pop(): void {
    const mark = this.#marks.pop();
    if (mark) this.#open.set(mark.char, (this.#open.get(mark.char) ?? 0) - 1);
  }
}
