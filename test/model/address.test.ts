// No spelling of a URL reveals a possible password, and a URL with a password is neither requested nor stored.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSynced, projectName, webAddress } from '../../src/model/content/exports.js';
import { redactText, redactUrl, secretIn } from '../../src/model/types/redact.js';
import { dataOf } from '../support/data.js';
import { runs } from '../support/seed.js';

const data = dataOf<{ spellings: string[]; fetchedFrom: string[]; stays: string[] }>('model/address');
const { spellings } = data;
const secret = /s3|cret/;

describe('a repository URL', () => {
  test.each(spellings)('%j: no secret is shown', (address) => {
    expect(redactUrl(address)).not.toMatch(secret);
  });

  test.each(spellings.filter((address) => !/^ext|%(?:25)?40/.test(address)))('%j: is refused', (address) => {
    expect(secretIn(address)).toMatch(/would be written to files and messages/);
  });

  test.each(data.fetchedFrom)('%j: can be fetched from', (address) => {
    expect(secretIn(address)).toBe(undefined);
    if (!/^(?:ssh|deploy)/.test(address)) expect(redactUrl(address)).toBe(address);
  });

  test('text before the last @, or after the first ? or #, is never shown', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab@:/?#%40\\ \'"\n.&=;'), maxLength: 12 });
    const scheme = fc.constantFrom('https://', 'HTTP://', 'ssh://', '//', 'git+https://', 'x://', 'https:/', '');
    const property = fc.property(scheme, part, part, (start, before, after) => {
      for (const address of [
        `${start}u${before}:s3cret${after}@example.org/x`,
        `${start}example.org/x?${before}s3cret${after}`,
        `${start}example.org/x#${before}s3cret${after}`,
      ]) {
        expect(redactUrl(address)).not.toContain('s3cret');
        expect(secretIn(address) === undefined && address.includes('s3cret')).toBe(false);
      }
    });
    fc.assert(property, { numRuns: runs(1000) });
  });
});

describe('a line of Git output', () => {
  const written = spellings.filter((address) => /^[\w+]+:\/\/.*@|^\w+:\S+@|\?|token=/i.test(address));
  test.each(written)('%j: no secret', (address) => {
    const line = `unable to access '${address}': Could not resolve host: example.org`;
    expect(redactText(line)).not.toMatch(/s3cret|cret@/);
  });

  test.each([...data.stays, ...[':', '//a', 'token'].map((part) => part.repeat(20_000))])('%.99j: stays', (line) => {
    expect(redactText(line)).toBe(line);
  });
});

test('a record of an older docgen with a password: it is not in pages and reports', () => {
  const rest = { branch: 'main', commit: '1'.repeat(40), date: '2024-01-02', license: null, files: {}, tree: [] };
  const source = { repo: 'https://u:s3cret@example.org/own/x', ref: 'main', ...rest };
  const [read] = parseSynced(JSON.stringify({ version: 1, sources: [source] }))?.sources ?? [];
  expect(JSON.stringify(read)).not.toContain('s3cret');
  expect(read && `${projectName(read)} ${webAddress(read.repo)}`).not.toContain('s3cret');
});
