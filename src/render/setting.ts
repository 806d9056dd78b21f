// What a build depends on beside the content and the config: docgen's own code, and the files of a maintainer that it runs or publishes.
import { readFile } from 'node:fs/promises';
import { moduleKey } from '../model/module-key.js';
import { packageFile } from '../model/package-file.js';
import { ownModules } from './own-modules.js';
import { partFiles } from './pages/parts.js';
import { type Frame, type FrameInput, readFrame } from './site-files/frame.js';

export interface Setting {
  readonly frame: Frame;
  /** Names docgen's own code. */
  readonly buildId: string;
  /** Names the code of the maintainer's templates; undefined where that cannot be told. */
  readonly templatesKey: string | undefined;
  /** The same for components; '' where there are none. */
  readonly componentsKey: string | undefined;
}

/** Throws a `BuildError` with DG105 where `css` cannot be read. */
export async function readSetting(input: FrameInput): Promise<Setting> {
  const offered = Object.keys(ownModules);
  const { components, templates } = input.config;
  return {
    frame: await readFrame(input),
    buildId: await readBuildId(),
    templatesKey: moduleKey([...partFiles(templates).values()], offered),
    componentsKey: components === '' ? '' : moduleKey([components], offered),
  };
}

/** Names docgen's own code. */
export async function readBuildId(): Promise<string> {
  return (await readFile(packageFile('dist/build-id.txt'), 'utf8')).trim();
}
