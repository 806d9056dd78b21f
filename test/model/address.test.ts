// No spelling of an address shows what could be a password, and none that holds one is fetched from or written down.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretIn, shownAddress, shownText } from '../../src/model/docs/address.js';
import { parseGathered, projectName, webAddress } from '../../src/model/docs/provenance.js';
import { runs } from '../support/seed.js';
import '../support/seed.js';

const spellings = [
  'https://s3cret@example.org/x',
  'https://user:s3cret@example.org/x',
  'https://u:s3@cret@example.org/x',
  'https://u:s3/cret@example.org/x',
  'https://u:12/s3cret@example.org/x',
  'https://u:s3 cret@example.org/x',
  'https://u:12#s3cret@example.org/x',
  'https://u:12?s3cret@example.org/x',
  'https://u:s3\ncret@example.org/x',
  'https://u:s3\tcret@example.org/x',
  "https://u:s3'cret@example.org/x",
  'https://u:s3"cret@example.org/x',
  'https://u:s3cret%40example.org/x',
  'https://u:s3cret%2540example.org/x',
  'https://u%3As3cret@example.org/x',
  'HTTPS://U:s3cret@EXAMPLE.org/x',
  'https:/u:s3cret@example.org/x',
  'https:u:s3cret@example.org/x',
  'https:\\\\u:s3cret@example.org\\x',
  'https://oauth2:s3cret@gitlab.com/x',
  'https://x-access-token:s3cret@github.com/x',
  'https://s3cret:x-oauth-basic@github.com/x',
  'http://u:s3cret@127.0.0.1/x',
  'git+https://u:s3cret@example.org/x',
  'git+ssh://u:s3cret@example.org/x',
  'git://u:s3cret@localhost/x',
  'ftp://u:s3cret@example.org/x',
  'ssh://u:s3cret@example.org/x',
  'ssh://git@example.org/u:s3cret@x',
  'SSH://u:s3cret@example.org/x',
  'file://u:s3cret@localhost/x',
  '//u:s3cret@example.org/x',
  '\\\\u:s3cret@example.org\\x',
  '/\\u:s3cret@example.org/x',
  'u:s3cret@example.org/x',
  'u:s3cret@example.org:x',
  's3cret@example.org/x',
  'u:s3@cret@example.org:x',
  'u:s3/cret@example.org:x',
  'u:s3 cret@example.org:x',
  'user:s3cret@example.org:x/y',
  'git@u:s3cret@example.org:x',
  'ext::sh -c s3cret',
  'https://example.org/x?private_token=s3cret',
  'https://example.org/x?access_token=s3cret&y=1',
  'https://example.org/x?s3cret',
  'https://example.org/x#s3cret',
  'https://example.org/x%3Fprivate_token=s3cret',
  'https://example.org/x%253Fprivate_token%253Ds3cret',
  'https://example.org/x;private_token=s3cret',
  'https://example.org/x&access_token=s3cret',
  'https://example.org/api_key=s3cret/x',
  'https://example.org/ghp_s3cret0123456789/x',
  'https://example.org/glpat-s3cret-0123456789/x',
  'git@example.org:x?private_token=s3cret',
  'git@example.org:x#s3cret',
  'ssh://ghp_s3cret0123456789@github.com/x',
  'ghp_s3cret0123456789@github.com:x',
];
const secret = /s3|cret/;

describe('an address', () => {
  test.each(spellings)('%j: shows nothing secret', (address) => {
    expect(shownAddress(address)).not.toMatch(secret);
  });

  test.each(spellings.filter((address) => !/^ext|%(?:25)?40/.test(address)))('%j: is refused', (address) => {
    expect(secretIn(address)).toMatch(/would be written to files and messages/);
  });

  test.each([
    'https://github.com/owner/name.git',
    'https://example.org:8443/~owner/name',
    'ssh://git@example.org/x',
    'ssh://deploy@example.org:22/x',
    'git@github.com:owner/name',
    'deploy_1@example.org:owner/name',
    'example.org:owner/name',
    'file:///home/me/work@2/x',
    '/home/me/work@2/x:y@z',
    './mirrors/a@b',
    '../a@b',
    'C:\\work\\x',
    'mirrors/name',
    '.',
  ])('%j: is fetched from', (address) => {
    expect(secretIn(address)).toBe(undefined);
    if (!/^(?:ssh|deploy)/.test(address)) expect(shownAddress(address)).toBe(address);
  });

  test('whatever is before the last @, or behind the first ? or #, never shows', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab@:/?#%40\\ \'"\n.&=;'), maxLength: 12 });
    const scheme = fc.constantFrom('https://', 'HTTP://', 'ssh://', '//', 'git+https://', 'x://', 'https:/', '');
    const property = fc.property(scheme, part, part, (start, before, after) => {
      for (const address of [
        `${start}u${before}:s3cret${after}@example.org/x`,
        `${start}example.org/x?${before}s3cret${after}`,
        `${start}example.org/x#${before}s3cret${after}`,
      ]) {
        expect(shownAddress(address)).not.toContain('s3cret');
        expect(secretIn(address) === undefined && address.includes('s3cret')).toBe(false);
      }
    });
    fc.assert(property, { numRuns: runs(1000) });
  });
});

describe('a line of git', () => {
  test.each(spellings.filter((address) => /^[\w+]+:\/\/.*@|^\w+:\S+@|\?|token=/i.test(address)))(
    '%j: no secret',
    (address) => {
      const line = `unable to access '${address}': Could not resolve host: example.org`;
      expect(shownText(line)).not.toMatch(/s3cret|cret@/);
    },
  );

  test.each([
    'git@github.com: Permission denied (publickey).',
    "'/home/me/work@2/x' does not appear to be a git repository",
    'remote error: upload-pack: not our ref 1111111111111111111111111111111111111111',
    "unable to access 'https://example.org/x/': The requested URL returned error: 403",
  ])('%j: stays', (line) => {
    expect(shownText(line)).toBe(line);
  });
});

test('a record with a password, of an older docgen: pages and reports do not get it', () => {
  const source = {
    ...{ repo: 'https://u:s3cret@example.org/own/x', ref: 'main', branch: 'main', commit: '1'.repeat(40) },
    ...{ date: '2024-01-02', license: null, files: {}, tree: [] },
  };
  const [read] = parseGathered(JSON.stringify({ version: 1, sources: [source] }))?.sources ?? [];
  expect(JSON.stringify(read)).not.toContain('s3cret');
  expect(read && `${projectName(read)} ${webAddress(read.repo)}`).not.toContain('s3cret');
});
