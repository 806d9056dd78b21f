// The main of a thread that reads pages for `docgen check`.
'use strict';
const { setFlags } = require('./flags.cjs');
const { load } = require('./load.cjs');

const { readBatch } = load('check-worker.cjs');
setFlags();

module.exports = readBatch;
