// Files in assets/ are published by their names and first bytes.
import fc from 'fast-check';
import '../support/seed.js';
import { describe, expect, test } from 'vitest';
import { publishable, publishedExtension } from '../../src/model/site/publish-statics.js';
import { isAssetPath } from '../../src/model/types/path.js';
import { safeContent } from '../../src/render/pages/links/assets.js';
import { dataOf } from '../support/data.js';
import { buildHub } from '../support/hub.js';

const data = dataOf<{ pieces: string[]; ending: string[] }>('render/published-assets');

const evil = '<script>alert(1)</script>';
const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(20)]);
const own = /^assets\/(?:styles|favicon|card)\.[0-9a-f]{12}\.(?:css|svg|png)$/;

/** Returns the assets of a hub in which a page links to each file and shows it. */
async function published(files: Readonly<Record<string, string | Uint8Array>>) {
  const links = Object.keys(files).map(
    (name) => `[l](<x/${encodeURIComponent(name)}>) ![i](<x/${encodeURIComponent(name)}>)`,
  );
  const inFolder = Object.fromEntries(Object.entries(files).map(([name, content]) => [`x/${name}`, content]));
  const hub = await buildHub({ 'a.md': `# A\n\n${links.join('\n\n')}`, ...inFolder });
  const assets = hub.files().filter((path) => path.startsWith('assets/') && !own.test(path));
  return { assets, said: hub.said() };
}

test.each([
  'evil.html~', 'evil.html ', 'e.ht-ml', 'e.HTML_', 'x.svg~', 'x.sv_g', 'x.xhtm', 'x.xsd', 'x.rng', 'x.php', 'x.jsp', 'x.cgi', 'x.lnk',
  'x.html.', 'x.png.html', 'x.js', 'x.css', 'x.wasm', 'x.png\u202e', 'Makefile', 'x', 'x.py', 'x.HTM', 'x.%70ng',
])('%j is not published, and DG604 says so', async (name) => {
  const { assets, said } = await published({ [name]: 'plain text' });
  expect(assets).toEqual([]);
  expect(said).toEqual(expect.arrayContaining([expect.stringContaining('DG604 a.md:3')]));
}); // biome-ignore format: a list of names

test('listed extensions are published, in lower case', async () => {
  const { assets, said } = await published({
    'a.PNG': png, 'b.php.png': png, 'c.txt': 'text', 'd.pdf': '%PDF-1.7', 'e.tar.gz': '\u001f', 'f.json': '{}',
  }); // biome-ignore format: a list of files
  expect(assets.map((path) => path.replace(/\.[0-9a-f]{12}\./, '.'))).toEqual([
    'assets/a.png', 'assets/b-php.png', 'assets/c.txt', 'assets/d.pdf', 'assets/e-tar.gz', 'assets/f.json',
  ]); // biome-ignore format: a list of files
  expect(said).toEqual([]);
});

test.each(['.png', 'x..png', 'png', 'x.'])('%j has no published extension', (name) => {
  expect(publishedExtension(name)).toBeUndefined();
  expect(publishedExtension('x.PNG')).toBe('.png');
});

test('no name results in a file with another extension', () => {
  const ending = fc.constantFrom(...data.ending);
  const name = fc
    .tuple(fc.string({ maxLength: 80 }), fc.array(ending, { maxLength: 6 }))
    .map(([stem, list]) => stem + list.join(''));
  fc.assert(
    fc.property(name, (text) => {
      const extension = publishedExtension(text);
      if (extension === undefined) return;
      expect(publishable).toContain(extension.slice(1));
      expect(text.toLowerCase().endsWith(extension)).toBe(true);
      expect(isAssetPath(`assets/a.0123456789ab${extension}`)).toBe(true);
    }),
  );
});

describe('content', () => {
  const spellings: readonly [string, Uint8Array][] = [
    ['HTML', Buffer.from(evil)],
    ['spaces and NUL before it', Buffer.from(`\0 \n\t${evil}`)],
    ['a byte order mark', Buffer.from('\ufeff<?xml version="1.0"?><x/>')],
    ['a comment', Buffer.from('<!-- GIF89a --><html>')],
    ['UTF-16', Buffer.from(`\ufeff${evil}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(evil, 'utf16le')],
    ['UTF-16, high byte first', Buffer.from(`\ufeff${evil}`, 'utf16le').swap16()],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ];
  test.each(spellings)('a file that starts as markup is neither an image nor a text: %s', async (_, bytes) => {
    for (const extension of publishable) {
      if (extension !== 'svg') expect(safeContent(bytes, `.${extension}`)).toMatchObject({ isMarkup: true });
    }
    const { assets, said } = await published({ 'x.png': bytes, 'y.txt': bytes });
    expect(assets).toEqual([]);
    expect(said.filter((line) => line.startsWith('DG604')).length).toBeGreaterThanOrEqual(2);
  });

  const svg = (inside: string, before = '', attributes = '') =>
    `${before}<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`;
  test.each([
    ['attribute by declaration', svg('', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>')],
    ['entity', svg('&x;', '<!DOCTYPE svg [<!ENTITY x "<script/>">]>')],
    ['named reference of XHTML', svg('&sol;', '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "">')],
    ['no XML', '<svg/onload=alert(1)>'],
    ['another encoding', svg('', '<?xml version="1.0" encoding="UTF-7"?>')],
    ['no SVG', `<html>${evil}</html>`],
    ['no SVG by its namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"/>'],
  ])('an SVG that cannot be read is refused: %s', (_, text) => {
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'utf16le')])
      expect(safeContent(bytes, '.svg')).toMatchObject(
        /UTF-7/.test(text) && bytes.includes(0) ? {} : { isMarkup: false },
      );
  });
  test('the check takes linear time', () => {
    for (const piece of data.pieces) safeContent(Buffer.from(piece.repeat(100_000)), '.svg');
  });
});
