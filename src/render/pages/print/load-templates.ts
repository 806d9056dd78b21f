// Loads docgen's templates and those of the site owner. A file has the name of its component, and can export others (SidebarTree.tsx: SidebarEntry).
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultParts } from '../../../../templates/index.js';
import type { Parts } from '../../../../templates/parts.js';
import { importModule, moduleFault, placeOfFault } from '../../../model/config/module.js';
import { problem } from '../../../model/diagnostics/diagnostic.js';
import { fileFault } from '../../../model/input/regular-file.js';
import { BuildError } from '../../base/build-error.js';

/** Returns the files of the site owner's templates by component name. */
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

/** Loads the templates. @throws BuildError (DG114) if one can't be loaded. */
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
        parts[key] = withErrorName(key, part as Component, at);
  }
  return parts as unknown as Parts;
}

type Component = (props: never) => unknown;

/** Wraps a component, so that its errors contain its own name even inside another component. Class components are not wrapped. */
function withErrorName(name: string, part: Component, at: TemplateFile): Component {
  if ((part.prototype as { isReactComponent?: unknown } | undefined)?.isReactComponent !== undefined) return part;
  return (props) => {
    try {
      return part(props);
    } catch (error) {
      throw broken(name, error, at);
    }
  };
}

export function broken(name: string, error: unknown, at?: TemplateFile): BuildError {
  if (error instanceof BuildError) return error;
  const fault = moduleFault(error);
  return new BuildError(
    problem.templateBroken({ name, reason: fault.reason }, at && placeOfFault(fault, at.file, at.cwd)),
  );
}

/** The file of a template, and the folder that paths in messages are relative to. */
interface TemplateFile {
  readonly file: string;
  readonly cwd: string;
}
