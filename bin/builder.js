// The main of the process that builds for `docgen dev`.
import { load, saveCode } from './load.cjs';

load('builder.cjs').serveBuilds(saveCode);
