// The ends of lines: arrowheads, and the signs of classes and entities. Each is as a line from the left meets a box.
import { escaped } from './text.js';

/** Width and height, and the elements; without `fill` they are filled with the ground. */
const tips = {
  arrow: [8, 6, '<path d="M0 .5L8 3L0 5.5Z" fill="currentColor"/>'],
  open: [8, 8, '<path d="M0 0L8 4L0 8" fill="none"/>'],
  triangle: [13, 12, '<path d="M1 1L12 6L1 11Z"/>'],
  diamond: [17, 10, '<path d="M1 5L9 1L16 5L9 9Z"/>'],
  filledDiamond: [17, 10, '<path d="M1 5L9 1L16 5L9 9Z" fill="currentColor"/>'],
  circle: [10, 10, '<circle cx="5" cy="5" r="4"/>'],
  cross: [10, 10, '<path d="M1 1L9 9M1 9L9 1"/>'],
  one: [18, 10, '<path d="M8 0V10M12 0V10"/>'],
  maybe: [18, 10, '<path d="M13 0V10"/><circle cx="6" cy="5" r="4"/>'],
  many: [18, 10, '<path d="M18 0L8 5L18 10M5 0V10" fill="none"/>'],
  any: [18, 10, '<path d="M18 0L8 5L18 10" fill="none"/><circle cx="4" cy="5" r="3.5"/>'],
} as const;

export type Tip = keyof typeof tips;

/** The definition of a tip and its colour, `arrow #f00`. */
export function printTip(key: string | undefined, index: number): string {
  const [, name = '', color = ''] = /^(\w+) (.*)$/s.exec(key ?? '') ?? [];
  const [width, height, elements] = tips[name as Tip];
  const size = `markerWidth="${width}" markerHeight="${height}" refX="${width}" refY="${height / 2}"`;
  const style = `color="${escaped(color)}" stroke="currentColor" stroke-linejoin="round" fill="var(--bg)"`;
  return `<marker id="tip${index}" ${size} markerUnits="userSpaceOnUse" orient="auto-start-reverse"><g ${style}>${elements}</g></marker>`;
}
