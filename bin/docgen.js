#!/usr/bin/env node
import module from 'node:module';

process.env.NODE_ENV ??= 'production'; // React is twice as fast without its development checks
module.enableCompileCache?.();
await import('../dist/src/cli/main.js');
