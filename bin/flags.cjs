// V8's flags for what renders many pages. That is short: by V8's own measure functions are optimised that will not run much longer, each
// regular expression (those of grammars are hundreds) is compiled twice, first to bytecode, functions are interpreted that baseline
// code runs faster from the first calls, and the space for new objects is full again and again until it has grown from 1 MB to 16.
'use strict';
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8');

const [baseline, noBytecode] = ['--always-sparkplug', '--regexp-tier-up-ticks=0'];
const [noBaseline, bytecode] = ['--no-always-sparkplug', '--regexp-tier-up-ticks=1'];
const late = '--invocation-count-for-turbofan=90000';
/** V8's own count, which differs between versions (`--v8-options` prints another one). */
const soon = (count) => `--invocation-count-for-turbofan=${count}`;
const [lateMaglev, soonMaglev] = ['--invocation-count-for-maglev=4000', '--invocation-count-for-maglev=400'];

// They are others in each V8, and V8 prints an error for one that it does not know: so only for versions on which they were measured.
// Each can be set while code runs: `--no-regexp-tier-up` cannot, V8 would take the bytecode of older expressions for compiled code.
const flags = {
  20: {
    fast: ['--interrupt-budget=1000000', '--semi-space-growth-factor=16', noBytecode, baseline],
    own: ['--interrupt-budget=67584', '--semi-space-growth-factor=2', bytecode, noBaseline],
  },
  22: { fast: [late, noBytecode, baseline], own: [soon(3000), bytecode, noBaseline] },
  24: { fast: [lateMaglev, late, noBytecode, baseline], own: [soonMaglev, soon(10_000), bytecode, noBaseline] },
  26: { fast: [lateMaglev, late, noBytecode, baseline], own: [soonMaglev, soon(16_000), bytecode, noBaseline] },
}[process.versions.node.split('.')[0]] ?? { fast: [], own: [] };

/**
 * Sets them for all threads. V8 takes no compiled code that was made under other flags, not even Node's own: a thread that starts
 * behind this takes twice as long for it.
 */
const setFlags = () => flags.fast.forEach(setFlagsFromString);

/** Sets V8's own: the tag is then as at the start, or code of the main thread would never be kept. */
const resetFlags = () => flags.own.forEach(setFlagsFromString);

/** Names V8's version and flags: V8 accepts no code that was compiled under another tag. */
const codeTag = () => cachedDataVersionTag().toString(16);

module.exports = { codeTag, resetFlags, setFlags };
