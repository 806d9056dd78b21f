// What a thread of the check loads.
export { readBatch } from './read-batch.js';
