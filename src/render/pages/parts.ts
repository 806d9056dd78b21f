// The templates of a build: docgen's own, and in their place those of a maintainer's folder: a file is named after the part that it
// exports, and may export further parts (SidebarTree.tsx: SidebarEntry).
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultParts } from '../../../templates/index.js';
import type { Parts } from '../../../templates/parts.js';
import { templateBroken } from '../../model/diagnostics/usage-and-config.js';
import { importModule, moduleFault, placeOfFault } from '../../model/module.js';
import { fileFault } from '../../model/regular-file.js';
import { BuildError } from '../build-error.js';

/** The files of a maintainer's templates, by the part that each is named after; none where `folder` is ''. */
export function partFiles(folder: string): ReadonlyMap<string, string> {
  if (folder === '') return new Map();
  const files = Object.keys(defaultParts).flatMap((name): [string, string][] => {
    const file = ['tsx', 'jsx', 'ts', 'js', 'mjs']
      .map((extension) => join(folder, `${name}.${extension}`))
      .find((path) => existsSync(path));
    return file === undefined ? [] : [[name, file]];
  });
  return new Map(files);
}

/** Loads the parts; `folder` is '' where the maintainer has none. Throws a `BuildError` with DG114. */
export async function loadParts(folder: string, cwd: string): Promise<Parts> {
  const parts: Record<string, unknown> = { ...defaultParts };
  for (const [name, file] of partFiles(folder)) {
    const at = { file, cwd };
    const fault = fileFault(file);
    if (fault !== undefined) throw broken(name, `\`${basename(file)}\` ${fault}`, at);
    const loaded = (await importModule(file, 'all').catch((error: unknown) => {
      throw broken(name, error, at);
    })) as Record<string, unknown>;
    const own = { ...loaded, [name]: loaded[name] ?? loaded['default'] };
    if (typeof own[name] !== 'function') throw broken(name, `it exports no component \`${name}\``, at);
    for (const [key, part] of Object.entries(own))
      if (Object.hasOwn(defaultParts, key) && typeof part === 'function')
        parts[key] = blamed(key, part as Component, at);
  }
  return parts as unknown as Parts;
}

type Component = (props: never) => unknown;

/** The part, whose errors are its own also where another part is printed around it. A class throws as it is. */
function blamed(name: string, part: Component, at: TemplateFile): Component {
  if ((part.prototype as { isReactComponent?: unknown } | undefined)?.isReactComponent !== undefined) return part;
  return (props) => {
    try {
      return part(props);
    } catch (error) {
      throw broken(name, error, at);
    }
  };
}

/** What stops a build whose template cannot be used. */
export function broken(name: string, error: unknown, at?: TemplateFile): BuildError {
  if (error instanceof BuildError) return error;
  const fault = moduleFault(error);
  return new BuildError(templateBroken({ name, reason: fault.reason }, at && placeOfFault(fault, at.file, at.cwd)));
}

/** The file of a template, and the folder from which messages name it. */
interface TemplateFile {
  readonly file: string;
  readonly cwd: string;
}
