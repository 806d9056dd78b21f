#!/usr/bin/env node
// CommonJS by the package.json in this folder, because Node's ES module loader takes longer to start.
'use strict';
const { load, saveCode } = require('./load.cjs');

load('main.cjs').main(process.argv).then(saveCode);
