// 9xx: faults of docgen.
import { define } from './define.js';

export const internal = define<{ stage: string; reason: string }>('DG901', {
  message: (d) => `internal error in ${d.stage}: ${d.reason}; site unchanged`,
  hint: () => 'please report it; `--debug` shows the stack',
});
