// Images of link previews: a PNG per section, drawn from its title without a font.
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { shapeOf } from '../../src/render/site-files/preview/letters.js';
import { buildHub, filesBelow } from '../support/hub.js';

function readPng(bytes: Buffer) {
  const at = bytes.indexOf('IDAT');
  const data = bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4));
  const ink = inflateSync(data).filter((byte) => byte > 2).length;
  return { size: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)], ink, bytes: bytes.length };
}

test('each section has a card with its title, and the hub one with its tagline; unsupported scripts are left out', async () => {
  const pages = {
    'alpha/a.md': '# A',
    'alpha/b.md': '# B',
    '日本/a.md': '# Eins',
    '日本/b.md': '# Zwei',
    'c.md': '# C',
  };
  const config = { title: 'Hub', tagline: 'Ångström & Łódź: 100 %', url: 'https://x.example' };
  const hub = await buildHub(pages, config);
  const cardOf = (page: string) => /og:image" content="https:\/\/x.example\/([^"]+)/.exec(hub.file(page))?.[1] ?? '';
  const bytesOf = (path: string) => readFileSync(`${hub.dir}/build/${path}`);
  const names = ['alpha/a', 'alpha', 'c', '日本/a'].map((page) => cardOf(`docs/${page}/index.html`));
  expect(names[1]).toBe(names[0]);
  const built = filesBelow(`${hub.dir}/build`).filter((path) => /card\./.test(path));
  expect([...new Set(names)].sort()).toEqual(built.sort());
  const [alpha, , front, foreign] = names.map((name) => readPng(bytesOf(name)));
  for (const card of [alpha, front, foreign]) {
    expect(card?.size).toEqual([1200, 630]);
    expect(card?.bytes).toBeLessThan(20_000);
  }
  expect(front?.ink).toBeGreaterThan(alpha?.ink ?? 0);
  expect(alpha?.ink).toBeGreaterThan((foreign?.ink ?? 0) + 500);
  expect(readPng(bytesOf('apple-touch-icon.png')).size).toEqual([180, 180]);
});

test('letters of languages in Latin script have outlines', () => {
  expect([...'AZaz09äéñçøłßşžåœ–“”…€@&{}'].filter((letter) => !shapeOf(letter))).toEqual([]);
  expect(shapeOf('é')?.width).toBe(shapeOf('e')?.width);
  expect([shapeOf('Я'), shapeOf('a日')]).toEqual([undefined, undefined]);
});
