// Compiles docgen: a few CommonJS files in dist/, so that it starts fast and V8 can keep its compiled code (bin/load.cjs); a hash that
// names the code, for the cache of bodies; a first build, which leaves V8's code behind.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { SourceMap } from 'node:module';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { writeContents } from './sbom.mjs';

/** Puts all grammars into one file of the bundle, in place of an import whose name is known only when a page names its language. */
const grammars = {
  name: 'grammars',
  resolveId: (id) => (id === 'docgen:grammars' ? '\0grammars' : undefined),
  load(id) {
    if (id !== '\0grammars') return undefined;
    const names = readdirSync('node_modules/refractor/lang')
      .filter((file) => file.endsWith('.js'))
      .map((file) => file.slice(0, -3))
      .sort();
    const imports = names.map((name, index) => `import g${index} from 'refractor/${name}';`);
    const entries = names.map((name, index) => `${JSON.stringify(name)}: { default: g${index} }`);
    return `${imports.join('\n')}\nexport const grammars = { ${entries.join(', ')} };`;
  },
};

/** Modules that few builds need, with the libraries that they import: they are loaded by their first use. They must be imported as `* as name`. */
const loadedByUse = {
  babel: 'src/model/input/code/babel.ts', // by the first config of another generator
  liquid: 'src/render/markdown/dialects/jekyll/liquid.ts', // by the first text of a Jekyll site
  jinja: 'src/render/markdown/dialects/mkdocs/jinja.ts', // by the first text of a MkDocs site with values
  printer: 'src/render/svg/printer.ts', // by the first SVG
};
const loadByUse = {
  name: 'load-by-use',
  transform(code) {
    const changed = code.replace(/^import \* as (\w+) from '\.\/(\w+)\.js';/gm, (whole, local, name) =>
      Object.hasOwn(loadedByUse, name) ? `const ${local} = new Proxy({}, { get: (_, name) => require('./${name}.cjs')[name] });` : whole,
    );
    return changed === code ? undefined : changed; // a module that is given back loses its source map
  },
};

const { version: satteriVersion } = JSON.parse(readFileSync('node_modules/satteri/package.json', 'utf8'));

