// Which React is used: the project's own if it has one, so that its components, the libraries that they import, and docgen share one.
'use strict';
const { existsSync, readFileSync, realpathSync, statSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');

/** Files of the packages, without `.js` or `.min.js`: builds for production, and not the renderer that streams. */
const files = new Map([
  ['react', ['react', 'cjs/react.production']],
  ['react/jsx-runtime', ['react', 'cjs/react-jsx-runtime.production']],
  ['react-dom', ['react-dom', 'cjs/react-dom.production']],
  ['react-dom/server', ['react-dom', 'cjs/react-dom-server-legacy.node.production']],
]);

const versionOf = (dir) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).version;
const findFile = (dir, name) => ['.js', '.min.js'].map((end) => join(dir, name + end)).find(existsSync);

/** Folders of react and react-dom in a `node_modules`; undefined if they are no pair that docgen can use. */
function pairIn(modules) {
  try {
    const pair = { react: realpathSync(join(modules, 'react')), 'react-dom': realpathSync(join(modules, 'react-dom')) };
    const [version, versionOfDom] = [versionOf(pair.react), versionOf(pair['react-dom'])];
    const isPair = version === versionOfDom && Number.parseInt(version, 10) >= 18;
    return isPair && [...files.values()].every(([name, path]) => findFile(pair[name], path)) ? pair : undefined;
  } catch {
    return undefined;
  }
}

/** The nearest react at or above the project's folder decides. One of another user (in `/tmp`, say) is not the project's. */
function pairOfProject() {
  try {
    const here = process.cwd();
    const owners = [0, process.getuid?.(), statSync(here).uid];
    for (let dir = here; ; dir = dirname(dir)) {
      const modules = join(dir, 'node_modules');
      if (existsSync(join(modules, 'react')))
        return owners.includes(statSync(modules).uid) ? pairIn(modules) : undefined;
      if (dir === dirname(dir)) return undefined;
    }
  } catch {
    return undefined; // the folder is gone
  }
}

function ownPair() {
  const { resolve } = createRequire(__filename);
  return { react: dirname(resolve('react/package.json')), 'react-dom': dirname(resolve('react-dom/package.json')) };
}

let pair;

/** The file of a module of React; undefined for every other module. */
function reactFile(id) {
  const file = files.get(id);
  if (!file) return undefined;
  pair ??= pairOfProject() ?? ownPair();
  return findFile(pair[file[0]], file[1]);
}

module.exports = { reactFile };
