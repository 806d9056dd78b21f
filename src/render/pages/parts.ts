// The templates of a build: docgen's own, and in their place those of a maintainer's folder that have the same name.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultParts } from '../../../templates/index.js';
import type { Parts } from '../../../templates/parts.js';
import { templateBroken } from '../../model/diagnostics/catalogue.js';
import { importModule } from '../../model/module.js';
import { reasonOf } from '../../model/plain-data.js';
import { fileFault } from '../../model/regular-file.js';
import { BuildError } from '../build-error.js';

/** Loads the parts; `folder` is '' where the maintainer has none. Throws a `BuildError` with DG114. */
export async function loadParts(folder: string): Promise<Parts> {
  if (folder === '') return defaultParts;
  const parts: Record<string, unknown> = { ...defaultParts };
  for (const name of Object.keys(defaultParts)) {
    const file = ['tsx', 'jsx', 'ts', 'js', 'mjs']
      .map((extension) => join(folder, `${name}.${extension}`))
      .find((path) => existsSync(path));
    if (file === undefined) continue;
    const fault = fileFault(file);
    if (fault !== undefined) throw broken(name, `\`${basename(file)}\` ${fault}`);
    const loaded = (await importModule(file, 'all').catch((error: unknown) => {
      throw broken(name, error);
    })) as Record<string, unknown>;
    const part = loaded[name] ?? loaded['default'];
    if (typeof part !== 'function') throw broken(name, `it exports no component \`${name}\``);
    parts[name] = part;
  }
  return parts as unknown as Parts;
}

/** What stops a build whose template cannot be used. */
export function broken(name: string, error: unknown): BuildError {
  return new BuildError(templateBroken({ name, reason: reasonOf(error) }));
}
