// The limit for the items of a navigation.

const maxNavigation = { items: 20_000, depth: 30 };

/** Counts the items of a navigation while they are read: a config of some lines can have millions. */
export class NavigationLimit {
  static readonly text = `more than ${maxNavigation.items} items or ${maxNavigation.depth} levels`;
  #count = 0;
  isExceeded = false;

  /** Whether one more item can be read. */
  take(depth: number): boolean {
    this.#count += 1;
    this.isExceeded ||= this.#count > maxNavigation.items || depth > maxNavigation.depth;
    return !this.isExceeded;
  }
}
