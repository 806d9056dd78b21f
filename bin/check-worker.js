// The main of a thread that reads pages for `docgen check`.
import { setFlags } from './flags.cjs';
import { load, saveCode } from './load.cjs';

const { readBatch } = load('check-worker.cjs');
setFlags();

export default readBatch;
export { saveCode };
