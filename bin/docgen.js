#!/usr/bin/env node
import { load, saveCode } from './load.cjs';

await load('main.cjs').main(process.argv);
saveCode();
