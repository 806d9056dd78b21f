#!/usr/bin/env node
// CommonJS, as package.json says beside it: Node takes longer to start its loader of modules.
'use strict';
const { load, saveCode } = require('./load.cjs');

load('main.cjs').main(process.argv).then(saveCode);
