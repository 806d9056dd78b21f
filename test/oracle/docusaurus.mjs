// Builds the docs of a Docusaurus site with Docusaurus itself, as the oracle of what readers see: see run.mjs.
// The folder is copied. Of its config the docs, the Markdown and what the contents of pages need are kept; the blog, pages, swizzled components and
// plugins of other kinds are left out (with ORACLE_PLUGINS also plugins
// for Markdown, except the packages that it names, separated by commas; ORACLE_FORMAT=detect reads `.md` as Markdown, for sites of Docusaurus 1 and 2;
// imports that match ORACLE_STUBS are stubs: components that need data of the site's own plugins). A module that the site imports and Docusaurus does not bring is a stub. Runs the config of the site: trusted sites only.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = ['core', 'faster', 'preset-classic', 'theme-mermaid', 'remark-plugin-npm2yarn'].map(
  (name) => `@docusaurus/${name}@3.10`,
);
const others = ['raw-loader', '@mdx-js/react', 'react@19', 'react-dom@19', 'clsx', 'prism-react-renderer', 'parse5'];

/** Installs Docusaurus in a folder once. Returns its node_modules. */
export function install(folder) {
  const modules = join(folder, 'node_modules');
  if (!existsSync(join(modules, '@docusaurus/core'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    const done = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages, ...others], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (done.status !== 0) throw new Error(`npm install in ${folder} failed`);
  }
  return modules;
}

const absentFile = fileURLToPath(new URL('sidebars.cjs', import.meta.url));
const withoutAbsent = createRequire(import.meta.url)(absentFile);

/** The config that Docusaurus gets: it loads the config of the site, and takes from it what concerns docs. */
const wrapper = (file) => `
const { createRequire } = require('node:module');
const Module = require('node:module');
const stub = require.resolve('./oracle-stub.cjs');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  try { return resolve.call(this, request, ...rest); } catch (error) {
    const from = rest[0]?.filename ?? '';
    if (/^node:/.test(request) || /node_modules/.test(from)) throw error;
    const path = require('node:path').resolve(from, '..', request);
    const typed = /^[./]/.test(request) ? ['.ts', '.tsx', '.mts', '.cts', '.mjs'].find((end) => require('node:fs').existsSync(path + end)) : undefined;
    if (typed !== undefined) return path + typed; // require.resolve('./sidebars') of a config in TypeScript
    return stub;
  }
};
const fromCore = createRequire(require.resolve('@docusaurus/core/package.json'));
const has = (name) => { try { require.resolve(name); return require.resolve(name) !== stub; } catch { return false; } };
const isReal = (plugin) => { const value = Array.isArray(plugin) ? plugin[0] : plugin; return value !== undefined && value !== require(stub) && (typeof value !== 'string' || has(value)); };
const named = new Set();
const isNamed = (plugin) => process.env.ORACLE_PLUGINS === undefined || named.has([].concat(plugin)[0]);
const plugins = (list) => Array.isArray(list) ? list.filter((plugin) => isReal(plugin) && isNamed(plugin)) : [];
const paths = require('node:path');
const fs = require('node:fs');
/** Writes the sidebars as data, without what is not there. */
const sidebarsOf = ({ id = 'default', path = 'docs', sidebarPath }) => {
  const file = paths.join(__dirname, \`oracle-sidebars-\${id}.json\`);
  let loaded = fromCore('jiti').createJiti ? fromCore('jiti').createJiti(__filename)(paths.resolve(__dirname, sidebarPath)) : fromCore('jiti')(__filename)(paths.resolve(__dirname, sidebarPath));
  loaded = JSON.parse(JSON.stringify(loaded.default ?? loaded));
  fs.writeFileSync(file, JSON.stringify(require(${JSON.stringify(absentFile)})(loaded, paths.resolve(__dirname, path), require('./oracle-absent.json'))));
  return file;
};
const docsOf = (options) => {
  if (options === false) return false;
  const { editUrl, docItemComponent, docRootComponent, docsRootComponent, ...kept } = options ?? {};
  for (const key of ['remarkPlugins', 'rehypePlugins', 'beforeDefaultRemarkPlugins', 'beforeDefaultRehypePlugins', 'recmaPlugins'])
    if (kept[key] !== undefined) kept[key] = plugins(kept[key]);
  const saved = \`./\${kept.id === undefined || kept.id === 'default' ? '' : kept.id + '_'}versions.json\`;
  const names = require('node:fs').existsSync(__dirname + saved.slice(1)) ? ['current', ...require(saved)] : ['current'];
  if (!names.includes(kept.lastVersion)) delete kept.lastVersion;
  if (process.env.ORACLE_PLUGINS !== undefined) delete kept.sidebarItemsGenerator;
  if (typeof kept.sidebarPath === 'string') kept.sidebarPath = sidebarsOf(kept);
  if (kept.versions) kept.versions = Object.fromEntries(Object.entries(kept.versions).filter(([name]) => names.includes(name)));
  return { ...kept, showLastUpdateAuthor: false, showLastUpdateTime: false };
};
const everyStep = Object.fromEntries(['swcJsLoader', 'swcJsMinimizer', 'swcHtmlMinimizer', 'lightningCssMinimizer', 'rspackBundler', 'mdxCrossCompilerCache', 'ssgWorkerThreads'].map((step) => [step, true]));
module.exports = async () => {
  const { createJiti } = fromCore('jiti').createJiti ? fromCore('jiti') : {};
  const jiti = createJiti ? createJiti(__filename) : fromCore('jiti')(__filename);
  let config = createJiti ? await jiti.import(${JSON.stringify(file)}, { default: true }) : jiti(${JSON.stringify(file)});
  for (const name of (process.env.ORACLE_PLUGINS ?? '').split(',').filter(has)) {
    const loaded = createJiti ? await jiti.import(name) : jiti(name);
    for (const plugin of [name, loaded, loaded.default]) named.add(plugin);
  }
  config = config.default ?? config;
  if (typeof config === 'function') config = await config();
  const preset = (config.presets ?? []).map((entry) => [].concat(entry)).find(([, options]) => options?.docs !== undefined) ?? [];
  const docsPlugins = (config.plugins ?? []).map((entry) => [].concat(entry))
    .filter(([name]) => typeof name === 'string' && /content-docs$/.test(name))
    .map(([, options]) => ['@docusaurus/plugin-content-docs', docsOf(options)]);
  const { prism, docs, tableOfContents, mermaid } = config.themeConfig ?? {};
  const locale = config.i18n?.defaultLocale ?? 'en';
  return {
    title: config.title, url: 'https://site.invalid', baseUrl: config.baseUrl, trailingSlash: config.trailingSlash,
    staticDirectories: config.staticDirectories, i18n: { defaultLocale: locale, locales: [locale] },
    markdown: { ...config.markdown, ...(process.env.ORACLE_PLUGINS !== undefined && { preprocessor: undefined, parseFrontMatter: undefined }), ...(process.env.ORACLE_FORMAT && { format: process.env.ORACLE_FORMAT }), hooks: { onBrokenMarkdownLinks: 'ignore', onBrokenMarkdownImages: 'ignore' } },
    future: { faster: { ...everyStep, rspackPersistentCache: false }, v4: { removeLegacyPostBuildHeadAttribute: true } },
    onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore', onDuplicateRoutes: 'ignore',
    presets: [['@docusaurus/preset-classic', { docs: docsOf(preset[1]?.docs), blog: false, pages: false, sitemap: false, svgr: undefined, theme: {} }]],
    plugins: [...docsPlugins, './oracle-resolve.cjs'],
    themes: config.markdown?.mermaid ? ['@docusaurus/theme-mermaid'] : [],
    themeConfig: { navbar: { title: 'oracle' }, ...(docs && { docs }), ...(tableOfContents && { tableOfContents }), ...(mermaid && { mermaid }),
      prism: { ...(prism?.magicComments && { magicComments: prism.magicComments }) } },
  };
};
`;

/** A webpack plugin that reads imports of pages without a target as a component without content. */
const resolver = `
module.exports = () => ({
  name: 'oracle-resolve',
  configureWebpack: () => ({
    module: { rules: [{ resourceQuery: /raw/, type: 'asset/source' }] },
    plugins: [{ apply(compiler) {
      compiler.hooks.normalModuleFactory.tap('oracle', (factory) => {
        const resolve = factory.hooks.resolve;
        factory.hooks.beforeResolve.tapAsync('oracle', (data, done) => {
          const from = data.contextInfo?.issuer ?? '';
          if (/node_modules|\\.docusaurus/.test(from) || /!|^@theme|^@docusaurus|^@generated/.test(data.request)) return done();
          const { ORACLE_STUBS } = process.env;
          if (ORACLE_STUBS && new RegExp(ORACLE_STUBS).test(data.request)) {
            data.request = require.resolve('./oracle-empty.cjs');
            return done();
          }
          const resolver = factory.getResolver('normal', data.resolveOptions ?? {});
          resolver.resolve({}, data.context, data.request.replace(/\\?.*/, ''), {}, (error) => {
            if (error) data.request = require.resolve('./oracle-empty.cjs');
            done();
          });
        });
      });
    } }],
  }),
});
`;

// Each property and each result of the stub is the stub, and it has no items. As a component of a page it shows its content.
const stub = `
const from = (call) => {
  const stub = new Proxy(function Stub(props) { return call(stub, props); }, {
    get: (target, key) => key === '__esModule' ? true : key === Symbol.iterator ? [][Symbol.iterator].bind([]) : key === 'map' ? () => [] :
      key === 'then' || typeof key === 'symbol' || key in target ? target[key] : stub,
    construct: () => stub,
  });
  return stub;
};
module.exports = from(`;

/** Removes versions without a folder, and the prefixes of Docusaurus 1 from names of saved sidebars: Docusaurus 3 refuses both. */
function keepVersions(folder, file, absent) {
  const prefix = file.replace('versions.json', '');
  const read = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const kept = read(file).filter((version) => existsSync(join(folder, `${prefix}versioned_docs/version-${version}`)));
  writeFileSync(join(folder, file), JSON.stringify(kept));
  for (const version of kept) {
    const path = `${prefix}versioned_sidebars/version-${version}-sidebars.json`;
    if (!existsSync(join(folder, path))) continue;
    const sidebars = JSON.parse(JSON.stringify(read(path)).replaceAll(`"version-${version}/`, '"'));
    const docs = join(folder, `${prefix}versioned_docs/version-${version}`);
    writeFileSync(join(folder, path), JSON.stringify(withoutAbsent(sidebars, docs, absent)));
  }
}

/** Components of Docusaurus's themes that pages of some sites use without an import, and their modules. */
const themed = ['Tabs', 'TabItem', 'Admonition', 'CodeBlock', 'DocCardList', 'TOCInline', 'Details', 'ThemedImage'];
const ofCore = ['Link', 'Head', 'BrowserOnly', 'Translate'];

/** The components of pages: those of Docusaurus, and others that the pages use without an import, which show their content. */
function globalComponents(folder) {
  const names = new Set();
  for (const file of readdirSync(folder, { recursive: true }))
    if (/\.mdx?$/.test(file) && !/node_modules/.test(file) && existsSync(join(folder, file)))
      for (const [, name] of readFileSync(join(folder, file), 'utf8').matchAll(/<([A-Z]\w*)/g)) names.add(name);
  const imports = [...themed.map((name) => [name, '@theme']), ...ofCore.map((name) => [name, '@docusaurus'])];
  return `import React from 'react';
import Original from '@theme-original/MDXComponents';
${imports.map(([name, from]) => `import ${name} from '${from}/${name}';`).join('\n')}
const Content = ({ children }) => React.createElement(React.Fragment, null, children);
const shown = Object.fromEntries(${JSON.stringify([...names])}.map((name) => [name, Content]));
export default { ...shown, ${imports.map(([name]) => name).join(', ')}, ...Original };
`;
}

/** Runs Docusaurus. Returns the ids of sidebars without a doc, if it refuses them. */
function run(folder, modules, out) {
  const cli = createRequire(join(modules, 'x.js')).resolve('@docusaurus/core/bin/docusaurus.mjs');
  const config = ['--config', join(folder, 'oracle.config.cjs')];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=6000', cli, 'build', folder, ...config, '--no-minify', '--out-dir', out],
    {
      cwd: folder,
      stdio: ['inherit', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 1e9,
      env: { ...process.env, NODE_ENV: 'production', CI: 'true' },
    },
  );
  process.stdout.write(stdout.slice(-20_000) + stderr.slice(-20_000));
  if (status === 0) return [];
  const [, list = ''] = /document ids do not exist:\n([\s\S]*?)\n\s*\n/.exec(stdout + stderr) ?? [];
  const ids = [...list.matchAll(/- (\S+)/g)].map(([, id]) => id);
  if (ids.length === 0) throw new Error(`Docusaurus could not build ${folder}`);
  return ids;
}

const maxRuns = 5;

/** Builds the docs of the site in a folder. `modules` is the node_modules of Docusaurus, `work` an absent folder for the copy. Returns the folder of the pages. */
export function buildWithDocusaurus(root, site, modules, work) {
  rmSync(work, { recursive: true, force: true });
  cpSync(root, work, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\/(?:node_modules|\.git)$/.test(path),
  });
  const folder = join(work, site);
  const manifest = join(work, 'package.json');
  if (existsSync(manifest)) {
    const { type: _, ...kept } = JSON.parse(readFileSync(manifest, 'utf8')); // pages are rendered by CommonJS below
    writeFileSync(manifest, JSON.stringify(kept));
  }
  for (const name of ['src/theme', 'src/pages', 'babel.config.js', 'blog'])
    rmSync(join(folder, name), { recursive: true, force: true });
  rmSync(join(modules, '.cache'), { recursive: true, force: true }); // it mixes sites up
  symlinkSync(modules, join(folder, 'node_modules'));
  const top = join(work, 'package.json'); // the pages are made by CommonJS modules below it
  if (existsSync(top))
    writeFileSync(top, JSON.stringify({ ...JSON.parse(readFileSync(top, 'utf8')), type: undefined }));
  const file = readdirSync(folder).find((name) => /^docusaurus\.config\.[mc]?[jt]s$/.test(name));
  mkdirSync(join(folder, 'src/theme'), { recursive: true });
  writeFileSync(join(folder, 'src/theme/MDXComponents.js'), globalComponents(work));
  writeFileSync(join(folder, 'oracle.config.cjs'), wrapper(join(folder, file)));
  writeFileSync(join(folder, 'oracle-resolve.cjs'), resolver);
  writeFileSync(join(folder, 'oracle-stub.cjs'), `${stub}(stub) => stub);`);
  writeFileSync(join(folder, 'oracle-empty.cjs'), `${stub}(stub, props) => props?.children ?? null);`);
  const absent = [];
  for (let runs = 0; runs < maxRuns; runs++) {
    writeFileSync(join(folder, 'oracle-absent.json'), JSON.stringify(absent));
    for (const name of readdirSync(folder)) if (/versions\.json$/.test(name)) keepVersions(folder, name, absent);
    const ids = run(folder, modules, join(work, 'oracle-out'));
    if (ids.length === 0) return join(work, 'oracle-out');
    absent.push(...ids);
  }
  throw new Error(`Docusaurus could not build ${folder}`);
}
