// Loads a file of the bundle with V8's compiled code of an earlier run, because compiling would take a third of a build. Node 22 has this built in
// (module.enableCompileCache), but not for worker threads and lazily compiled functions.
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
/** Maximum number of folders with compiled code. Each version of Node and each set of V8 flags has its own. The most recent ones stay. */
const mostFolders = 8;

/** Loaded modules by file, with the name and tag of their code. Without cached code, also the script. */
const loaded = new Map();

// Packages choose their build by this. All importers of React must get the same one.
process.env.NODE_ENV = 'production';

/** Returns the exports of a file of the bundle, by its name in `dist/`. */
function load(name) {
  const file = join(dist, name);
  return loaded.get(file)?.module.exports ?? run(file, name, readFileSync(file, 'latin1'));
}

/** Returns the exports of a file of React. It is also in Node's module cache, for other importers. */
function loadReact(file) {
  if (Module._cache[file]) return Module._cache[file].exports;
  const source = readFileSync(file, 'utf8');
  return run(file, `${basename(file)}-${crc32(source).toString(16)}`, source);
}

/** Runs a file. `name` identifies its compiled code. */
function run(file, name, source) {
  const tag = codeTag();
  const cachedData = readCode(codeFile(name, tag));
  const script = new Script(Module.wrap(source), { filename: file, cachedData });
  const module = new Module(file);
  // V8 also rejects valid code if a thread has set flags after the tag was determined.
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
 * Returns the path of a file's compiled code. It contains the build id, because V8 only compares the length of the source. Worker threads run other functions than the
 * main thread, so they have separate code.
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

/** Whether compiled code is trusted, because V8 doesn't verify it: only the owner of the bundle or the current user can write to it. */
function isTrusted(file) {
  if (process.platform === 'win32') return true;
  const stats = lstatSync(file);
  const owners = [process.getuid(), lstatSync(join(dist, 'main.cjs')).uid];
  return stats.isFile() && owners.includes(stats.uid) && (stats.mode & 0o022) === 0;
}

/** Saves the compiled code of all files without cached code. Does nothing if the package's folder is read-only. */
function saveCode() {
  const isLeft = () => [...loaded.values()].some(({ script }) => script !== undefined);
  const now = codeTag();
  if (isLeft()) saveTagged(now);
  if (!isLeft()) return;
  resetFlags(); // for code that was loaded before the flags were set
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
