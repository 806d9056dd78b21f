// Files that pages name: odd extensions, and contents that are not what the name says.
import fc from 'fast-check';
import { dataOf } from '../support/data.js';
import { png } from '../support/hub.js';
import { type Content, toBase64 } from './case.js';
import { hostilePath } from './names.js';

const data = dataOf<{ pageTexts: string[]; extensions: string[] }>('fuzz/assets');

export const assetExtensions = data.extensions; // biome-ignore format: a list of extensions

const svg = (inner: string, attributes = '', before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${/[<"]h:/.test(inner + before) ? ' xmlns:h="http://www.w3.org/1999/xhtml"' : ''} width="9" height="9"${attributes}>${inner}<rect width="9" height="9"/></svg>`;

/** SVG that does something where it is opened as a document, but for the first. */
export const svgTexts = [
  svg(''),
  svg('<script>docgenRan("svg script")</script>'),
  svg('', ' onload="docgenRan(\'svg onload\')"'),
  svg('<h:script>docgenRan("svg h:script")</h:script>'),
  svg('<foreignObject><h:iframe srcdoc="&lt;script>parent.docgenRan(1)&lt;/script>"/></foreignObject>'),
  svg('<a href="javascript:docgenRan(1)"><text y="9">x</text></a>'),
  svg('<animate attributeName="x" onbegin="docgenRan(\'onbegin\')" begin="0s"/>'),
  svg('<h:meta http-equiv="refresh" content="0;url=https://foreign.example/"/>'),
  svg('<h:link rel="stylesheet" href="https://foreign.example/x.css"/>'),
  svg('<h:form action="https://foreign.example/"><h:input autofocus="" /></h:form>'),
  svg('<style>@import "https://foreign.example/x.css";</style>'),
  svg('<style>@\\69mport "https://foreign.example/x.css";</style>'),
  svg('<style>@font-face{font-family:f;src:url(https://foreign.example/f.woff)}text{font-family:f}</style><text y="9">x</text>'),
  svg('', '', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "docgenRan(\'attlist\')">]>'),
  svg('&e;', '', '<!DOCTYPE svg [<!ENTITY e "<h:script>docgenRan(\'entity\')</h:script>">]>'),
  svg('', '', '<?xml-stylesheet href="https://foreign.example/x.xsl" type="text/xsl"?>'),
  svg('<scr\u001b(Bipt>docgenRan("iso-2022-jp")</scr\u001b(Bipt>', '', '<?xml version="1.0" encoding="iso-2022-jp"?>'),
  svg('', ' o\u001b(Bnload="docgenRan(\'iso-2022-jp\')"', '<?xml version="1.0" encoding="iso-2022-jp"?>'),
  svg('<use href="https://foreign.example/x.svg#a"/>'),
  svg('<image href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 onload=%22docgenRan(1)%22/%3E"/>'),
  `<html xmlns="http://www.w3.org/1999/xhtml"><script>docgenRan("xhtml")</script></html>`,
]; // biome-ignore format: one a line

const pageTexts = data.pageTexts;

const content: fc.Arbitrary<Content> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...svgTexts) },
  { weight: 3, arbitrary: fc.constantFrom(...pageTexts) },
  { weight: 1, arbitrary: fc.constant(toBase64(png)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...svgTexts, ...pageTexts)
      .map((text) => toBase64(Buffer.from(`\ufeff${text}`, 'utf16le'))),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map(toBase64) },
  {
    weight: 1,
    arbitrary: fc.constant(toBase64(Buffer.concat([png, Buffer.from('<script>docgenRan("png")</script>')]))),
  },
);

/** Path → content. */
export const hostileAsset: fc.Arbitrary<readonly [string, Content]> = fc.tuple(
  hostilePath(fc.constantFrom(...assetExtensions)),
  content,
);
