// The main of a thread that renders.
import { load, saveCode } from './load.cjs';

export default load('worker.cjs').renderBodies;
export { saveCode };
