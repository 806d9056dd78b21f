// Loads a file of the bundle with the code that V8 compiled for it in an earlier run: a build is so short that compiling would be a
// third of it. Node has this built in from 22 (module.enableCompileCache), but for threads and functions compiled late only this
// does it, and on Node 20 nothing else does.
'use strict';
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');
const { threadId } = require('node:worker_threads');
const { crc32 } = require('node:zlib');

const dist = join(__dirname, '../dist');
const cacheDir = join(dist, '.cache', `code-${process.version}-${process.arch}`);

/** File of the bundle → its module; its script too where no code was kept for it. */
const loaded = new Map();

/** The exports of a file of the bundle, by its name in `dist/`. */
function load(name) {
  const known = loaded.get(name);
  if (known) return known.module.exports;
  const file = join(dist, name);
  const cachedData = readCode(name);
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file, cachedData });
  const module = new Module(file);
  loaded.set(name, { module, script: cachedData ? undefined : script });
  const outer = Module.createRequire(file);
  const require = Object.assign((id) => (id.startsWith('./') ? load(id.slice(2)) : outer(id)), {
    resolve: outer.resolve,
  });
  script.runInThisContext().call(module.exports, module.exports, require, module, file, dist);
  return module.exports;
}

/** Threads run other functions than the program does, so they keep code of their own. */
function codeFile(name) {
  return join(cacheDir, `${threadId === 0 ? 'main' : 'thread'}-${name}.bin`);
}

function readCode(name) {
  try {
    const entry = readFileSync(codeFile(name));
    const code = entry.subarray(4);
    return crc32(code) === entry.readUInt32LE(0) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the code of all files for which none was kept; where the package's folder is read-only, nothing. */
function saveCode() {
  for (const [name, entry] of loaded) {
    if (!entry.script) continue;
    try {
      const code = entry.script.createCachedData();
      const header = Buffer.alloc(4);
      header.writeUInt32LE(crc32(code));
      const file = codeFile(name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.${process.pid}`, Buffer.concat([header, code]));
      renameSync(`${file}.${process.pid}`, file);
    } catch {}
    entry.script = undefined;
  }
}

module.exports = { load, saveCode };
