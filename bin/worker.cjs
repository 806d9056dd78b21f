// The main of a thread that renders: answers each message with texts, in order.
'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { setFlags } = require('./flags.cjs');
const { load, saveCode } = require('./load.cjs');

const { answer } = load('worker.cjs');

function answerTo(message) {
  if (message === 'saveCode') return saveCode();
  // For one page they take more than they give. With the first message all is loaded that is loaded in any case.
  if (workerData.hasMany || message.inputs.length > 1) setFlags();
  return answer(message);
}

function setEnvironment(environment) {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

let last = Promise.resolve();
parentPort.on('message', (message) => {
  if (message.environment) return setEnvironment(message.environment); // before the first texts
  last = last.then(async () => parentPort.postMessage(await answerTo(message)));
});
