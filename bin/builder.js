// The main of the process that builds for `docgen dev`.
'use strict';
const { load, saveCode } = require('./load.cjs');

load('builder.cjs').serveBuilds(saveCode);
