// What may be published as an SVG file. Chromium runs or follows all of these but the plain ones where they are opened as documents.
import { expect, test } from 'vitest';
import { isPlainSvg } from '../../src/render/pages/links/svg.js';
import { svgTexts } from '../fuzz/assets.js';

const [plain, ...hostile] = svgTexts;
const inSvg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</svg>`;

test.each(hostile)('%j is refused', (text) => {
  expect(isPlainSvg(Buffer.from(text))).toBe(false);
  expect(isPlainSvg(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(false);
});

test.each([
  inSvg('<h:p xmlns:h="http://www.w3.org/1999/&#120;html"/>'),
  inSvg('<style>rect { fill: u\\72l(//foreign.example/x) }</style>'),
  inSvg('<rect style="filter:url(https://foreign.example/x.svg#f)"/>'),
  inSvg('<a xlink:href="java&#10;script:x()"><text>x</text></a>'),
  inSvg('<style>rect { mask-image: image-set("//foreign.example/x" 1x) }</style>'),
])('%j is refused', (text) => expect(isPlainSvg(Buffer.from(text))).toBe(false));

test.each([
  plain ?? '',
  `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${inSvg('<g id="a"/>')}`,
  inSvg('<defs><linearGradient id="g"/></defs><rect fill="url(#g)" style="stroke:url(#g)"/><use xlink:href="#g"/>'),
  inSvg('<image href="data:image/png;base64,AAAA"/><style>.a{fill:#fff;mask:url("#m")}</style><title>onto = x</title>'),
  inSvg('<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>'),
])('%j is plain', (text) => expect(isPlainSvg(Buffer.from(text))).toBe(true));
