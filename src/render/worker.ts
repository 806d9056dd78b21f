// The main of a worker thread: one body in, one body out.
import { renderBody } from './body.js';

export default renderBody;
