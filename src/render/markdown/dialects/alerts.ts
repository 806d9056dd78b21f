// GitHub's alerts: a quote that begins with `[!NOTE]`.
import type { Blockquote, Parents, Root } from 'mdast';
import { SKIP, visit } from '../visit.js';
import { callout, calloutKind, startOf, withoutStart } from './callouts.js';

const alertMarker = /^\[!([A-Za-z]+)\][+-]?[ \t]*([^\n]*)(?:\n|$)/;

export function readAlerts(tree: Root): void {
  visit(tree, 'blockquote', ({ children: [first, ...others], position }: Blockquote, index, parent) => {
    const [whole, name = '', title = ''] = alertMarker.exec(startOf(first)) ?? [];
    const type = calloutKind(name);
    if (whole === undefined || type === undefined || !parent || index === undefined) return undefined;
    const children = [...withoutStart(first, whole.length), ...others];
    const alert = callout({ type, title: title.trim() || undefined }, children, position);
    (parent as Parents).children.splice(index, 1, alert as never);
    return [SKIP, index];
  });
}
