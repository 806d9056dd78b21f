// What tests need from outside the repository. Elsewhere they are skipped and say so; where `DOCGEN_REQUIRE` names a thing, its
// absence is a failure.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { root } from './hub.js';

const required = (process.env['DOCGEN_REQUIRE'] ?? '').split(',');

export const shared = join(root, '../shared');

/** Whether something that tests need is available. If not, prints what is skipped, or fails if it is required. */
export function available(name: string, isThere: boolean, what: string): boolean {
  if (isThere) return true;
  if (required.includes(name))
    test(`needs ${name}`, () => Promise.reject(new Error(`${name} is required, but not there`)));
  else {
    console.info(`skipped: ${what} (no ${name})`);
    test.skip(`${what}: no ${name}`, () => {}); // a file without any test would be a failure
  }
  return false;
}

/** The other versions of Node.js that docgen supports. `DOCGEN_NODES` names a folder that holds them: `npm install --prefix DIR/22 node@22`. */
export function otherNodes(what: string): readonly string[] {
  const folder = process.env['DOCGEN_NODES'] ?? '';
  const nodes = ['20.19', '22', '24', '26'].map((version) => join(folder, version, 'node_modules/.bin/node'));
  const areThere = folder !== '' && nodes.every(existsSync);
  return available('nodes', areThere, `${what} on Node.js 20.19, 22, 24 and 26`) ? nodes : [];
}

export function hasShared(what: string): boolean {
  return available('shared', existsSync(join(shared, 'corpus/hub/expected.json')), what);
}
