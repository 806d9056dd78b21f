// Lines of the output of Liquid, with the lines of the page that they come from.
import type { pointsOf } from '../../../../model/diagnostics/diagnostic.js';
import { startOfMarkdown } from '../../syntax/generator-syntax.js';
import { OpenHtml } from '../../syntax/tags.js';

export interface Piece {
  readonly text: string;
  /** Offset in the text of the page. If a tag produced the text, its lines don't correspond to those of the page. */
  readonly offset: number;
  readonly isMade: boolean;
}

interface OutputLine {
  text: string;
  line: number;
  /** Whether a part of the line is the output of a tag. */
  isMade: boolean;
}

/** Joins pieces, and returns the lines of the text. */
export function linesIn(pieces: readonly Piece[], pointAt: ReturnType<typeof pointsOf>): OutputLine[] {
  const lines: OutputLine[] = [{ text: '', line: 0, isMade: false }];
  for (const { text: own, offset, isMade } of pieces) {
    const line = pointAt(offset).line - 1;
    for (const [index, part] of own.split('\n').entries()) {
      if (index > 0) lines.push({ text: '', line: isMade ? line : line + index, isMade: false });
      const last = lines.at(-1);
      if (last) Object.assign(last, { text: last.text + part, isMade: last.isMade || isMade });
    }
  }
  return lines;
}

/** Removes lines with only tags in HTML in Markdown, because the empty lines that they leave would end the HTML. Separates HTML and code of tags by empty lines. */
export function withoutBlankTags(lines: readonly OutputLine[]): readonly OutputLine[] {
  let [html, fence, isAfterCode] = [new OpenHtml(), '', false];
  return lines.flatMap((one, index) => {
    const isBlank = one.text.trim() === '';
    const [mark = ''] = (one.isMade && /^[ \t]*`{3,}/.exec(one.text)) || [];
    if (fence !== '') {
      isAfterCode = one.text === fence;
      if (isAfterCode) fence = '';
      return [one];
    }
    if (one.text === startOfMarkdown) one.text = '';
    else if (isBlank && one.isMade && html.isOpen) return [];
    // Without an empty line, code of `highlight` would be part of the HTML. With indentation, HTML after it would be code.
    if (isAfterCode && html.isOpen) one.text = one.text.trimStart();
    isAfterCode = false;
    fence = mark;
    const empty = { ...one, text: '' };
    const before = mark !== '' && html.isOpen ? [empty] : [];
    if (isBlank) html = new OpenHtml();
    else if (mark !== '') return [...before, one];
    else if (html.isOpen || /^ {0,3}<\/?[a-z]/i.test(one.text)) html.follow(one.text);
    // In CommonMark, an element ends at the next empty line.
    const isEnd = one.isMade && html.isBlock && !html.isOpen && /^ {0,3}[^\s<]/.test(lines[index + 1]?.text ?? '');
    if (!html.isOpen) html = new OpenHtml();
    return [...before, one, ...(isEnd ? [empty] : [])];
  });
}
