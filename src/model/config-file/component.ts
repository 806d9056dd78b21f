// What gives components to a hub: a module of the owner's that exports a map of them.
import { basename } from 'node:path';
import { importModule, type ModuleFault, moduleFault, placeOfFault } from '../module.js';
import { fileFault } from '../regular-file.js';
import type { FileFault } from './read.js';

/** True for a component, `{component, isInline}`, or a module whose default export is a component. */
function isComponent(entry: unknown): boolean {
  if (typeof entry === 'function') return true;
  if (typeof entry !== 'object' || entry === null) return false;
  return '$$typeof' in entry || ['component', 'default'].some((key) => isComponent(Reflect.get(entry, key)));
}

/** Why a file cannot give components, or undefined: it must export a map of names as its default. */
export async function componentsFault(file: string, cwd: string): Promise<string | FileFault | undefined> {
  const fault = fileFault(file);
  if (fault !== undefined) return `\`${basename(file)}\` ${fault}`;
  const at = (fault: ModuleFault): FileFault => ({ reason: fault.reason, place: placeOfFault(fault, file, cwd) });
  try {
    const loaded = await importModule(file);
    if (typeof loaded !== 'object' || loaded === null)
      return at({ reason: 'its default export must be a map: name → component' });
    const wrong = Object.entries(loaded).find(([, entry]) => !isComponent(entry)); // a getter or a proxy that throws does so here
    if (!wrong) return undefined;
    const wanted = 'is no component, no `{component, isInline}` and no module whose default export is one';
    return at({ reason: `\`${wrong[0]}\` ${wanted}` });
  } catch (error) {
    return at(moduleFault(error));
  }
}
