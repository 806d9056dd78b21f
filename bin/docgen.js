#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { load, saveCode } from './load.cjs';

// A build is short: by V8's own measure functions are optimised that will not run much longer, each regular expression (those of grammars
// are hundreds) is compiled twice, first to bytecode, and functions are interpreted that baseline code runs faster from the first calls.
// The flags are others in each V8, and V8 prints an error for one that it does not know: so only for versions on which they were measured.
const flags = {
  20: ['--interrupt-budget=400000', '--no-regexp-tier-up', '--always-sparkplug'],
  22: ['--invocation-count-for-turbofan=18000', '--no-regexp-tier-up', '--always-sparkplug'],
  24: ['--invocation-count-for-turbofan=18000', '--no-regexp-tier-up', '--always-sparkplug'],
};
for (const flag of flags[process.versions.node.split('.')[0]] ?? []) setFlagsFromString(flag);

await load('main.cjs').main(process.argv);
saveCode();
