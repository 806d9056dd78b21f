// How many elements a drawing shows by its references. With `<use>` in `<use>` a few lines are millions of elements, and no page with the
// drawing loads.

/** A drawing may show this many elements, or ten times those it has. */
const mostShown = 10_000;
/** Maximum number of references that lead from one to the next. */
const maxChain = 50;

interface Reference {
  /** Number of the element that has it, in the order of the file. */
  readonly at: number;
  readonly to: string;
}

/** Counts while a file is read. Its elements have the numbers 1, 2, … in the order in which they begin. */
export class Repeats {
  readonly #references: Reference[] = [];
  /** The numbers of the first and the last element in what has an id. */
  readonly #ranges = new Map<string, { readonly first: number; last: number }>();

  open(number: number, attributes: ReadonlyMap<string, string>): void {
    const id = attributes.get('id');
    if (id !== undefined && !this.#ranges.has(id)) this.#ranges.set(id, { first: number, last: number });
    for (const [name, value] of attributes) {
      if (name === 'href' && value.startsWith('#')) this.#references.push({ at: number, to: value.slice(1) });
      else if (value.includes('url('))
        for (const [, to = ''] of value.matchAll(/url\(\s*["']?#([^"')]{1,200})/g))
          this.#references.push({ at: number, to });
    }
  }

  /** Says where an element ends; `last` is the last element in it. */
  close(number: number, last: number, attributes: ReadonlyMap<string, string>): void {
    const range = this.#ranges.get(attributes.get('id') ?? '');
    if (range?.first === number) range.last = last;
  }

  /** Whether far more elements are shown than the file has, or references lead too far. */
  areTooMany(elements: number): boolean {
    const sizes = new Map<string, number>();
    const sizeOf = (id: string, depth: number): number => {
      const known = sizes.get(id);
      if (known !== undefined) return known;
      const range = this.#ranges.get(id);
      if (range === undefined) return 0;
      if (depth > maxChain) return Number.POSITIVE_INFINITY;
      sizes.set(id, 0); // what contains itself is not shown
      let size = range.last - range.first + 1;
      for (const { to } of this.#between(range)) size += sizeOf(to, depth + 1);
      sizes.set(id, size);
      return size;
    };
    const shown = this.#references.reduce((sum, { to }) => sum + sizeOf(to, 1), elements);
    return shown > Math.max(mostShown, 10 * elements);
  }

  #between({ first, last }: { readonly first: number; readonly last: number }): readonly Reference[] {
    const indexOf = (number: number) => {
      let [low, high] = [0, this.#references.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((this.#references[middle]?.at ?? 0) < number) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    return this.#references.slice(indexOf(first), indexOf(last + 1));
  }
}
