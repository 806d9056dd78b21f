// Renders `<Translate>`: the message in the page's language, or the default text.
import type { Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import type { Messages } from '../../../model/config/schema/config.js';
import { isRecord } from '../../../model/input/plain-data.js';
import { visit } from '../../base/visit.js';
import { ownValue } from '../syntax/included-files.js';
import { textProp } from '../syntax/values.js';

/** Replaces `<Translate>` elements by their messages. Placeholders in braces are replaced by the literal `values` of the element. */
export function readTranslations(tree: Root, messages: Messages): void {
  visit(tree, 'component', (node) => {
    if (node.name !== 'Translate') return;
    const written = textOf(node.children).trim();
    const { values } = node.props;
    const found = ownValue(messages, textProp(node.props, 'id') ?? written) ?? written; // a text without an id is its own
    if (found === written && !isRecord(values)) return;
    const value = found.replace(/\{(\w+)\}/g, (whole, name: string) =>
      isRecord(values) && Object.hasOwn(values, name) ? String(values[name]) : whole,
    );
    const [first] = node.children;
    const text = { type: 'text', value } as const;
    node.children = first?.type === 'paragraph' ? [{ ...first, children: [text] }] : [text];
  });
}
