// SVG files as docgen prints them, in a browser: hostile ones and their mutations do nothing where they are opened as documents, and
// drawings look as in the file that a program saved.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printSvg } from '../../src/render/svg/print.js';
import { svgTexts } from '../fuzz/assets.js';
import { hasChromium, launch, serve, watch } from '../support/browser.js';
import { tempDir } from '../support/hub.js';

const names =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml"';
const svg = (inner: string, attributes = '') =>
  `<svg ${names} ${attributes} width="90" height="60" viewBox="0 0 90 60">${inner}</svg>`;
const inner = Buffer.from(svg('<script>docgenRan(1)</script><image href="https://foreign.example/x.png"/>'));

const hostile = [
  ...svgTexts.slice(1),
  svg('<a.b:script>docgenRan(1)</a.b:script>', 'xmlns:a.b="http://www.w3.org/2000/svg"'),
  svg('<é:script>docgenRan(1)</é:script>', 'xmlns:é="http://www.w3.org/2000/svg"'),
  svg('<a·b:script>docgenRan(1)</a·b:script>', 'xmlns:a·b="http://www.w3.org/1999/xhtml"'),
  `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999&sol;xhtml"><h:meta http-equiv="refresh" content="0;url=https://foreign.example/"/></svg>`,
  svg('<style>@imp<!-- -->ort "https://foreign.example/x.css";</style>'),
  svg('<style>@im<![CDATA[port]]> "https://foreign.example/x.css";</style>'),
  svg('<style>rect{fill:u\\72l(https://foreign.example/x.svg#a);mask:url("https://foreign.example/x.svg#a")}</style><rect width="9" height="9"/>'),
  svg('<rect width="9" height="9" style="filter:url(https://foreign.example/x.svg#a);--a:url(https://foreign.example/y);mask:var(--a)"/>'),
  svg('<style>svg{background:image-set("https://foreign.example/x.png" 1x);cursor:url(https://foreign.example/x.cur),auto}</style>'),
  svg('<image href="https://foreign.example/x.png" width="9" height="9"/><image xlink:href="//foreign.example/x.png" width="9" height="9"/>'),
  svg(`<image href="data:image/svg+xml;base64,${inner.toString('base64')}" width="9" height="9"/>`),
  svg('<filter id="f"><feImage href="https://foreign.example/x.png"/></filter><rect width="9" height="9" filter="url(#f)"/>'),
  svg('<foreignObject width="90" height="60"><h:img src="https://foreign.example/x.png" onerror="docgenRan(1)"/></foreignObject>'),
  svg('<switch><foreignObject width="9" height="9"><h:object data="data:text/html,x"/></foreignObject></switch>'),
  svg('<g id="g"/><set attributeName="href" href="#g" to="javascript:docgenRan(1)" onbegin="docgenRan(1)"/>'),
  svg('<animate attributeName="x" dur="1s" onbegin="docgenRan(1)"/><animate href="#x" attributeName="href" values="javascript:docgenRan(1)"/>'),
  svg('<use href="data:image/svg+xml,%3Csvg id=\'x\' xmlns=\'http://www.w3.org/2000/svg\'%3E%3Cscript%3EdocgenRan(1)%3C/script%3E%3C/svg%3E#x"/>'),
  svg('<font-face><font-face-src><font-face-uri href="https://foreign.example/f"/></font-face-src></font-face><text>x</text>'),
  svg('<style>@font-face{font-family:F;src:url(https://foreign.example/f.woff2)}text{font-family:F}</style><text y="20">x</text>'),
  svg('<h:style>@import "https://foreign.example/x.css";</h:style><h:base href="https://foreign.example/"/><h:body onload="docgenRan(1)"/>'),
  svg('<title><h:script>docgenRan(1)</h:script></title><desc><h:iframe src="javascript:parent.docgenRan(1)"/></desc><style><h:script>docgenRan(1)</h:script></style>'),
]; // biome-ignore format: one a line

