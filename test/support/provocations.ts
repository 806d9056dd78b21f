// Content and configs that cause each diagnostic about content and sidebars: for its test, and for the example on its page in docs/.
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from './data.js';
import type { Files } from './hub.js';

interface Provocation {
  readonly code: string;
  readonly files: Files;
  readonly config?: UserConfig;
  /** `file:line:column`, or '' if the diagnostic has no location. */
  readonly at: string;
  readonly message: RegExp;
  readonly hint?: RegExp;
  /** A file of the site, and a pattern that must match it. */
  readonly page?: readonly [path: string, content: RegExp];
}

export const { faults, stops } = dataOf<{ faults: Provocation[]; stops: Omit<Provocation, 'at'>[] }>(
  'model/diagnostics',
);
