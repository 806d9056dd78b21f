// Sanitizing SVG files. test/e2e/svg.test.ts opens the results in a browser.
import { expect, test } from 'vitest';
import { isPrintedSvg, sanitizeSvg } from '../../src/render/svg/print.js';
import { svgTexts } from '../fuzz/assets.js';
import { dataOf } from '../support/data.js';

const data = dataOf<{ dropped: [string, string, string][]; published: [string, string, string?][] }>('render/svg');

const names =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml"';
const inSvg = (inner: string) => `<svg ${names}>${inner}</svg>`;
/** Returns the output inside the root element, or the error. */
const printed = (text: string, encoding: BufferEncoding = 'utf8') => {
  const result = sanitizeSvg(Buffer.from(text, encoding));
  if ('fault' in result) return `fault: ${result.fault}`;
  expect(isPrintedSvg(result.svg)).toBe(true);
  return result.svg.replace(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"(?:\/>$|>)/, '').replace(/<\/svg>$/, '');
};
const dropped = (text: string) => {
  const result = sanitizeSvg(Buffer.from(text));
  return 'fault' in result ? result.fault : result.dropped.join(', ');
};

test.each(svgTexts.slice(1))('%j acts no longer, and what it lost is named', (text) => {
  for (const [form, encoding] of [
    [text, 'utf8'],
    [`\ufeff${text}`, 'utf16le'],
  ] as const) {
    const result = printed(form, encoding);
    expect(result).not.toMatch(/docgenRan|foreign\.example.*(?<!fault.*)$|<h:|script|xhtml[^:]*$/);
  }
  expect(dropped(text) === '').toBe(/@import|@font-face/.test(text)); // browsers load neither in an image
});

test.each(data.dropped)('%s is removed and reported', (_, inner, what) => {
  const text = inner.startsWith('<svg') ? inner.replace('NAMES', names) : inSvg(inner);
  expect(dropped(text)).toBe(what);
  expect(printed(text)).not.toMatch(/foreign|script|set |href="(?!data:image\/svg)|@|\burl/);
});

test.each([
  ['declarations', `<!DOCTYPE svg [<!ENTITY e "x">]>${inSvg('&e;')}`, 'has a document type with declarations'],
  ['XML 1.1', `<?xml version="1.1"?>${inSvg('<text>&#1;</text>')}`, 'is XML 1.1'],
  ['drawings in drawings', inSvg(`<g id="l0"><path/></g>${[1, 2, 3, 4, 5, 6].map((level) => `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(6)}</g>`).join('')}<use href="#l6"/>`), 'shows too many elements by references'],
  ['patterns in patterns', inSvg(`<pattern id="l0"><path/></pattern>${[1, 2, 3, 4, 5, 6].map((level) => `<pattern id="l${level}">${`<rect style="fill:url(#l${level - 1})"/>`.repeat(6)}</pattern>`).join('')}<rect fill="url(#l6)"/>`), 'shows too many elements by references'],
  ['a long chain', inSvg(Array.from({ length: 60 }, (_, level) => `<g id="l${level}"><use href="#l${level + 1}"/></g>`).join('')), 'shows too many elements by references'],
  ['a named reference of XHTML', `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999&sol;xhtml"><h:meta/></svg>`, 'is not well-formed XML'],
  ['a prefix without a namespace', '<svg xmlns="http://www.w3.org/2000/svg"><x:g/></svg>', 'is not well-formed XML'],
  ['an encoding that is not known', `<?xml version="1.0" encoding="utf-7"?>${inSvg('')}`, 'has the encoding utf-7'],
  ['HTML', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'is not SVG'],
  ['nothing', '', 'is not well-formed XML'],
  ['depth', inSvg('<g>'.repeat(300) + '</g>'.repeat(300)), 'has over 256 elements in each other'],
  ['depth in HTML', inSvg(`<foreignObject>${'<h:b>'.repeat(300)}${'</h:b>'.repeat(300)}</foreignObject>`), 'has over 256 elements in each other'],
  ['number', inSvg('<g/>'.repeat(500_001)), 'has over 500000 elements'],
  ['size', inSvg(' '.repeat(16 * 1024 * 1024)), 'is over 16 MiB'],
])('%s: refused', (_, text, fault) => expect(printed(text)).toContain(`fault: ${fault}`)); // biome-ignore format: one a line

test.each(data.published)('%s are published without a report', (_, inner, print = inner) => {
  const text = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- x --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${inSvg(inner)}`;
  expect(dropped(text)).toBe('');
  expect(printed(text)).toBe(print);
  expect(printed(`\ufeff${text}`, 'utf16le')).toBe(print);
});

test('HTML in an SVG: the fallback of a switch is shown, or its text', () => {
  const html =
    '<foreignObject x="10" width="80" height="40"><h:div style="font-size: 12px">one <h:b>two</h:b><h:br/>three<h:script>x</h:script></h:div></foreignObject>';
  const label =
    '<text x="50" y="20" text-anchor="middle" fill="currentColor" stroke="none" font-size="12px"><tspan x="50" dy="-0.25em">one two</tspan><tspan x="50" dy="1.2em">three</tspan></text>';
  expect(printed(inSvg(`<switch>${html}<text>plain</text></switch>`))).toBe('<switch><text>plain</text></switch>');
  expect(dropped(inSvg(`<switch>${html}<text>plain</text></switch>`))).toBe('');
  expect(printed(inSvg(`<switch>${html}</switch>`))).toBe(`<switch>${label}</switch>`);
  expect(printed(inSvg(html))).toBe(label);
  expect(dropped(inSvg(html))).toBe('`<foreignObject>`');
});

test('a file is decoded with its declared encoding', () => {
  const text = `<?xml version="1.0" encoding="iso-8859-1"?>${inSvg('<title>é</title>')}`;
  expect(printed(text, 'latin1')).toBe('<title>é</title>');
});

test('untrusted files take linear time', () => {
  const n = 100_000;
  for (const style of ['url(', 'a{', '@media{', '(', '\\', '/*', '"', 'a:b;', '<!--', '[', 'a\\ '])
    sanitizeSvg(
      Buffer.from(
        inSvg(`<style><![CDATA[${style.repeat(n)}]]></style><g style='${style.replace('<', '').repeat(n)}'/>`),
      ),
    );
  for (const text of ['<!-- ', '<?x ', '&#10;', ' a="', '<g/>', '<foreignObject/>', '<!DOCTYPE [', "<!DOCTYPE '"])
    sanitizeSvg(Buffer.from(`${text.repeat(n)}`));
});

test('an element that is used often, or by itself, is shown', () => {
  const often = '<path id="p" d="M0 0"/><use href="#p"/>'.padEnd(60_000 + 40, '<use href="#p"/>');
  const inner = `${often.slice(0, often.lastIndexOf('>') + 1)}<g id="a"><use href="#a"/></g>`;
  expect(dropped(inSvg(inner))).toBe('');
});

test('a style with too many tokens is removed and reported', () => {
  expect(dropped(inSvg(`<style>${'a{fill:red}'.repeat(50_000)}</style>`))).toMatch(/^a style of over/);
});
