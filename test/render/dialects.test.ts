// What readers see of syntax beyond CommonMark: extras, links in links, large code, and reports of what is not shown or not supported.
import { describe, expect, test } from 'vitest';
import type { Extra } from '../../src/model/config/config.js';
import { render } from '../support/body.js';
import { dataOf } from '../support/data.js';
import { buildIn, say, tempDir, textOf, writeFiles } from '../support/hub.js';

interface Data {
  code: string[];
  extras: [text: string, html: string][];
  nestedLinks: [text: string, links: string[], words: string][];
  foreign: [syntax: string, message: RegExp][];
  notForeign: [name: string, text: string][];
  mdx: [name: string, markdown: 'md' | 'mdx' | 'detect', text: string, reason: string | null][];
}
const data = dataOf<Data>('render/dialects');

async function shown(text: string, source = 'a.md', extras: Extra[] = []) {
  const { html, status, diagnostics } = await render(text, source, { extras }, '#');
  const reportsOf = (code: string) => diagnostics.filter((found) => found.code === code).map(say);
  return { html: html.trim(), status, reportsOf };
}

describe('syntax that the config enables', () => {
  const all: Extra[] = ['definitions', 'mark', 'subscript', 'superscript'];
  test.each(data.extras)('%s', async (text, html) => {
    expect((await shown(text, 'a.md', all)).html.replace(/\s*\n\s*/g, '\n')).toBe(html);
  });

  test.each<[string, Extra[], string]>([
    ['Term\n: ==x== 2^10^', [], '<p>Term\n: ==x== 2^10^</p>'],
    ['Term\n: ==x== 2^10^', ['superscript'], '<p>Term\n: ==x== 2<sup>10</sup></p>'],
    ['H~2~O', [], '<p>H<del>2</del>O</p>'],
  ])('nobody asked: %j is text', async (text, extras, html) => {
    expect((await shown(text, 'a.md', extras)).html).toBe(html);
  });
});

test.each(data.nestedLinks)('a link in a link becomes text: %s', async (text, links, words) => {
  for (const source of ['a.md', 'a.mdx']) {
    if (source.endsWith('x') && /<[Ah] H|<https|name=/.test(text)) continue; // no MDX
    const { html } = await shown(text, source);
    const found = html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g);
    const linked = Array.from(found, ([, href, inner = '']) => {
      expect(inner).not.toContain('<a ');
      return `${href}: ${inner.replace(/<[^>]*>/g, '').trim()}`;
    });
    expect(linked).toEqual(links);
    expect(textOf(html).replace(/\s+/g, ' ').trim()).toBe(words);
  }
});

describe('syntax without output is reported', () => {
  test('each fence without code', async () => {
    const text = '# A\n\n```\n```\n\n- x\n\n  ~~~js title="a"\n\n  ~~~\n\n```js\n1\n```\n';
    const { reportsOf } = await shown(text);
    expect(reportsOf('DG712')).toEqual(['DG712 a.md:3:1 empty code block', 'DG712 a.md:8:3 empty code block']);
    expect((await shown('`` ` ``\n\n```js\n1\n```\n')).reportsOf('DG712')).toEqual([]);
  });

  test('TOCInline lists the selected headings, unless the site owner has a component with this name', async () => {
    const text = '# A\n\n<TOCInline toc={toc} />\n\n## B\n\n### C\n\n## D\n';
    const listed = async (toc: string) =>
      [...(await shown(`${text}\n<TOCInline ${toc} />`, 'a.mdx')).html.matchAll(/href="#(.)">[A-Z]/g)]
        .map(([, id]) => id)
        .join('')
        .slice(3);
    expect(await listed('toc={toc}')).toBe('bcd');
    expect(await listed('toc={toc} maxHeadingLevel={2}')).toBe('bd');
    expect(await listed('toc={toc} minHeadingLevel={3}')).toBe('c');
    expect(await listed('toc={toc.slice(1, -1)}')).toBe('c');
    expect(await listed('toc={toc.filter((node) => node.level === 2)}')).toBe('bd');
    expect(await listed('toc={toc[0].children}')).toBe('c');
    expect(await listed('toc={toc[toc.length - 1].children}')).toBe('');
    expect(await listed("toc={[{value: '<b>X</b>', id: 'x', level: 2}]}")).toBe('x');
    const component =
      "import { createElement } from 'react';\nexport const TOCInline = () => createElement('p', {}, 'Mine');\n";
    const dir = writeFiles(tempDir(), { 'docs/a.mdx': text, 'c.js': component });
    const hub = await buildIn(dir, { content: ['docs'], components: './c.js' });
    expect(hub.said()).toEqual([]);
    expect(hub.body('docs/a/')).toContain('<p>Mine</p>');
  });
});

