#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { load, saveCode } from './load.cjs';

// A build is short: by V8's own measure functions are optimised that will not run much longer. The flag is another one in each V8, and
// V8 prints an error for one that it does not know: so only for versions on which it was measured.
const flags = {
  20: '--interrupt-budget=400000',
  22: '--invocation-count-for-turbofan=18000',
  24: '--invocation-count-for-turbofan=18000',
};
const flag = flags[process.versions.node.split('.')[0]];
if (flag !== undefined) setFlagsFromString(flag);

await load('main.cjs').main(process.argv);
saveCode();
