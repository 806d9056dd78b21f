import { isRecord } from '../plain-data.js';
import type { Doc } from './doc.js';

/** The day a doc changed last, `YYYY-MM-DD`, where its author wrote it. */
export function dateOf({ frontMatter }: Doc): string | undefined {
  const update: unknown = frontMatter.last_update;
  const date = isRecord(update) ? update['date'] : undefined;
  const found = typeof date === 'string' ? /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)/.exec(date) : null;
  return found ? found[0] : undefined;
}
