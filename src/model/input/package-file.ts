import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the absolute path of a file of this package. The module runs from the sources (`src/model/input/`) or from the bundle (`dist/`). */
export function packageFile(path: string): string {
  const top = import.meta.url.endsWith('.ts') ? '../../..' : '..';
  return join(dirname(fileURLToPath(import.meta.url)), top, path);
}
