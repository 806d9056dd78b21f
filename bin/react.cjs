// Selects React: the project's own if it has one, so that its components, their libraries and docgen share one.
'use strict';
const { existsSync, readFileSync, realpathSync, statSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');

/** Files of the packages, without `.js` or `.min.js`: production builds, without the streaming renderer. */
const files = new Map([
  ['react', ['react', 'cjs/react.production']],
  ['react/jsx-runtime', ['react', 'cjs/react-jsx-runtime.production']],
  ['react-dom', ['react-dom', 'cjs/react-dom.production']],
  ['react-dom/server', ['react-dom', 'cjs/react-dom-server-legacy.node.production']],
]);

const versionOf = (dir) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).version;
const findFile = (dir, name) => ['.js', '.min.js'].map((end) => join(dir, name + end)).find(existsSync);

/** Returns the folders of react and react-dom in a `node_modules`, or undefined if docgen can't use them together. */
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

/** Finds the nearest react in the project's folder or above. Ignores folders of other users, such as in `/tmp`. */
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
    return undefined; // the folder doesn't exist
  }
}

function ownPair() {
  const { resolve } = createRequire(__filename);
  return { react: dirname(resolve('react/package.json')), 'react-dom': dirname(resolve('react-dom/package.json')) };
}

let pair;

/** Returns the file of a module of React, or undefined for other modules. */
function reactFile(id) {
  const file = files.get(id);
  if (!file) return undefined;
  pair ??= pairOfProject() ?? ownPair();
  return findFile(pair[file[0]], file[1]);
}

module.exports = { reactFile };
