// Main file of a worker thread. Answers each message in order.
'use strict';
const { parentPort } = require('node:worker_threads');
const { setFlags } = require('./flags.cjs');
const { load, saveCode } = require('./load.cjs');

const { answer } = load('worker.cjs');

// At the first message, all modules are loaded that are always needed. A build without a changed text has no worker and keeps V8's defaults.
parentPort.once('message', setFlags);

let last = Promise.resolve();
parentPort.on('message', (message) => {
  last = last.then(async () => parentPort.postMessage(await (message === 'saveCode' ? saveCode() : answer(message))));
});
