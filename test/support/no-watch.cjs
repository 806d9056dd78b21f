// Loaded before the program: a system that can watch no more files.
const fs = require('node:fs');

fs.watch = () => {
  throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' });
};
