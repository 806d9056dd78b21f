import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

const language = /^language-[A-Za-z0-9_+#.-]{1,40}$/;

/** Keeps the class of a code block's language only where it is a plain word, and lets the keyboard scroll the block. */
export function cleanCodeLanguage(tree: Root): void {
  visit(tree, 'element', (node) => {
    if (node.tagName === 'pre') node.properties['tabIndex'] = 0;
    if (node.tagName !== 'code') return;
    const classes = Array.isArray(node.properties['className']) ? node.properties['className'] : [];
    const [name] = classes.filter((name) => language.test(String(name)));
    if (name === undefined) delete node.properties['className'];
    else node.properties['className'] = [name];
  });
}
