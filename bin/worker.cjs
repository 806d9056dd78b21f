// Main file of a worker thread. Answers each message in order.
'use strict';
const { parentPort } = require('node:worker_threads');
const { setFlags } = require('./flags.cjs');
const { load, saveCode } = require('./load.cjs');

const { answer } = load('worker.cjs');

function answerTo(message) {
  if (message === 'saveCode') return saveCode();
  // The flags don't pay off for a single page. At the first message, all modules are loaded that are always needed.
  if (message.inputs.length > 1) setFlags();
  return answer(message);
}

let last = Promise.resolve();
parentPort.on('message', (message) => {
  last = last.then(async () => parentPort.postMessage(await answerTo(message)));
});
