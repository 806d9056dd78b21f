// Overlay, content, snapshots, fallback: which file wins if several folders have it.
import { describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { checkConfig, say } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

describe('layers', () => {
  scenarios('model/layers');

  test('a content folder, an overlay and a fallback can share a prefix, but not two of one kind', () => {
    const faults = (content: UserConfig['content']) => checkConfig({ content }).diagnostics.map(say);
    expect(faults([{ dir: 'a' }, { dir: 'b', overlay: true }, { dir: 'c', fallback: true }])).toEqual([]);
    const overlays = ['a', 'b'].map((dir) => ({ dir, overlay: true }));
    expect(faults(overlays)).toEqual(['DG207 - content folders `a`, `b` have no prefix']);
    expect(faults([{ dir: 'a', overlay: true, fallback: true }])).toEqual([
      expect.stringMatching(/^DG105 - .*`content.*it is either `overlay` or `fallback`/),
    ]);
  });
});
