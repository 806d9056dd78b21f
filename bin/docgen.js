#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { load, saveCode } from './load.cjs';

// A build is short: by V8's own measure functions are optimised that will not run much longer. A sixth of all time.
setFlagsFromString('--interrupt-budget=400000');

await load('main.cjs').main(process.argv);
saveCode();
