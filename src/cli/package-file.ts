import { fileURLToPath } from 'node:url';

/** A file of this package, by its path from the top: from the sources as from the compiled program. */
export function packageFile(path: string): string {
  const top = import.meta.url.includes('/dist/') ? '../../../' : '../../';
  return fileURLToPath(new URL(top + path, import.meta.url));
}