describe('Markdown by the rules of Docusaurus', () => {
  test.each(data.mdx)('%s', async (_, markdown, text, reason) => {
    const { diagnostics, status } = await render(text, 'a.md', { markdown });
    const found = diagnostics.filter(({ code }) => code === 'DG713').map(say);
    expect([status, ...found]).toEqual(['rendered', ...(reason ? [expect.stringContaining(reason)] : [])]);
  });

  test('emphasis next to a tag is parsed as next to a tag', async () => {
    const { html } = await shown('(_Object_<sup>†</sup>) <code>__x__</code> _a_<b>c</b>', 'a.mdx');
    expect(html).toBe('<p>(<em>Object</em><sup>†</sup>) <code><strong>x</strong></code> <em>a</em><b>c</b></p>');
  });
});

describe('unsupported syntax of other generators is reported', () => {
  test.each(data.foreign)('%s', async (syntax, message) => {
    for (const source of ['a.md', 'a.mdx']) {
      if (source === 'a.mdx' && /<<<|<\w/.test(syntax)) continue; // no MDX
      const { reportsOf } = await shown(`# A\n\nText.\n\n${syntax}\n\nText.\n\n${syntax}\n`, source);
      expect(reportsOf('DG711')).toEqual([expect.stringMatching(message)]);
      expect(reportsOf('DG711')[0]).toMatch(new RegExp(`^DG711 ${source}:5:\\d+ `));
    }
  });

  test('in lists, quotes and lines of a paragraph, once per kind', async () => {
    const { reportsOf } = await shown(
      '- x\n\n  !!! note\n\n> ??? tip\n\ntext\n/// note\n\n- {{< a >}} and {{< b >}}\n\n<div>\n{!a.md!}\n</div>\n\n!!! tip\n',
    );
    expect(reportsOf('DG711').map((one) => one.replace(/ is .*/, '')).sort()).toEqual([
      'DG711 a.md:10:3 `{{< a >}}`',
      'DG711 a.md:13:1 `{!a.md!}`',
      'DG711 a.md:3:3 `!!! note`',
      'DG711 a.md:5:3 `??? tip`',
      'DG711 a.md:8:1 `/// note`',
    ]); // biome-ignore format: a list of lines
  });

  const inCode = ([syntax]: readonly [string, RegExp]) =>
    `\`\`\`\n${syntax}\n\`\`\`\n\n    ${syntax}\n\nSee \`${syntax}\` and <code>{!x!}</code>\n`;
  test.each([...data.notForeign, ['code', data.foreign.map(inCode).join('\n# x\n\n')]])(
    'nothing in %s',
    async (_, text) => {
      expect((await shown(text)).reportsOf('DG711')).toEqual([]);
    },
  );
});

test.each([500, 3000])('a page of %i lines of code is small and has few elements', async (count) => {
  const lines = data.code;
  const code = Array.from({ length: count }, (_, index) => lines[index % lines.length]).join('\n');
  const { status, html } = await shown(`## API Report File for "@own/x"\n\n\`\`\`ts\n${code}\n\`\`\`\n`);
  expect(status).toBe('rendered');
  expect(html).toContain('<pre tabindex="0"><code class="language-ts">');
  expect(html.length / code.length).toBeLessThan(3.5);
  expect(html.match(/<\w/g)?.length).toBeLessThan(6000);
});
