// What provokes each diagnostic about content and sidebars: for the test of each, and as the examples of its page in docs/.
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from './data.js';
import type { Files } from './hub.js';

interface Provocation {
  readonly code: string;
  readonly files: Files;
  readonly config?: UserConfig;
  /** `file:line:column`, or empty if the diagnostic has no place. */
  readonly at: string;
  readonly message: RegExp;
  readonly hint?: RegExp;
  /** A file of the site, and what it must contain. */
  readonly page?: readonly [path: string, content: RegExp];
}

export const { faults, stops } = dataOf<{ faults: Provocation[]; stops: Omit<Provocation, 'at'>[] }>(
  'model/diagnostics',
);
