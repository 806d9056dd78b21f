// Severities of diagnostics: by the config, and by the baseline.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { catalog, type Diagnostic } from '../../src/model/diagnostics/diagnostic.js';
import { baselineOf, compareWith, formatBaseline, parseBaseline } from '../../src/model/strict/baseline.js';
import { applySeverities } from '../../src/model/strict/severities.js';
import { dataOf } from '../support/data.js';
import { checkConfig, configOf } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import '../support/seed.js';

const data = dataOf<{
  settings: [settings: object, fault: RegExp][];
  byPlace: UserConfig;
  noBaseline: [text: string, fault: RegExp][];
}>('model/strict');

const at = (file: string, line: number) => ({ file, start: { line, column: 1 } });
const broken = (file: string, line: number, name = 'x'): Diagnostic => ({
  ...{ code: 'DG601', severity: 'warning', message: `broken link \`${name}\`` },
  place: at(file, line),
});

describe('`diagnostics` of the config', () => {
  const faults = (diagnostics: unknown) =>
    checkConfig({ diagnostics }).diagnostics.map(({ code, message, hint }) => `${code} ${message} ${hint ?? ''}`);

  test.each(data.settings)('%j is invalid', (settings, message) => {
    expect(faults(settings)).toEqual([expect.stringMatching(message)]);
  });

  test('codes that always stop the build are rejected, and all others are accepted, including those of check', () => {
    for (const { code, severity } of catalog)
      expect(faults({ [code]: 'info' })).toHaveLength(severity === 'error' && !code.startsWith('DG0') ? 1 : 0);
  });

  test("the last matching entry has precedence over the code; paths are in the hub or from the config's folder", () => {
    const config = configOf('/hub', data.byPlace);
    const found = ['main/a.md', 'main/api/b.md', 'main/api/strict.md', 'more/c.md'].map((file) => broken(file, 1));
    const { diagnostics, off, isRejected } = applySeverities(found, { config, strict: false, isWhole: true });
    expect(diagnostics.map(({ severity, place }) => `${place?.file} ${severity}`)).toEqual([
      'main/a.md info',
      'main/api/strict.md error',
      'more/c.md info',
    ]);
    expect([off, isRejected]).toEqual([1, true]);
  });
});

describe('a baseline', () => {
  test('compares code, file, message and count, but not lines', () => {
    const before = [broken('a.md', 3), broken('a.md', 9), broken('b.md', 1), { ...broken('a.md', 1), code: 'DG605' }];
    const baseline = baselineOf(before);
    expect(baseline.map(({ file, code, count }) => `${file} ${code} ${count}`)).toEqual([
      'a.md DG601 2',
      'a.md DG605 1',
      'b.md DG601 1',
    ]);
    const same = [30, 31, 32].map((line) => broken('a.md', line));
    const after = [...same, broken('a.md', 1, 'new'), broken('c.md', 1)];
    const { known, gone } = compareWith(baseline, after);
    expect(after.map((one) => known.has(one))).toEqual([true, true, false, false, false]);
    expect(gone.map(({ message, place }) => `${place?.file} ${message}`)).toEqual([
      'a.md no longer found: DG605: broken link `x`',
      'b.md no longer found: DG601: broken link `x`',
    ]);
    expect(compareWith(baseline, [broken('a.md', 1)]).gone[0]?.message).toMatch(/^no longer found \(1 of 2\): DG601/);
  });

  test('round-trips any names and messages, and does not depend on their order', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'a"b', '\n', '\u2028'));
    const one = fc.record({ code: fc.constantFrom('DG601', 'DG602'), message: text, file: text });
    fc.assert(
      fc.property(fc.array(one), (all) => {
        const found = all.map(({ file, ...one }): Diagnostic => ({ ...one, severity: 'warning', place: at(file, 1) }));
        const baseline = baselineOf(found);
        expect(parseBaseline(formatBaseline(baseline))).toEqual({ baseline });
        expect(formatBaseline(baselineOf([...found].reverse()))).toBe(formatBaseline(baseline));
        expect(compareWith(baseline, found)).toEqual({ known: new Set(found), gone: [] });
      }),
    );
  });

  test.each(data.noBaseline)('%s is not a baseline', (text, fault) => {
    expect(parseBaseline(text)).toEqual({ fault: expect.stringMatching(fault) });
  });
});

scenarios('model/strict');

describe('`external`', () => {
  test.each([['blog'], ['/ok', 'x y'], ['https://x.org/']])('%j are not URLs of this host', (...external) => {
    expect(checkConfig({ external }).diagnostics).toHaveLength(1);
  });
});
