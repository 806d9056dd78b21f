/** Groups items by key. Groups are in the order of their first items. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Returns items by key, without those that share their key with another item. */
export function withUnsharedKey<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item> {
  return new Map(
    [...groupBy(items, keyOf)].flatMap(([key, [item, ...others]]) =>
      item && others.length === 0 ? [[key, item]] : [],
    ),
  );
}

/** Returns the first result that is not undefined. */
export function firstFound<Item, Found>(
  items: Iterable<Item>,
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
