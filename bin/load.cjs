// Loads a file of the bundle with the code that V8 compiled for it in an earlier run: a build is so short that compiling would be a
// third of it. Node has this built in from 22 (module.enableCompileCache), but for threads and functions compiled late only this
// does it, and on Node 20 nothing else does.
'use strict';
const { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');
const { threadId } = require('node:worker_threads');
const { crc32 } = require('node:zlib');
const { codeTag, resetFlags, setFlags } = require('./flags.cjs');
const { reactFile } = require('./react.cjs');

const dist = join(__dirname, '../dist');
const cacheDir = join(dist, '.cache');
/** Folders of compiled code that stay: one for each Node and each set of V8's flags that were used last. */
const mostFolders = 8;

/** File → its module; its script too where no code was kept for it, with the name and the tag of its code. */
const loaded = new Map();

// Packages choose between their builds by this. React's must be the same for all who load it.
process.env.NODE_ENV = 'production';

/** The exports of a file of the bundle, by its name in `dist/`. */
function load(name) {
  const file = join(dist, name);
  return loaded.get(file)?.module.exports ?? run(file, name, readFileSync(file, 'latin1'));
}

/** The exports of a file of React. Whoever requires it finds it in Node's cache of modules. */
function loadReact(file) {
  if (Module._cache[file]) return Module._cache[file].exports;
  const source = readFileSync(file, 'utf8');
  return run(file, `${basename(file)}-${crc32(source).toString(16)}`, source);
}

/** Runs a file; its compiled code is kept by this name. */
function run(file, name, source) {
  const tag = codeTag();
  const cachedData = readCode(codeFile(name, tag));
  const script = new Script(Module.wrap(source), { filename: file, cachedData });
  const module = new Module(file);
  // Good code is rejected where a thread set flags since the tag was asked for.
  const isKept = cachedData && (!script.cachedDataRejected || codeTag() !== tag);
  loaded.set(file, { module, name, tag, script: isKept ? undefined : script });
  Module._cache[file] = module;
  module.filename = file;
  const outer = Module.createRequire(file);
  const requireFrom = (id) => {
    if (id.startsWith('./')) return load(id.slice(2));
    const ofReact = reactFile(id);
    return ofReact === undefined ? outer(id) : loadReact(ofReact);
  };
  const require = Object.assign(requireFrom, { resolve: outer.resolve });
  script.runInThisContext().call(module.exports, module.exports, require, module, file, dirname(file));
  module.loaded = true;
  return module.exports;
}

let buildId;

/**
 * Where the code of a file is kept. Of the sources V8 itself compares only the length. Threads run other functions than the program does,
 * so they keep code of their own.
 */
function codeFile(name, tag) {
  buildId ??= readFileSync(join(dist, 'build-id.txt'), 'utf8').slice(0, 16);
  const dir = `code-${process.version}-${process.arch}-${tag}-${buildId}`;
  return join(cacheDir, dir, `${threadId === 0 ? 'main' : 'thread'}-${name}.bin`);
}

function readCode(file) {
  try {
    if (!isTrusted(file)) return undefined;
    const entry = readFileSync(file);
    const code = entry.subarray(4);
    return crc32(code) === entry.readUInt32LE(0) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** V8 runs compiled code as it is. So it must come from whoever owns the bundle, or who runs it, and nobody else may have changed it. */
function isTrusted(file) {
  if (process.platform === 'win32') return true;
  const stats = lstatSync(file);
  const owners = [process.getuid(), lstatSync(join(dist, 'main.cjs')).uid];
  return stats.isFile() && owners.includes(stats.uid) && (stats.mode & 0o022) === 0;
}

/** Keeps the code of all files for which none was kept; where the package's folder is read-only, nothing. */
function saveCode() {
  const isLeft = () => [...loaded.values()].some(({ script }) => script !== undefined);
  const now = codeTag();
  if (isLeft()) saveTagged(now);
  if (!isLeft()) return;
  resetFlags(); // what was loaded before they were set
  saveTagged(codeTag());
  if (codeTag() !== now) setFlags();
}

function saveTagged(tag) {
  let isNew = false;
  for (const entry of loaded.values()) {
    if (!entry.script || entry.tag !== tag) continue;
    try {
      const code = entry.script.createCachedData();
      const header = Buffer.alloc(4);
      header.writeUInt32LE(crc32(code));
      const file = codeFile(entry.name, tag);
      isNew = mkdirSync(dirname(file), { recursive: true, mode: 0o755 }) !== undefined || isNew;
      writeFileSync(`${file}.${process.pid}`, Buffer.concat([header, code]), { mode: 0o644 });
      renameSync(`${file}.${process.pid}`, file);
    } catch {}
    entry.script = undefined;
  }
  if (isNew) clearOldFolders();
}

function clearOldFolders() {
  try {
    const folders = readdirSync(cacheDir)
      .filter((name) => name.startsWith('code-'))
      .map((name) => ({ path: join(cacheDir, name), time: lstatSync(join(cacheDir, name)).mtimeMs }))
      .sort((a, b) => b.time - a.time);
    for (const { path } of folders.slice(mostFolders)) rmSync(path, { recursive: true, force: true });
  } catch {}
}

module.exports = { load, saveCode };
