// What a build depends on beside the content and the config: docgen's own code, and the files of a maintainer that it runs or publishes.
import { readFile } from 'node:fs/promises';
import { version } from 'react';
import type { Config } from '../model/config.js';
import { moduleKey } from '../model/module-key.js';
import { packageFile } from '../model/package-file.js';
import { sha256 } from './hash.js';
import { ownModules } from './own-modules.js';
import { partFiles } from './pages/parts.js';
import { type Frame, type FrameInput, readFrame } from './site-files/frame.js';

export interface Setting extends BodySetting {
  readonly frame: Frame;
  /** Names the code of the maintainer's templates; undefined where that cannot be told. */
  readonly templatesKey: string | undefined;
}

/** What bodies depend on. */
export interface BodySetting {
  /** Names docgen's own code. */
  readonly buildId: string;
  /** Names the code of the maintainer's components; '' where there are none, undefined where it cannot be told. */
  readonly componentsKey: string | undefined;
}

/** Changes with all that decides how a text is read: docgen's own code, the extras of Markdown, and which components there are. */
export function textsKey({ extras, components }: Pick<Config, 'extras' | 'components'>, setting: BodySetting): string {
  return sha256(JSON.stringify([setting.buildId, setting.componentsKey ?? '', extras, components]));
}

/** Throws a `BuildError` with DG105 where `css` cannot be read. */
export async function readSetting(input: FrameInput): Promise<Setting> {
  const { config } = input;
  return {
    frame: await readFrame(input),
    templatesKey: moduleKey([...partFiles(config.templates).values()], Object.keys(ownModules)),
    ...(await readBodySetting(config)),
  };
}

export async function readBodySetting({ components }: Pick<Config, 'components'>): Promise<BodySetting> {
  const componentsKey = components === '' ? '' : moduleKey([components], Object.keys(ownModules));
  return { buildId: await readBuildId(), componentsKey };
}

/** Names docgen's own code and the React that runs it. */
export async function readBuildId(): Promise<string> {
  return `${(await readFile(packageFile('dist/build-id.txt'), 'utf8')).trim()} ${version}`;
}
