// Draws the site's icon and the image of link previews from its title.
import { escapeText } from '../body/print/fragment.js';

/** Returns the first letter or symbol of a title, in upper case. */
function initialOf(title: string): string {
  const text = title.trim();
  // Loading the segmenter takes longer than rendering a page.
  const plain = /^[!-~](?=[ -~]|$)/.exec(text)?.[0];
  const graphemes = plain ? [] : [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  return (plain ?? graphemes[0]?.segment ?? 'D').toUpperCase();
}

/** Draws the favicon: an initial on a colored square, for light and dark mode. */
export function favicon(title: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>rect{fill:#0a58ca}text{fill:#fff}@media (prefers-color-scheme:dark){rect{fill:#82b4ff}text{fill:#14171b}}</style><rect width="32" height="32" rx="7"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="700">${escapeText(initialOf(title))}</text></svg>\n`;
}

/** Draws the image of link previews (1200 × 630): the title, as large as possible, and the tagline. */
export function socialImage(title: string, tagline: string): string {
  const size = Math.max(48, Math.min(110, Math.floor(1700 / Math.max(1, title.length))));
  const lines = wrap(tagline, 52).slice(0, 3);
  const text = lines.map(
    (line, index) => `<text x="90" y="${420 + index * 50}" font-size="36" fill="#c9d4e3">${escapeText(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="system-ui,sans-serif"><rect width="1200" height="630" fill="#14171b"/><rect x="90" y="130" width="120" height="12" rx="6" fill="#82b4ff"/><text x="86" y="300" font-size="${size}" font-weight="700" fill="#fff">${escapeText(title)}</text>${text.join('')}</svg>\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
