// Converts HTML labels in an SVG (`foreignObject`) to centered SVG text.

const blocks = /^(?:address|article|blockquote|br|dd|div|dl|dt|figure|h[1-6]|hr|li|ol|p|pre|section|table|td|tr|ul)$/;
const hidden = /^(?:head|script|style|template|textarea|title)$/;

const lineHeight = 1.2;

export class Label {
  readonly #lines: string[] = [''];
  readonly #place: readonly number[];
  #hidden = 0;
  #fontSize = '';

  constructor(attributes: Readonly<Record<string, { readonly value: string }>>) {
    this.#place = ['x', 'y', 'width', 'height'].map((name) => lengthOf(attributes[name]?.value ?? '0'));
  }

  open(name: string, style: string): void {
    if (hidden.test(name)) this.#hidden += 1;
    if (blocks.test(name)) this.#lines.push('');
    this.#fontSize ||= /(?:^|;)\s*font-size:\s*(\d{1,3}(?:\.\d{1,3})?px)/i.exec(style)?.[1] ?? '';
  }

  close(name: string): void {
    if (hidden.test(name)) this.#hidden -= 1;
    if (blocks.test(name)) this.#lines.push('');
  }

  text(text: string): void {
    if (this.#hidden === 0) this.#lines.push((this.#lines.pop() ?? '') + text);
  }

  /** Returns a centered `<text>`, or '' without text. Leaves out URLs, styles and colors of the HTML. */
  print(toMarkup: (text: string) => string): string {
    const lines = this.#lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
    if (lines.length === 0) return '';
    const [left = 0, top = 0, across = 0, down = 0] = this.#place;
    const [middle, center] = [left + across / 2, top + down / 2];
    const size = this.#fontSize === '' ? '' : ` font-size="${this.#fontSize}"`;
    const spans = lines.map(
      (line, index) =>
        `<tspan x="${middle}" dy="${index === 0 ? `${0.35 - ((lines.length - 1) * lineHeight) / 2}em` : `${lineHeight}em`}">${toMarkup(line)}</tspan>`,
    );
    return `<text x="${middle}" y="${center}" text-anchor="middle" fill="currentColor" stroke="none"${size}>${spans.join('')}</text>`;
  }
}

/** Returns a length in user units, or 0 for a percentage. */
function lengthOf(text: string): number {
  const number = text.endsWith('%') ? 0 : Number.parseFloat(text);
  return Number.isFinite(number) ? number : 0;
}
