// Authors can't write docgen's placeholders.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import { activeIn, bodyInput, buildHub } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { runs } from '../support/seed.js';

scenarios('render/placeholders');

const refresh = '<meta http-equiv="refresh" content="0;url=//evil">';
const characters = ['\0', '0', '1', '-', 'T', ' ', '\u0001', '\u0085', '\ud800', '\udfff', '\ufffe', '\ufdd0', '\r', '\n', '"', refresh]; // biome-ignore format: a list of characters
const hostile = fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 12 }).map((list) => list.join(''));
const noText = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]|\p{Cs}/u;

test('any characters in front matter, category files, config and file names change no other page', {
  timeout: 120_000,
}, async () => {
  const neighbours = { 'a.md': '# First\n\nbefore', 'z.md': '# Last\n\nafter' };
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (one, two) => {
      const [a, b] = [JSON.stringify(one), JSON.stringify(two)];
      const hub = await buildHub(
        {
          ...neighbours,
          'm.md': `---\ntitle: ${a}\ndescription: ${b}\nsidebar_label: ${a}\nkeywords: [${b}]\nlast_update: {author: ${a}}\n---\nmiddle`,
          'n.md': `<!--startmeta\ndescription: ${a}\nendmeta-->\n\n# N`,
          'c/_category_.json': JSON.stringify({
            label: one,
            description: two,
            link: { type: 'generated-index', title: two },
          }),
          'c/d.md': '# D',
        },
        { title: one, tagline: two },
      );
      expect(
        hub.diagnostics.map(({ code }) => code).filter((code) => !/^DG(?:304|406|409|50\d|422)$/.test(code)),
      ).toEqual([]);
      expect(hub.body('docs/a/')).toContain('before');
      expect(hub.body('docs/m/')).toContain('middle');
      expect(hub.body('docs/z/')).toContain('after');
      for (const path of hub.files().filter((file) => file.endsWith('.html'))) {
        const html = hub.file(path);
        expect(html).not.toMatch(noText);
        expect(html).not.toContain(refresh);
        expect(html.trimEnd().endsWith('</html>')).toBe(true);
        expect(activeIn(html)).toEqual([]);
      }
    }),
    { numRuns: runs(8) },
  );
});

describe('placeholders in bodies', () => {
  const render = async (text: string, source = 'a.mdx') => {
    const { html, diagrams } = await renderBody(bodyInput(text, { source: source as never }));
    return { html: html.chunks.join('|'), slots: html.slots, diagrams };
  };
  test('an author cannot write those of code, components, slots or diagrams', async () => {
    for (const source of ['a.md', 'a.mdx']) {
      const { html, slots } = await render(
        '```js\nsecret()\n```\n\n:::note\nonly once\n:::\n\n```mermaid\ngraph TD\n  A-->B\n```\n\n<docgen-code data-index="0"></docgen-code>\n\n<docgen-component data-index="0">q</docgen-component>\n\n<docgen-slot data-slot="children"></docgen-slot>\n\n<img src="docgen:diagram/0" alt="none">',
        source,
      );
      expect(html.split('secret').length - 1).toBe(1);
      expect(html.split('callout-note').length - 1).toBe(1);
      expect(slots.filter(({ kind }) => kind === 'diagram')).toHaveLength(1);
    }
  });
  test('a closing tag does not end the element around a range', async () => {
    const { html } = await render(
      '<x><p><docgen-range><p></p></docgen-range></p></x>\n\nmiddle\n\n<b>last</b>',
      'a.md',
    );
    expect(html).toContain('middle');
    expect(html).toContain('<b>last</b>');
  });
  test('a literal in MDX contains no control character', async () => {
    const { html } = await render(
      '<TabItem value="a" label={"x\\0\\ud800y"}>t</TabItem>\n\n<YouTube id={"\\ud800"} />',
    );
    expect(html).not.toMatch(noText);
    expect(html).toContain('youtube');
  });
});
