// The main of the process that builds for `docgen dev`.
'use strict';
const { resetFlags } = require('./flags.cjs');
const { load, saveCode } = require('./load.cjs');

// The flags of a short program are for the first build. What later ones run, V8's defaults optimize.
load('builder.cjs').serveBuilds(() => {
  saveCode();
  resetFlags();
});
