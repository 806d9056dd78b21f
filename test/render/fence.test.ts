// Whatever composing a page throws is that page's fault, and no other's.
import { describe, expect, test, vi } from 'vitest';
import type { Body } from '../../src/render/body/body-types.js';
import { BuildError } from '../../src/render/build-error.js';
import { composeFenced } from '../../src/render/fence.js';
import { buildHub } from '../support/hub.js';

vi.mock('../../src/render/pages/links/links.js', async (original) => {
  const links = (await original()) as typeof import('../../src/render/pages/links/links.js');
  const failing = <T extends (...args: never[]) => unknown>(name: string, real: T) =>
    ((...args: Parameters<T>) => {
      if (JSON.stringify(args[0]).includes(name)) throw new TypeError(`a bug in ${name}`);
      return real(...args);
    }) as T;
  return { ...links, resolveHole: failing('boom', links.resolveHole) };
});

describe('composing', () => {
  test.each(['boom', 'boom#x'])('a page that it fails on shows its source: %s', async (url) => {
    const hub = await buildHub({
      'a.md': '# A\n\nbefore [z](z.md#z)',
      'm.md': `# M\n\n[x](${url}) & <b>source</b>`,
      'z.md': '# Z\n\nafter',
    });
    expect(hub.published).toBe(true);
    expect(hub.said()).toEqual([expect.stringMatching(/^DG306 m\.md:1:1 rendering stopped: a bug in boom/)]);
    expect(hub.body('docs/m/')).toContain('&amp; &lt;b&gt;source');
    expect(hub.body('docs/a/')).toContain('href="/docs/z/#z"');
    expect(hub.body('docs/z/')).toContain('after');
  });
});

describe('the fence', () => {
  const doc = { kind: 'doc', doc: { source: 'a.md' }, outputPath: 'docs/a/index.html' } as never;
  const index = { kind: 'generatedIndex', outputPath: 'docs/c/index.html' } as never;
  const body = { ids: ['x'], diagnostics: [] } as unknown as Body;
  const input = { source: 'a.md', text: 'text', line: 3 } as never;
  const context = {} as never;
  const fails = () => {
    throw new Error('no');
  };
  test('a page whose source cannot be composed either is left out', () => {
    const made = composeFenced(doc, { body, input }, context, fails);
    expect(made).toMatchObject({ files: [], assets: [], anchors: [] });
    expect(made.diagnostics).toMatchObject([{ code: 'DG306', place: { file: 'a.md' } }]);
    expect(composeFenced(index, {}, context, fails).diagnostics).toMatchObject([
      { code: 'DG306', place: { file: 'docs/c/index.html' } },
    ]);
  });
  test('what stops the build still does', () => {
    const stop = () => {
      throw new BuildError({ code: 'DG114', severity: 'error', message: 'template' });
    };
    expect(() => composeFenced(doc, { body, input }, context, stop)).toThrow(BuildError);
  });
});
