// The main of a thread that reads pages for `docgen check`.
import { load, saveCode } from './load.cjs';

export default load('check-worker.cjs').readBatch;
export { saveCode };
