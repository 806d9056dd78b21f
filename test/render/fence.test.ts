// An exception in composing a page is a problem of that page only.
import { describe, expect, test, vi } from 'vitest';
import { buildHub } from '../support/hub.js';

vi.mock('../../src/render/pages/links/resolve-slot.js', async (original) => {
  const links = (await original()) as typeof import('../../src/render/pages/links/resolve-slot.js');
  const failing = <T extends (...args: never[]) => unknown>(name: string, real: T) =>
    ((...args: Parameters<T>) => {
      if (JSON.stringify(args[0]).includes(name)) throw new TypeError(`a bug in ${name}`);
      return real(...args);
    }) as T;
  return { ...links, resolveSlot: failing('boom', links.resolveSlot) };
});

describe('composing', () => {
  test.each(['boom', 'boom#x'])('a page that fails shows its source: %s', async (url) => {
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