/** By the end of a file's name: what is changed in its code, and into what. */
const rewrites = new Map([
  ['/highlight/grammars.ts', [['import(`refractor/${file}`)', "import('docgen:grammars').then(({ grammars }) => grammars[file])"]]],
  // The native parser is a package of its own for each platform, beside satteri and not beside docgen.
  [
    '/satteri/index.js',
    [
      ['createRequire(import.meta.url)', "createRequire(createRequire(import.meta.url).resolve('satteri'))"],
      // Its code is in the bundle, its binary is installed: they must be of one version, and satteri itself asks only if a variable is set.
      [
        /!== '[\d.]+' && process\.env\.NAPI_RS_ENFORCE_VERSION_CHECK && process\.env\.NAPI_RS_ENFORCE_VERSION_CHECK !== '0'(\) \{\s+throw new Error\(`Native binding package version mismatch, expected )[\d.]+/g,
        `!== '${satteriVersion}'$1${satteriVersion}`,
      ],
    ],
  ],
  // Two libraries can start programs, which docgen does not ask them for: Node would load much for it at every start.
  ['/commander/lib/command.js', [["const childProcess = require('node:child_process');", 'const childProcess = {};']]],
  [
    '/unicorn-magic/node.js',
    [[
      /^import \{execFile as \w+, execFileSync as \w+\} from 'node:child_process';([^]*)\nconst execFileOriginal = [^\n]*$/m,
      '$1\nconst [execFileOriginal, execFileSyncOriginal] = [];',
    ]],
  ],
]);
const rewritten = {
  name: 'rewritten',
  transform(code, id) {
    const entry = [...rewrites.keys()].find((end) => id.endsWith(end));
    if (entry === undefined) return undefined;
    rewrittenFiles.add(entry);
    return rewrites.get(entry).reduce((text, [wanted, replacement]) => {
      const changed = text.replace(wanted, replacement);
      if (changed === text) throw new Error(`${id} has no ${wanted}`);
      return changed;
    }, code);
  },
};
const rewrittenFiles = new Set();

/**
 * The parser as WebAssembly. npm installs this package on no machine (its `cpu` is none), but its lockfile says which version and
 * which bytes belong to satteri: they are fetched once, by npm, and are part of the bundle.
 */
function limitedParser() {
  const { version, integrity, license } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages['node_modules/@bruits/satteri-wasm32-wasi'];
  if (version !== satteriVersion) throw new Error(`satteri is ${satteriVersion}, its WebAssembly ${version}`);
  const dir = `node_modules/.cache/docgen/satteri-wasm32-wasi-${version}`;
  const tarball = `${dir}/bruits-satteri-wasm32-wasi-${version}.tgz`;
  if (!existsSync(tarball)) {
    mkdirSync(dir, { recursive: true });
    const command = `npm pack @bruits/satteri-wasm32-wasi@${version} --pack-destination ${dir} --dry-run=false --prefer-offline --silent`;
    const { status, stderr } = spawnSync(command, { shell: true, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm could not fetch satteri's WebAssembly: ${stderr}`);
  }
  const bytes = readFileSync(tarball);
  if (`sha512-${createHash('sha512').update(bytes).digest('base64')}` !== integrity) throw new Error(`${tarball} is not what package-lock.json names`);
  const file = 'package/satteri_napi.wasm32-wasi.wasm';
  const { status, stdout, stderr } = spawnSync('tar', ['-xzOf', tarball, file], { maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${tarball} has no ${file}: ${stderr}`);
  return { bytes: stdout, name: '@bruits/satteri-wasm32-wasi', version, license, integrity };
}

/** What docgen does not use of packages: engines that evaluate front matter, with a second js-yaml; the layout of diagrams that docgen lays out. */
const replaced = new Map([
  ['/gray-matter/lib/engines.js', 'module.exports = {};'],
  ['/elkjs/lib/elk.bundled.js', 'module.exports = {};'],
]);
const trimmed = {
  name: 'trimmed',
  load(id) {
    const entry = [...replaced.keys()].find((end) => id.endsWith(end));
    if (entry === undefined) return undefined;
    trimmedFiles.add(entry);
    return replaced.get(entry);
  },
};
const trimmedFiles = new Set();

/** Two libraries walk the whole tree of each body, by a function that docgen has a faster one for. */
const walkers = {
  name: 'walkers',
  resolveId: (id, importer = '') =>
    id === 'unist-util-visit' && /\/(?:mdast-util-to-hast|hast-util-raw)\//.test(importer) ? join(process.cwd(), 'src/render/base/visit.ts') : undefined,
};

/** Texts of diagnostics that are only needed for the manual. */
const runtimeTexts = {
  name: 'runtime-texts',
  load(id) {
    if (!id.endsWith('/model/diagnostics/catalog.json')) return undefined;
    const onlyInManual = new Set(['cause', 'fix', 'values', 'optional', 'example']);
    const code = JSON.stringify(JSON.parse(readFileSync(id, 'utf8')), (key, value) => (onlyInManual.has(key) ? undefined : value));
    return { code, moduleType: 'json' };
  },
};

/**
 * Which line of docgen's source each line of the bundle is made of, for stacks with `--debug`, as runs of lines: first line in the bundle,
 * number of the file, first line in the file. Source maps would be half as large as the bundle.
 */
function writeLines(output) {
  const files = [];
  const chunks = {};
  for (const { fileName, map } of output) {
    if (!map) continue;
    const entries = new SourceMap(map);
    const runs = [];
    let expected;
    readFileSync(`dist/${fileName}`, 'utf8').split('\n').forEach((text, line) => {
      const entry = entries.findEntry(line, text.search(/\S|$/));
      const file = entry.generatedLine === line && entry.originalSource ? resolve('dist', entry.originalSource).slice(process.cwd().length + 1) : '';
      if (!/^(?:src|templates)\//.test(file)) return;
      if (!files.includes(file)) files.push(file);
      const at = [files.indexOf(file), entry.originalLine];
      if (expected?.[0] !== at[0] || expected[1] + line - expected[2] !== at[1]) runs.push([line, ...at]);
      expected = [...at, line];
    });
    if (runs.length > 0) chunks[fileName] = runs.flat();
    rmSync(`dist/${fileName}.map`);
  }
  writeFileSync('dist/lines.json', `${JSON.stringify({ files, chunks })}\n`);
}

/** A module may be imported both statically and when it is needed. What is rewritten stays in its line. */
const harmless = new Set(['INEFFECTIVE_DYNAMIC_IMPORT', 'SOURCEMAP_BROKEN']);

rmSync('dist', { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: 'src/cli/main.ts', api: 'src/cli/api/api.ts', builder: 'src/cli/dev/builder.ts', worker: 'src/render/workers/worker.ts', index: 'src/index.ts', templates: 'templates/index.ts', ...loadedByUse },
  platform: 'node',
  makeAbsoluteExternalsRelative: false,
  external: [...Object.keys(loadedByUse).map((name) => `./${name}.cjs`), 'jiti', /^@bruits\//, /^react(?:-dom)?(?:\/|$)/],
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  plugins: [grammars, loadByUse, rewritten, trimmed, walkers, runtimeTexts],
  onLog(_level, { code, message }) {
    if (!harmless.has(code)) throw new Error(message);
  },
});
const { output } = await bundle.write({ dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs', sourcemap: 'hidden', comments: { legal: true, annotation: false, jsdoc: false } });
for (const { fileName } of output) {
  const code = readFileSync(`dist/${fileName}`, 'utf8');
  writeFileSync(`dist/${fileName}`, code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`));
}
writeLines(output);
const parser = limitedParser();
writeFileSync('dist/satteri.wasm', parser.bytes);
copyFileSync('src/cli/dev/reload.js', 'dist/reload.js');

if (trimmedFiles.size < replaced.size || rewrittenFiles.size < rewrites.size)
  throw new Error('the bundle holds no file of those that are changed');
const used = output.flatMap((chunk) => Object.keys(chunk.modules ?? {})).filter((id) => ![...replaced.keys()].some((end) => id.endsWith(end)));
writeContents(used, parser);

const hash = createHash('sha256').update(readFileSync('package-lock.json'));
for (const file of readdirSync('dist').sort()) hash.update(file).update(readFileSync(`dist/${file}`));
writeFileSync('dist/build-id.txt', `${hash.digest('hex')}\n`);

// Of the sample alone: what was synced may have warnings.
const out = mkdtempSync(join(tmpdir(), 'docgen-compile-'));
const first = spawnSync(process.execPath, ['bin/docgen.js', 'build', '--no-cache', '--strict', '--content', 'content', '--out', join(out, 'site')], { stdio: ['ignore', 'ignore', 'pipe'] });
rmSync(out, { recursive: true, force: true });
if (first.status !== 0) throw new Error(`the first build failed: ${first.stderr}`);
