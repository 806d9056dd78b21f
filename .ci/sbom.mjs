// What is in the bundle: its packages with their licences, as texts (dist/licenses.txt) and as a CycloneDX bill of materials
// (dist/sbom.cdx.json). Both are made from the modules of the bundle, so they cannot be out of date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const own = (dir) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));

/** Licences of the crates in satteri.wasm, which names its crates but not their licences. A new crate stops the compile. */
const crateLicences = {
  MIT: /^(?:compact_str|napi|phf_shared|oxc_\w+)$/,
  'MIT OR Apache-2.0':
    /^(?:hashbrown|html5ever|indexmap|itoa|markup5ever|num-bigint|parking_lot_core|serde_json|string_cache|tendril)$/,
  'MIT OR Unlicense': /^memchr$/,
};

/** The crates whose code can panic: their paths are in the binary. */
function cratesOf(wasm) {
  const paths = wasm.toString('latin1').matchAll(/registry\/src\/[^/\s]+\/([\w-]+?)-(\d+\.\d+\.\d+[\w.+-]*)\//g);
  const crates = new Map([...paths].map(([, name, version]) => [`pkg:cargo/${name}@${version}`, { name, version }]));
  if (crates.size === 0) throw new Error('satteri.wasm names no crates');
  return [...crates.keys()].sort().map((purl) => {
    const { name, version } = crates.get(purl);
    const [licence] = Object.entries(crateLicences).find(([, names]) => names.test(name)) ?? [];
    if (licence === undefined) throw new Error(`satteri.wasm contains ${name} ${version}: add its licence to .ci/sbom.mjs`);
    return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ expression: licence }], purl };
  });
}

/** `modules`: ids of all modules in the bundle. `wasm`: bytes of the parser, and its package. */
export function writeContents(modules, { bytes, name, version, license, integrity }) {
  const packages = [...new Set(modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter(Boolean))];
  const entries = packages.map((dir) => {
    const manifest = own(dir);
    const file = readdirSync(dir).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? 'The package holds no text of its licence.' : readFileSync(join(dir, file), 'utf8').trim();
    return { ...manifest, text };
  });
  const crates = cratesOf(bytes);
  const listed = crates.map((crate) => `${crate.name} ${crate.version} (${crate.licenses[0].expression})`).join('\n');
  const texts = entries.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`);
  const ofParser = `${name} ${version} (${license}), with the licence of satteri. satteri.wasm contains these crates:\n\n${listed}\n`;
  writeFileSync('dist/licenses.txt', [...new Set([...texts, ofParser])].sort().join(`\n${'-'.repeat(80)}\n\n`));

  const toComponent = ({ name, version, license }) => {
    const [, group, short = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
    const purl = `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ''}${short}@${version}`;
    const licenses = license === undefined ? {} : { licenses: [{ expression: license }] };
    return { type: 'library', 'bom-ref': purl, ...(group && { group }), name: short, version, ...licenses, purl };
  };
  const hash = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
  const parser = {
    ...toComponent({ name, version, license }),
    hashes: [{ alg: 'SHA-512', content: hash }],
    components: crates,
  };
  const components = new Map([...entries.map(toComponent), parser].map((one) => [one.purl, one]));
  const main = own('.');
  const docgen = { ...toComponent(main), type: 'application' };
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: docgen },
    components: [...components.keys()].sort().map((purl) => components.get(purl)),
    dependencies: [{ ref: docgen['bom-ref'], dependsOn: [...components.keys()].sort() }],
  };
  writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(sbom, undefined, 1)}\n`);
}