/** Drawings as four programs save them, without HTML in them. */
const drawings: Readonly<Record<string, string>> = {
  'draw.io': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" style="background: #ffffff; background-color: light-dark(#ffffff, #121212); color-scheme: light dark;" version="1.1" width="121px" height="61px" viewBox="-0.5 -0.5 121 61" content="&lt;mxfile host=&quot;x&quot;&gt;&lt;/mxfile&gt;"><defs/><g><g data-cell-id="0"><rect x="0" y="0" width="120" height="60" rx="9" ry="9" fill="#dae8fc" stroke="#6c8ebf" pointer-events="all" style="fill: light-dark(rgb(218, 232, 252), rgb(29, 41, 59)); stroke: light-dark(rgb(108, 142, 191), rgb(92, 121, 163));"/><g fill="#000000" font-family="Helvetica" text-anchor="middle" font-size="12px"><text x="59.5" y="34.5">A box</text></g></g></g></svg>`,
  D2: `<?xml version="1.0" encoding="utf-8"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" data-d2-version="0.6.3" preserveAspectRatio="xMinYMin meet" viewBox="0 0 120 90"><svg id="d2-svg" class="d2-1" width="120" height="90" viewBox="-10 -10 120 90"><rect x="-10.0" y="-10.0" width="120" height="90" rx="0.0" fill="#FFFFFF" class=" fill-N7" stroke-width="0" /><style type="text/css"><![CDATA[
.d2-1 .text-bold { font-family: "d2-1-font-bold"; }
@font-face { font-family: d2-1-font-bold; src: url("data:application/font-woff;base64,d09GRgABAAAAAAA"); }]]></style><style type="text/css"><![CDATA[.shape { shape-rendering: geometricPrecision; stroke-linejoin: round; }
.blend { mix-blend-mode: multiply; opacity: 0.5; } .d2-1 .fill-N7{fill:#FFFFFF;}
@media screen and (prefers-color-scheme:dark){ .d2-1 .fill-N7{fill:#1E1E2E;} }]]></style><g id="a"><g class="shape" ><rect x="0" y="0" width="53" height="66" stroke="#0D32B2" fill="#F7F8FE" style="stroke-width:2;" /></g><text x="26.5" y="38.5" fill="#0A0F25" class="text-bold" style="text-anchor:middle;font-size:16px">a</text></g><mask id="m" maskUnits="userSpaceOnUse" x="-10" y="-10" width="120" height="90"><rect x="-10" y="-10" width="120" height="90" fill="white"></rect><rect x="22" y="22" width="8" height="21" fill="rgba(0,0,0,0.75)"></rect></mask><path d="M 60 10 L 95 60" stroke="#0D32B2" fill="none" mask="url(#m)"/></svg></svg>`,
  Excalidraw: `<svg version="1.1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 120" width="200" height="120" filter="invert(0)"><!-- svg-source:excalidraw --><metadata><!-- payload-start -->x<!-- payload-end --></metadata><defs><style class="style-fonts">
      @font-face { font-family: Excalifont; src: url(data:font/woff2;base64,d09GMgABAAAAAAA); }</style><symbol id="image-a"><image href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=" preserveAspectRatio="none" width="100%" height="100%"></image></symbol></defs><rect x="0" y="0" width="200" height="120" fill="#ffffff"></rect><g stroke-linecap="round" transform="translate(10 10) rotate(4 50 30)"><path d="M2 2 C30 -2, 80 4, 98 0 M98 0 C102 20, 97 40, 100 60" stroke="#1e1e1e" stroke-width="2" fill="none"></path></g><g transform="translate(20 40) rotate(0 30 12)"><text x="0" y="17" font-family="Excalifont, Xiaolai, sans-serif" font-size="20px" fill="#1e1e1e" text-anchor="start" style="white-space: pre;" direction="ltr" dominant-baseline="alphabetic">a text</text></g><use href="#image-a" width="30" height="30" x="150" y="70" opacity="1"></use></svg>`,
  Inkscape: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="60mm" height="40mm" viewBox="0 0 60 40" version="1.1" id="svg5" inkscape:version="1.2" sodipodi:docname="x.svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#"><sodipodi:namedview id="n" pagecolor="#ffffff" showgrid="false"/><metadata><rdf:RDF><cc:Work rdf:about=""/></rdf:RDF></metadata><defs id="defs2"><linearGradient inkscape:collect="always" id="a"><stop style="stop-color:#ff0000;stop-opacity:1;" offset="0"/><stop style="stop-color:#00f;stop-opacity:0.5" offset="1"/></linearGradient><linearGradient xlink:href="#a" id="b" x1="5" y1="5" x2="50" y2="5" gradientUnits="userSpaceOnUse"/><clipPath id="c"><svg:circle cx="30" cy="20" r="18"/></clipPath></defs><g inkscape:label="Layer 1" inkscape:groupmode="layer"><rect style="fill:url(#b);fill-rule:evenodd;stroke:#000;stroke-width:0.5;-inkscape-stroke:none;paint-order:markers stroke fill" width="50" height="30" x="5" y="5" clip-path="url(#c)"/><text xml:space="preserve" style="font-size:5px;line-height:1.25;font-family:sans-serif;-inkscape-font-specification:sans-serif" x="12" y="22"><tspan sodipodi:role="line" x="12" y="22" style="stroke-width:0.2">two  spaces</tspan></text></g></svg>`,
}; // biome-ignore format: as they are saved

/** The same sequence of numbers below `limit` in each run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Pieces of one file in another, and what changes how a reader takes markup. */
function mutated(texts: readonly string[], count: number): string[] {
  const next = numbers(27);
  const pick = (list: readonly string[]) => list[next(list.length)] ?? '';
  const bits = ['<!-- -->', '<![CDATA[', ']]>', '&#x3c;', '&#10;', '\\', '/*', '*/', '"', "'", '}', '{', ';', '</style>', '<style>', '<g>', '</g>', 'h:', 'xlink:', '&colon;', '&amp;', '\u00a0', '<?x ?>', 'url(', ')']; // biome-ignore format: a list
  const betweenTags = /<(?!\/svg|!DOCTYPE|\?xml|svg)|(?<=>)/g;
  const anywhere = /<(?!\/svg|!DOCTYPE|\?xml|svg)|(?<=>)|[;:({"' ]/g;
  return Array.from({ length: count }, () => {
    let text = pick(texts);
    for (let times = next(3) + 1; times > 0; times -= 1) {
      const isBit = next(4) === 0;
      const elements = [...pick(texts).matchAll(/<[\w:.]+[^>]*\/>|<([\w:.]+)[^<>]*>[^<]*<\/\1>/g)].map(([all]) => all);
      const at = [...text.matchAll(isBit ? anywhere : betweenTags)].map(({ index }) => index);
      const index = at[next(at.length)] ?? 0;
      text = text.slice(0, index) + pick(isBit ? bits : elements) + text.slice(index);
    }
    return text;
  });
}

const what = 'SVG files in a browser';
describe.skipIf(!hasChromium(what))(what, () => {
  test('none of the prints of hostile files runs, loads or leaves', async () => {
    const dir = tempDir();
    const originals = [...hostile, ...mutated([...hostile, ...Object.values(drawings)], 1200)];
    const prints = originals.flatMap((text) => {
      const printed = printSvg(Buffer.from(text));
      return 'svg' in printed ? [printed.svg] : [];
    });
    for (const [index, text] of hostile.entries()) writeFileSync(join(dir, `hostile${index}.svg`), text);
    expect(prints.length).toBeGreaterThan(200);
    const distinct = [...new Set(prints)]; // what acts is gone, so that many are the same
    expect(distinct.length).toBeGreaterThan(80);
    for (const [index, text] of distinct.entries()) writeFileSync(join(dir, `print${index}.svg`), text);
    const site = await serve(dir);
    const browser = await launch();
    try {
      const { context, begin, ran } = await watch(browser, site.origin);
      const acted = new Set<string>();
      let current = '';
      context.on('request', (request) => {
        if (!request.url().startsWith(site.origin) && !request.url().startsWith('data:')) acted.add(current);
      });
      const page = await context.newPage();
      const open = async (path: string) => {
        current = path;
        begin(page, path);
        await page.goto(`${site.origin}/${path}`, { waitUntil: 'load' }).catch(() => acted.add(path));
        if (page.url() !== `${site.origin}/${path}`) acted.add(path);
      };
      for (const index of hostile.keys()) await open(`hostile${index}.svg`);
      // The files themselves act, so that the browser would show it if a print did.
      expect(new Set([...acted, ...ran.map((line) => line.replace(/:.*/s, ''))]).size).toBeGreaterThan(20);
      const blank = await context.newPage();
      await page.close();
      acted.clear();
      ran.length = 0;
      for (const index of distinct.keys()) {
        current = `print${index}.svg`;
        begin(blank, current);
        await blank.goto(`${site.origin}/${current}`, { waitUntil: 'load' });
        if (blank.url() !== `${site.origin}/${current}`) acted.add(current);
      }
      expect([...acted, ...ran]).toEqual([]);
    } finally {
      await browser.close();
      site.close();
    }
  }, 300_000);

  test('drawings look as in the file', async () => {
    const dir = tempDir();
    for (const [name, text] of Object.entries(drawings)) {
      const printed = printSvg(Buffer.from(text));
      expect(printed, name).toMatchObject({ dropped: [] });
      writeFileSync(join(dir, `${name}-before.svg`), text);
      writeFileSync(join(dir, `${name}-after.svg`), 'svg' in printed ? printed.svg : '');
    }
    const site = await serve(dir);
    const browser = await launch();
    try {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ viewport: { width: 300, height: 200 }, colorScheme });
        const look = async (file: string) => {
          await page.goto(`${site.origin}/${file}`, { waitUntil: 'load' });
          return (await page.screenshot()).toString('base64');
        };
        for (const name of Object.keys(drawings))
          expect(
            (await look(`${name}-after.svg`)) === (await look(`${name}-before.svg`)),
            `${name} ${colorScheme}`,
          ).toBe(true);
        await page.close();
      }
    } finally {
      await browser.close();
      site.close();
    }
  }, 120_000);
});
