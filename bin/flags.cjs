// V8 flags for a build that renders a text or more. Such a build is short, and V8's defaults cost time: it optimizes functions that don't run much longer, compiles each regular expression
// (grammars have hundreds) to bytecode first, interprets functions that baseline code would run faster, and collects garbage often until the space for new objects has
// grown from 1 MB to 16 MB. A heap can grow to four times what was alive at the last full collection, which is a gigabyte in a large hub.
'use strict';
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8');

const [baseline, noBytecode] = ['--always-sparkplug', '--regexp-tier-up-ticks=0'];
const [noBaseline, bytecode] = ['--no-always-sparkplug', '--regexp-tier-up-ticks=1'];
const [boundedHeap, anyHeap] = ['--heap-growing-percent=50', '--heap-growing-percent=0'];
const late = '--invocation-count-for-turbofan=90000';
/** V8's default count, which differs between versions (`--v8-options` prints another one). */
const soon = (count) => `--invocation-count-for-turbofan=${count}`;
const [lateMaglev, soonMaglev] = ['--invocation-count-for-maglev=4000', '--invocation-count-for-maglev=400'];

// Flags by version of Node. V8 prints an error for an unknown flag, so they are only set for versions on which they were measured. All of these can be set at run time,
// unlike `--no-regexp-tier-up`, with which V8 would execute the bytecode of older expressions as machine code.
const flags = {
  20: {
    fast: ['--interrupt-budget=1000000', '--semi-space-growth-factor=16', noBytecode, baseline, boundedHeap],
    own: ['--interrupt-budget=67584', '--semi-space-growth-factor=2', bytecode, noBaseline, anyHeap],
  },
  22: { fast: [late, noBytecode, baseline, boundedHeap], own: [soon(3000), bytecode, noBaseline, anyHeap] },
  24: {
    fast: [lateMaglev, late, noBytecode, baseline, boundedHeap],
    own: [soonMaglev, soon(10_000), bytecode, noBaseline, anyHeap],
  },
  26: {
    fast: [lateMaglev, late, noBytecode, baseline, boundedHeap],
    own: [soonMaglev, soon(16_000), bytecode, noBaseline, anyHeap],
  },
}[process.versions.node.split('.')[0]] ?? { fast: [], own: [] };

/**
 * Sets the flags for all threads. V8 rejects code that was compiled with other flags, even Node's own, so a thread that starts after this takes twice as long to start.
 */
const setFlags = () => flags.fast.forEach(setFlagsFromString);

/** Restores V8's defaults and so the tag, which is needed to save the code of the main thread. */
const resetFlags = () => flags.own.forEach(setFlagsFromString);

/** Returns the tag of V8's version and flags. V8 rejects code that was compiled with another tag. */
const codeTag = () => cachedDataVersionTag().toString(16);

module.exports = { codeTag, resetFlags, setFlags };
