// `:rocket:` → 🚀, as on GitHub; an unknown name is unchanged.
import { nameToEmoji } from 'gemoji';
import type { Root } from 'mdast';
import { visit } from '../visit.js';

const shortcode = /:(\+1|-1|[a-z0-9_]+):/g;

export function readEmoji(tree: Root): void {
  visit(tree, 'text', (node) => {
    if (node.value.includes(':')) {
      node.value = node.value.replace(shortcode, (whole, name: string) =>
        Object.hasOwn(nameToEmoji, name) ? (nameToEmoji[name] ?? whole) : whole,
      );
    }
  });
}
