import { fileURLToPath } from 'node:url';

/** A file of this package, by its path from the top: from the sources (`src/model/`) as from the bundle (`dist/`). */
export function packageFile(path: string): string {
  const top = import.meta.url.endsWith('.ts') ? '../../' : '../';
  return fileURLToPath(new URL(top + path, import.meta.url));
}
