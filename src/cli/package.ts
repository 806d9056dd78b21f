// Files and facts of docgen's own package: its version, stack traces, pages of diagnostics, templates of files.
import { readFileSync } from 'node:fs';
import { packageFile } from '../model/input/regular-file.js';

interface OwnPackage {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly homepage?: string;
}

export const ownPackage: OwnPackage = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));

interface SourceLines {
  readonly files: readonly string[];
  /** Runs of lines by file of the bundle. Each has three numbers from 0: first line in the bundle, index of the source file, first line in it. */
  readonly chunks: Readonly<Record<string, readonly number[]>>;
}

/** Replaces files and lines of the bundle in a stack trace by those of docgen's source. */
export function sourceStack(stack: string): string {
  try {
    const { files, chunks }: SourceLines = JSON.parse(readFileSync(packageFile('dist/lines.json'), 'utf8'));
    return stack.replace(
      /(?:\/|[A-Za-z]:\\)[^():\n]*[\\/]dist[\\/]([\w.-]+):(\d+):\d+/g,
      (place, name: string, shown: string) => {
        const runs = chunks[name] ?? [];
        let run = -3;
        while (run + 3 < runs.length && (runs[run + 3] ?? 0) < Number(shown)) run += 3;
        const [first = 0, file = -1, line = 0] = runs.slice(Math.max(run, 0), run + 3);
        return files[file] === undefined ? place : `${files[file]}:${line + Number(shown) - first}`;
      },
    );
  } catch {
    return stack;
  }
}

/** Returns the documentation of a code: a URL below the package's homepage, or a path in its repository. */
export function codePage(code: string, site = ownPackage.homepage): string {
  return site === undefined
    ? `docs/reference/diagnostics/${code}.md`
    : `${site.replace(/\/$/, '')}/reference/diagnostics/${code}/`;
}

/** Replaces `{{name}}` in a file of `templates`. Removes lines with a name that has no value. */
export function fillTemplate(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const placeholder = /\{\{(\w+)\}\}/g;
  const lines = readFileSync(packageFile(`templates/${path}`), 'utf8').split(/^/m);
  const filled = lines.filter((line) =>
    [...line.matchAll(placeholder)].every(([, name = '']) => values[name] !== undefined),
  );
  return filled.join('').replace(placeholder, (_, name: string) => values[name] ?? '');
}
