// Detects lines of code by CommonMark's rules before a text is parsed, including those in quotes, list items and footnotes.

export interface Line {
  readonly isCode: boolean;
  /** Index after leading white space and the markers of quotes and list items. */
  readonly start: number;
  /** Columns that belong to the enclosing quotes and list items. */
  readonly column: number;
}

const fenceOpening = /(`{3,})[^`]*$|(~{3,})/y;
const fenceClosing = /(`{3,}|~{3,})\s*$/y;
const itemMarker = /(?:[-*+]|\d{1,9}[.)])(?=\s|$)/y;
const footnoteMarker = /\[\^[^\]\s]+\]:/y;
const rule = /(?:(?:-[ \t\r]*){3,}|(?:_[ \t\r]*){3,}|(?:\*[ \t\r]*){3,})$/y;
const heading = /#{1,6}(?=\s|$)/y;
const underline = /(?:=+|-+)\s*$/y;
const tag = /<[A-Za-z!?/]/y;
/** Matches elements that end only with their closing tag. */
const rawOpening = /<(?:pre|script|style|textarea)(?=[\s>]|$)/iy;
const rawClosing = /<\/(?:pre|script|style|textarea)>/i;

const markerStart = '>-*+0123456789[';
const blockStart = ` \t\r#=_\`~<${markerStart}`;
const footnoteWidth = 4;
/** Maximum nesting of containers, which limits the time per line. Deeper markers are text. */
const maxContainers = 100;

const codeLine: Line = { isCode: true, start: 0, column: 0 };
const textLine: Line = { isCode: false, start: 0, column: 0 };

export class CodeLines {
  /** The open quotes (0), and the columns of the open list items, outermost first. */
  readonly #containers: number[] = [];
  fence = '';
  isParagraph = false;
  /** Whether the line is in raw HTML, which has no fences. */
  #isRaw = false;
  /** The current line, the columns that were consumed, and the next character that is not white space. */
  #line = '';
  #column = 0;
  #start = 0;
  #startColumn = 0;

  /** With `isMdx`, there is no indented code, and fences can have any indentation. */
  constructor(private readonly isMdx: boolean) {}

  isInFence(line: string): boolean {
    return this.fence !== '' && this.#passContainers(line) === this.#containers.length;
  }

  copy(): CodeLines {
    const copy = new CodeLines(this.isMdx);
    copy.#containers.push(...this.#containers);
    copy.fence = this.fence;
    copy.isParagraph = this.isParagraph;
    copy.#isRaw = this.#isRaw;
    return copy;
  }

  follow(line: string): Line {
    return (this.#containers.length === 0 ? this.#followPlain(line) : undefined) ?? this.#followAny(line);
  }

  /** Fast path for most lines outside containers. Returns undefined if the line needs the full rules. */
  #followPlain(line: string): Line | undefined {
    if (this.fence !== '') return line.includes(this.fence) ? undefined : codeLine;
    if (this.#isRaw || (line !== '' && blockStart.includes(line.charAt(0)))) return undefined;
    this.isParagraph = line !== '';
    return textLine;
  }

  #followAny(line: string): Line {
    const passed = this.#passContainers(line);
    const isWithin = passed === this.#containers.length;
    if (this.fence !== '' && isWithin) {
      const ticks = this.#isIndented ? undefined : this.#match(fenceClosing)?.[1];
      if (ticks?.startsWith(this.fence)) this.fence = '';
      return this.#result(true);
    }
    this.fence = '';
    if (!isWithin) {
      if (this.isParagraph && !this.#isRaw && !this.#isBlank && !this.#beginsBlock()) return this.#result(false);
      this.#containers.length = passed;
      this.isParagraph = false;
      this.#isRaw = false;
    }
    if (!this.#isRaw) this.#openContainers();
    return this.#result(this.#readContent());
  }

  /** Returns the number of open containers that the line continues. */
  #passContainers(line: string): number {
    this.#line = line;
    this.#moveTo(0, 0);
    for (let index = 0; index < this.#containers.length; index += 1) {
      const width = this.#containers[index] as number;
      if (width === 0) {
        if (!this.#isQuote) return index;
        this.#passQuote();
      } else if (this.#indent >= width) this.#column += width;
      else if (!this.#isBlank) return index;
    }
    return this.#containers.length;
  }

  #openContainers(): void {
    while (this.#indent < 4 && this.#begins(markerStart) && this.#containers.length < maxContainers) {
      const [column, indent] = [this.#column, this.#indent];
      if (this.#isQuote) {
        this.#passQuote();
        this.#containers.push(0);
      } else {
        const [footnote] = this.#match(footnoteMarker) ?? [];
        const [marker = footnote] = this.#itemMarker() ?? [];
        if (marker === undefined) return;
        this.#moveTo(this.#start + marker.length, this.#startColumn + marker.length);
        if (footnote === undefined) {
          const blanks = this.#isBlank || this.#indent > 4 ? 1 : this.#indent;
          this.#column = column + indent + marker.length + blanks;
          this.#containers.push(indent + marker.length + blanks);
        } else {
          this.#column = this.#startColumn;
          this.#containers.push(footnoteWidth);
        }
      }
      this.isParagraph = false;
    }
  }

  /** Returns whether the content after the container markers is code. */
  #readContent(): boolean {
    const opening = this.#isRaw || this.#isIndented || !this.#begins('`~') ? undefined : this.#match(fenceOpening);
    this.#isRaw ||= !this.isMdx && this.#indent < 4 && this.#begins('<') && this.#match(rawOpening) !== null;
    if (this.#isRaw) this.#isRaw = !rawClosing.test(this.#line);
    this.fence = opening?.[1] ?? opening?.[2] ?? '';
    const isIndentedCode = !this.isMdx && this.#indent >= 4 && !this.isParagraph && !this.#isBlank;
    const isCode = this.fence !== '' || isIndentedCode;
    const isEnd =
      this.#indent < 4 &&
      (this.#isHeading() || (this.isParagraph && this.#begins('=-') && this.#match(underline) !== null));
    this.isParagraph = !isCode && !isEnd && !this.#isBlank;
    return isCode;
  }

  #beginsBlock(): boolean {
    if (this.#indent >= 4) return false;
    return (
      this.#isQuote ||
      this.#isHeading() ||
      [itemMarker, fenceOpening, footnoteMarker, tag].some((pattern) => this.#match(pattern) !== null)
    );
  }

  #isHeading(): boolean {
    return this.#begins('#-_*') && (this.#match(heading) !== null || this.#match(rule) !== null);
  }

  /** Matches the marker of a list item. Within a paragraph, only `1.` and bullets of non-empty items are markers. */
  #itemMarker(): RegExpExecArray | null {
    const found = this.#begins('-*') && this.#match(rule) ? null : this.#match(itemMarker);
    if (!found || !this.isParagraph) return found;
    const isEmpty = this.#line.slice(this.#start + found[0].length).trim() === '';
    return isEmpty || /^(?!1[.)])\d/.test(found[0]) ? null : found;
  }

  #begins(characters: string): boolean {
    return !this.#isBlank && characters.includes(this.#line.charAt(this.#start));
  }

  get #indent(): number {
    return this.#startColumn - this.#column;
  }

  get #isIndented(): boolean {
    return this.#indent >= 4 && !this.isMdx;
  }

  get #isBlank(): boolean {
    return this.#start >= this.#line.length;
  }

  get #isQuote(): boolean {
    return this.#indent < 4 && this.#line[this.#start] === '>';
  }

  #passQuote(): void {
    this.#moveTo(this.#start + 1, this.#startColumn + 1);
    if (this.#indent > 0) this.#column += 1;
  }

  /** Skips white space after a character. Tab stops are four columns apart. */
  #moveTo(index: number, column: number): void {
    this.#column = column;
    let [at, end] = [index, column];
    for (; at < this.#line.length; at += 1) {
      const char = this.#line.charCodeAt(at);
      if (char === 32) end += 1;
      else if (char === 9) end += 4 - (end % 4);
      else if (char !== 13) break;
    }
    this.#start = at;
    this.#startColumn = end;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#start;
    return pattern.exec(this.#line);
  }

  #result(isCode: boolean): Line {
    return { isCode, start: this.#start, column: this.#column };
  }
}
