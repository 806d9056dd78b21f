// Loaded before the program, kills it at its n-th change of the disk: before it is made, or with half of what is written. `KILL_AT` is n,
// `KILL_COUNT` a file for the number of changes of a run that is not killed.
'use strict';
const fs = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const at = Number(process.env.KILL_AT ?? 0);
const counted = process.env.KILL_COUNT;
const { writeFileSync, writevSync } = fs;
let changes = 0;

function watch(owner, name) {
  const change = owner[name];
  owner[name] = (...args) => {
    changes += 1;
    if (changes === at) {
      // A write is cut off in its middle; the file is new, or the flag forbids to change it.
      if (name === 'writevSync') {
        const [descriptor, pieces] = args;
        writevSync(descriptor, pieces.slice(0, pieces.length / 2));
      } else if (name === 'writeFile' || name === 'writeFileSync') {
        const [path, data, options] = args;
        const bytes = Buffer.from(data);
        try {
          writeFileSync(path, bytes.subarray(0, bytes.length / 2), options);
        } catch {}
      }
      process.kill(process.pid, 'SIGKILL');
    }
    return change(...args);
  };
}

if (isMainThread) {
  for (const name of ['writeFile', 'rename', 'rm', 'mkdir', 'copyFile', 'symlink', 'appendFile', 'open']) {
    watch(fs.promises, name);
    if (name !== 'open') watch(fs, `${name}Sync`);
  }
  for (const name of ['linkSync', 'unlinkSync', 'rmdirSync', 'openSync', 'writevSync']) watch(fs, name);
  if (counted) process.on('exit', () => writeFileSync(counted, String(changes)));
}
