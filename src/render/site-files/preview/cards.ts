// Draws pictures of titles: images of link previews, and the icon for home screens. Texts with unknown letters are left out.
import { outputFile } from '../../../model/types/path.js';
import type { OutputFile } from '../../base/output-file.js';
import type { PageContext } from '../../pages/page-context.js';
import type { CardTexts } from '../../pages/preview-image.js';
import { shapeOf, type TextShape } from './letters.js';
import { type Color, Picture } from './picture.js';

const dark: Color = [20, 23, 27];
const accent: Color = [10, 88, 202];
const inks: readonly Color[] = [
  [130, 180, 255],
  [255, 255, 255],
  [201, 212, 227],
];
const [blue, white, grey] = [0, 1, 2];
const [width, height, margin] = [1200, 630, 88];
const room = width - 2 * margin;
const markSide = 96;

/** Returns the images of the link previews of a hub, whose versions share them. None if the hub has its own image, or no URL. */
export function cardFiles(contexts: readonly PageContext[]): readonly OutputFile[] {
  const files = new Map<string, OutputFile>();
  const grounds = new Map<string, Picture>();
  for (const { site, layoutFiles, previews } of contexts) {
    if (site.config.url === '' || layoutFiles.socialImage !== undefined) continue;
    for (const { texts, path } of previews.all)
      if (!files.has(path)) files.set(path, { path, bytes: drawCard(texts, grounds) });
  }
  return [...files.values()];
}

/** Draws the image of a link preview. A section has the title of the hub above its own title. The hub has its tagline below. */
function drawCard(texts: CardTexts, grounds: Map<string, Picture>): Buffer {
  const { siteTitle, section, tagline } = texts;
  const key = JSON.stringify({ ...texts, section: section === '', tagline: '' });
  const ground = grounds.get(key) ?? drawGround(texts);
  grounds.set(key, ground);
  const picture = ground.copy();
  const lead = section === '' ? wrap(tagline, { pixels: room, size: 26, most: 2 }) : [];
  const { size, lines } = largest(section || siteTitle);
  const foot = height - margin - 16 - (lead.length === 0 ? 0 : lead.length * 50 + 20);
  for (const [index, line] of lines.entries()) {
    const y = foot - (lines.length - 1 - index) * size * 1.7;
    picture.text(white, line, { x: margin + size * 0.07, y, size, weight: 0.15 });
  }
  for (const [index, line] of lead.entries())
    picture.text(grey, line, { x: margin + 2, y: foot + 70 + index * 50, size: 26, weight: 0.11 });
  return picture.png();
}

/** Draws the background that the images of all sections share. */
function drawGround({ siteTitle, initial, section }: CardTexts): Picture {
  const picture = new Picture(width, height, dark, inks);
  picture.box(blue, [0, height - 14, width, height], 0);
  if (initial !== '') {
    picture.box(blue, [margin, margin, margin + markSide, margin + markSide], 21);
    drawInitial(picture, initial, { ink: blue, at: margin, side: markSide, isErased: true });
  }
  if (section !== '') {
    const x = margin + (initial === '' ? 0 : markSide + 30);
    const [name] = wrap(siteTitle, { pixels: width - margin - x, size: 32, most: 1 });
    if (name) picture.text(grey, name, { x, y: margin + markSide / 2 + 16, size: 32, weight: 0.12 });
  }
  return picture;
}

/** Systems also look for an icon with this name in the root of a host. */
export const touchIconPath = outputFile('apple-touch-icon.png');

/** Draws the icon of a home screen. The system rounds its corners. */
export function drawTouchIcon(initial: string): OutputFile {
  const picture = new Picture(180, 180, accent, [[255, 255, 255]]);
  drawInitial(picture, initial, { ink: 0, at: 0, side: 180, isErased: false });
  return { path: touchIconPath, bytes: picture.png() };
}

interface MarkPlace {
  readonly ink: number;
  readonly at: number;
  readonly side: number;
  readonly isErased: boolean;
}

function drawInitial(picture: Picture, initial: string, { ink, at, side, isErased }: MarkPlace): void {
  const shape = shapeOf(initial);
  const size = side * 0.48;
  if (!shape) return;
  const x = at + (side - (shape.width * size) / 14) / 2;
  picture.text(ink, shape, { x, y: at + (side + size) / 2, size, weight: 0.17 }, isErased);
}

/** Font sizes of the large text, in pixels, with the number of lines. The first size in which the text fits is used. */
const titleForms = [
  { size: 68, most: 1 },
  { size: 56, most: 1 },
  { size: 60, most: 2 },
  { size: 48, most: 2 },
  { size: 38, most: 2 },
] as const;

/** Returns a text in the largest size in which it fits, or shortened in the smallest size. */
function largest(text: string): { readonly size: number; readonly lines: readonly TextShape[] } {
  const [smallest] = titleForms.slice(-1);
  const form = titleForms.find((one) => !wrapText(text, { pixels: room, ...one }).isCut) ?? smallest ?? titleForms[0];
  return { size: form.size, lines: wrap(text, { pixels: room, ...form }) };
}

interface LineOptions {
  /** Width of a line. */
  readonly pixels: number;
  /** Height of letters in pixels. */
  readonly size: number;
  readonly most: number;
}

/** Returns the lines of a text. Empty if docgen can't draw it. */
const wrap = (text: string, options: LineOptions): TextShape[] =>
  wrapText(text, options).lines.flatMap((line) => shapeOf(line) ?? []);

/** Breaks a text between words into `most` lines. Text that doesn't fit ends with “…”. */
function wrapText(text: string, { pixels, size, most }: LineOptions) {
  const fits = (line: string) => (shapeOf(line)?.width ?? 0) * (size / 14) <= pixels;
  const words = shapeOf(text) ? text.slice(0, maxChars).split(/\s+/).filter(Boolean) : [];
  const lines: string[] = [];
  let isCut = false;
  for (const word of words) {
    const [last] = lines.slice(-1);
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else if (lines.length < most) lines.push(word);
    else isCut = true;
    if (isCut) break;
  }
  const cut = lines.map((line, index) => shorten(line, isCut && index === lines.length - 1, fits));
  return { lines: cut, isCut: cut.some((line, index) => line !== lines[index]) };
}

const maxChars = 300;

function shorten(line: string, isCut: boolean, fits: (line: string) => boolean): string {
  if (!isCut && fits(line)) return line;
  const letters = [...line];
  while (letters.length > 1 && !fits(`${letters.join('')}…`)) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
