// End markers of edges: arrowheads, and symbols of class and entity diagrams. tips.json has them for an edge that meets a box from the left. Without `fill`, elements have
// the background color.
import { escaped } from './text.js';
import tips from './tips.json' with { type: 'json' };

export type Tip = keyof typeof tips;

/** Serializes a marker by its name and color, `arrow #f00`. */
export function printTip(key: string | undefined, index: number): string {
  const [, name = '', color = ''] = /^(\w+) (.*)$/s.exec(key ?? '') ?? [];
  const { width, height, elements } = tips[name as Tip];
  const size = `markerWidth="${width}" markerHeight="${height}" refX="${width}" refY="${height / 2}"`;
  const style = `color="${escaped(color)}" stroke="currentColor" stroke-linejoin="round" fill="var(--bg)"`;
  return `<marker id="tip${index}" ${size} markerUnits="userSpaceOnUse" orient="auto-start-reverse"><g ${style}>${elements}</g></marker>`;
}
