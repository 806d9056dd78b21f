import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of this package, by its path from the top: from the sources (`src/model/`) as from the bundle (`dist/`). */
export function packageFile(path: string): string {
  const top = import.meta.url.endsWith('.ts') ? '../..' : '..';
  return join(dirname(fileURLToPath(import.meta.url)), top, path);
}
