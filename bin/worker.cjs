// The main of a thread that renders: answers each message, in order.
'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { setFlags } = require('./flags.cjs');
const { load, saveCode } = require('./load.cjs');

const { renderBodies } = load('worker.cjs');

function answerTo(message) {
  if (message === 'saveCode') return saveCode();
  // For one page they take more than they give. With the first message all is loaded that is loaded in any case.
  if (workerData.missing === 'all' || message.length > 1) setFlags();
  return renderBodies(message);
}

let last = Promise.resolve();
parentPort.on('message', (message) => {
  last = last.then(async () => parentPort.postMessage(await answerTo(message)));
});
