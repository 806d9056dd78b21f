// Exports on disk: `.docgen/sources/<section>`, replaced whole or not at all.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Gathered, type GatheredSource, gatheredName, parseGathered } from '../../model/provenance.js';

/** A source with its files, by path in the section. */
export interface ExportedSource {
  readonly record: GatheredSource;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Writes the export of a section. Of files with one place the first source's stays. */
export async function writeExport(dir: string, section: string, sources: readonly ExportedSource[]): Promise<void> {
  const [target, stage, old] = [join(dir, section), join(dir, `.${section}.stage`), join(dir, `.${section}.old`)];
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  const taken = new Set<string>();
  const records: GatheredSource[] = [];
  for (const { record, files } of sources) {
    const own = [...files].filter(([path]) => !taken.has(path.toLowerCase()));
    for (const [path, bytes] of own) {
      taken.add(path.toLowerCase());
      await mkdir(dirname(join(stage, path)), { recursive: true });
      await writeFile(join(stage, path), bytes, { flag: 'wx' });
    }
    const paths = new Set(own.map(([path]) => path));
    const only = (map: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(map).filter(([path]) => paths.has(path)));
    records.push({ ...record, files: only(record.files), changed: only(record.changed) });
  }
  const gathered: Gathered = { version: 1, sources: records };
  await writeFile(join(stage, gatheredName), `${JSON.stringify(gathered)}\n`, { flag: 'wx' });
  if (existsSync(target)) await rename(target, old);
  await rename(stage, target);
  await rm(old, { recursive: true, force: true });
}

/** Ends what a killed sync began; removes sections that the config has no more. */
export async function tidyExports(dir: string, sections: readonly string[]): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const [, section = '', kind] = /^\.(.+)\.(stage|old)$/.exec(name) ?? [];
    if (kind === 'old' && !existsSync(join(dir, section))) await rename(join(dir, name), join(dir, section));
    else if (kind !== undefined || !sections.includes(name))
      await rm(join(dir, name), { recursive: true, force: true });
  }
}

/** What is exported of a section now. */
export async function readExport(dir: string, section: string): Promise<readonly ExportedSource[]> {
  const text = await readFile(join(dir, section, gatheredName), 'utf8').catch(() => '');
  const sources: ExportedSource[] = [];
  for (const record of parseGathered(text)?.sources ?? []) {
    const files = new Map<string, Buffer>();
    for (const path of Object.keys(record.files)) {
      const bytes = await readFile(join(dir, section, path)).catch(() => undefined);
      if (bytes) files.set(path, bytes);
    }
    sources.push({ record, files });
  }
  return sources;
}
