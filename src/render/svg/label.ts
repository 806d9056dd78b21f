// The text of HTML in a drawing (`foreignObject`), as text of SVG: its lines, in the middle of its place.

/** What begins a new line. */
const blocks = /^(?:address|article|blockquote|br|dd|div|dl|dt|figure|h[1-6]|hr|li|ol|p|pre|section|table|td|tr|ul)$/;
/** What has no text that is shown. */
const hidden = /^(?:head|script|style|template|textarea|title)$/;

/** Height of a line, in ems. */
const lineHeight = 1.2;

/** Collects the text of the elements in one `foreignObject`. */
export class Label {
  readonly #lines: string[] = [''];
  #hidden = 0;
  #fontSize = '';

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

  /** A `<text>` in the middle of the place; '' where there is no text. Addresses, styles and colors of the HTML are left out. */
  print(
    { x, y, width, height }: Readonly<Record<'x' | 'y' | 'width' | 'height', string>>,
    toMarkup: (text: string) => string,
  ): string {
    const lines = this.#lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
    if (lines.length === 0) return '';
    const [left, top, across, down] = [x, y, width, height].map((length) => {
      const number = /%$/.test(length) ? 0 : Number.parseFloat(length);
      return Number.isFinite(number) ? number : 0;
    }) as [number, number, number, number];
    const [middle, center] = [left + across / 2, top + down / 2];
    const size = this.#fontSize === '' ? '' : ` font-size="${this.#fontSize}"`;
    const spans = lines.map(
      (line, index) =>
        `<tspan x="${middle}" dy="${index === 0 ? `${0.35 - ((lines.length - 1) * lineHeight) / 2}em` : `${lineHeight}em`}">${toMarkup(line)}</tspan>`,
    );
    return `<text x="${middle}" y="${center}" text-anchor="middle" fill="currentColor" stroke="none"${size}>${spans.join('')}</text>`;
  }
}
