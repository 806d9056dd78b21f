// Programs and files that tests need from outside the repository. If one is missing, its tests are skipped and print that. If
// `DOCGEN_REQUIRE` contains its name, they fail.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { root } from './hub.js';

const required = (process.env['DOCGEN_REQUIRE'] ?? '').split(',');

export const shared = join(root, '../shared');

/** Whether a requirement of tests is available. If not, prints the skipped tests, or fails if it is required. */
export function available(name: string, isThere: boolean, what: string): boolean {
  if (isThere) return true;
  if (required.includes(name))
    test(`needs ${name}`, () => Promise.reject(new Error(`${name} is required, but not there`)));
  else {
    console.info(`skipped: ${what} (no ${name})`);
    test.skip(`${what}: no ${name}`, () => {}); // a file without a test would fail
  }
  return false;
}

/** Returns the other supported versions of Node.js. `DOCGEN_NODES` is a folder that contains them: `npm install --prefix DIR/22 node@22`. */
export function otherNodes(what: string): readonly string[] {
  const folder = process.env['DOCGEN_NODES'] ?? '';
  const nodes = ['20.19', '22', '24', '26'].map((version) => join(folder, version, 'node_modules/.bin/node'));
  const areThere = folder !== '' && nodes.every(existsSync);
  return available('nodes', areThere, `${what} on Node.js 20.19, 22, 24 and 26`) ? nodes : [];
}

export function hasShared(what: string): boolean {
  return available('shared', existsSync(join(shared, 'corpus/hub/expected.json')), what);
}
