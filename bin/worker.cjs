// The main of a thread that renders: answers each message, in order.
'use strict';
const { parentPort } = require('node:worker_threads');
const { load, saveCode } = require('./load.cjs');

const { renderBodies } = load('worker.cjs');
let last = Promise.resolve();
parentPort.on('message', (message) => {
  last = last.then(async () =>
    parentPort.postMessage(message === 'saveCode' ? saveCode() : await renderBodies(message)),
  );
});
