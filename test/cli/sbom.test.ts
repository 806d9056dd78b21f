// The SBOM of the bundle: its contents in the installed versions, each with a license.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/hub.js';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly { readonly expression: string }[];
  readonly components?: readonly Component[];
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sbom: { readonly components: readonly Component[]; readonly metadata: { readonly component: Component } } =
  JSON.parse(read('dist/sbom.cdx.json'));
const { packages } = JSON.parse(read('package-lock.json'));

test('the SBOM contains the bundled packages with versions and licenses, and the crates of the parser', () => {
  expect(sbom.metadata.component).toMatchObject({
    name: 'docgen-hub',
    version: JSON.parse(read('package.json')).version,
  });
  const named = new Map(sbom.components.map((one) => [[one.group, one.name].filter(Boolean).join('/'), one]));
  for (const name of ['@dagrejs/dagre', 'katex', 'js-yaml', 'zod', 'satteri', '@bruits/satteri-wasm32-wasi'])
    expect(named.get(name)?.version).toBe(packages[`node_modules/${name}`].version);
  for (const absent of ['vitest', 'react', 'rolldown']) expect(named.has(absent)).toBe(false);
  const crates = named.get('@bruits/satteri-wasm32-wasi')?.components ?? [];
  const parser = readFileSync(join(root, 'dist/satteri.wasm'), 'latin1');
  expect(crates.length).toBeGreaterThan(10);
  for (const { name, version } of crates) expect(parser).toContain(`${name}-${version}/`);
  for (const { purl, licenses } of [...sbom.components, ...crates])
    expect(licenses?.[0]?.expression, purl).toMatch(/^[\w(]/);
  const texts = read('dist/licenses.txt');
  for (const { name } of [...named.values(), ...crates]) expect(texts).toContain(name);
});
