// Counts the elements that an SVG renders through references. With nested `<use>`, a few lines can be millions of elements, and no page with the SVG would load.
import { sortedIndexBy } from 'lodash-es';

/** Maximum number of rendered elements, or ten times the elements in the file if that is more. */
const maxShownElements = 10_000;
const maxChain = 50;

interface Reference {
  /** Number of the element with the reference, in the order of the file. */
  readonly at: number;
  readonly to: string;
}

/** Collects references while a file is parsed. Its elements are numbered 1, 2, … in the order in which they start. */
export class Repeats {
  readonly #references: Reference[] = [];
  /** First and last element number of each element with an id. */
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

  /** Records the end of an element. `last` is the number of the last element in it. */
  close(number: number, last: number, attributes: ReadonlyMap<string, string>): void {
    const range = this.#ranges.get(attributes.get('id') ?? '');
    if (range?.first === number) range.last = last;
  }

  /** Whether the SVG renders too many elements, or a chain of references is too long. */
  areTooMany(elements: number): boolean {
    const sizes = new Map<string, number>();
    const sizeOf = (id: string, depth: number): number => {
      const known = sizes.get(id);
      if (known !== undefined) return known;
      const range = this.#ranges.get(id);
      if (range === undefined) return 0;
      if (depth > maxChain) return Number.POSITIVE_INFINITY;
      sizes.set(id, 0); // an element that contains itself is not rendered
      let size = range.last - range.first + 1;
      for (const { to } of this.#between(range)) size += sizeOf(to, depth + 1);
      sizes.set(id, size);
      return size;
    };
    const shown = this.#references.reduce((sum, { to }) => sum + sizeOf(to, 1), elements);
    return shown > Math.max(maxShownElements, 10 * elements);
  }

  #between({ first, last }: { readonly first: number; readonly last: number }): readonly Reference[] {
    const [from, to] = [first, last + 1].map((at) => sortedIndexBy(this.#references, { at, to: '' }, 'at'));
    return this.#references.slice(from, to);
  }
}
