// The remark plugins of the config: where their modules are.
import { join } from 'node:path';
import { compact } from 'lodash-es';
import { fileFault } from '../input/regular-file.js';
import { type FileFault, importModule, moduleFault, placeOfFault, resolveModule } from './module.js';
import type { RemarkPluginEntry } from './schema/config.js';

export interface RemarkPlugin {
  /** As in the config. */
  readonly name: string;
  /** Absolute path of the module. Empty if it can't be found. */
  readonly file: string;
  readonly options: unknown;
}

export function toPlugins(entries: readonly RemarkPluginEntry[], cwd: string): readonly RemarkPlugin[] {
  return entries.map((entry) => {
    const [name, options] = typeof entry === 'string' ? [entry] : entry;
    return { name, file: resolveModule(name, cwd), options };
  });
}

/** The files of the modules that bodies depend on: of a package its package.json, whose version identifies its code. */
export const bodyModules = ({
  components,
  remarkPlugins,
}: {
  components: string;
  remarkPlugins: readonly RemarkPlugin[];
}) => compact([components, ...remarkPlugins.map(({ file }) => packageFileOf(file) ?? file)]);

function packageFileOf(file: string): string | undefined {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
  return folder && join(folder, 'package.json');
}

/** Why the plugins can't be used, or undefined. */
export async function pluginsFault(
  plugins: readonly RemarkPlugin[],
  cwd: string,
): Promise<string | FileFault | undefined> {
  for (const { name, file } of plugins) {
    if (file === '' || fileFault(file) !== undefined)
      return `there is no module \`${name}\`: is its package installed?`;
    try {
      if (typeof (await importModule(file)) !== 'function')
        return `the default export of \`${name}\` must be a remark plugin`;
    } catch (error) {
      const fault = moduleFault(error);
      return { reason: `\`${name}\`: ${fault.reason}`, place: placeOfFault(fault, file, cwd) };
    }
  }
  return undefined;
}
