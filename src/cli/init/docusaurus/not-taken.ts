// Collects the parts of a Docusaurus site that docgen has no place for. not-taken.json has the keys of each table: null for a key that is
// converted or not needed, else its description; `*` describes any other key, with `{}` for its name.
import { isRecord } from '../../../model/input/plain-data.js';
import tables from './not-taken.json' with { type: 'json' };

type Table = keyof typeof tables;

export class NotTaken {
  /** `key` is a key of the config, or a path from the site's folder. `what` describes the part in a few words. */
  readonly parts: { readonly key: string; readonly what: string }[] = [];

  add(key: string, what: string): void {
    this.parts.push({ key, what });
  }

  /** Adds a part by its name in a table, unless nothing is lost with it. */
  addNamed(table: Table, key: string, name: string): void {
    const known: Readonly<Record<string, string | null>> = tables[table];
    const what = Object.hasOwn(known, name) ? known[name] : tables[table]['*'];
    if (what != null)
      this.add(
        key,
        what.replace('{}', () => name.replace(/^preset:/, '')),
      );
  }

  /** Adds the keys of a map that have a value. `at` is the path to the map. */
  addKeys(table: Table, map: unknown, at = ''): void {
    for (const [name, value] of Object.entries(isRecord(map) ? map : {}))
      if (!isEmpty(value)) this.addNamed(table, at + name, name);
  }

  /** Adds swizzled components, pages and translations. */
  addFiles(files: readonly string[]): void {
    const names = (pattern: RegExp) => new Set(files.flatMap((file) => pattern.exec(file)?.[1] ?? []));
    for (const name of names(/^src\/theme\/(.+?)(?:\/index)?\.[jt]sx?$/))
      this.addNamed('components', `src/theme/${name}`, name);
    for (const file of names(/^(src\/pages\/.*\.(?:[jt]sx?|mdx?))$/)) this.add(file, 'a page that is no doc');
    for (const locale of names(/^i18n\/([^/]+)\//)) this.add(`i18n/${locale}`, `translations: ${locale}`);
  }
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object') return value === undefined;
  return value === null || Object.keys(value).length === 0;
}
