// Build inputs other than the content and the config: docgen's own code, and the site owner's modules and theme files.
import { readFile } from 'node:fs/promises';
import { version } from 'react';
import type { Config } from '../../model/config/config.js';
import { bodyModules, moduleKey } from '../../model/config/module.js';
import { sha256 } from '../../model/input/hash.js';
import { packageFile } from '../../model/input/regular-file.js';
import { ownModules } from '../base/own-modules.js';
import { partFiles } from '../pages/print/load-templates.js';
import { type LayoutAssets, type LayoutInput, readLayoutAssets } from '../site-files/layout-assets.js';

export interface BuildEnvironment extends BodyEnvironment {
  readonly layout: LayoutAssets;
  /** Hash of the site owner's templates, or undefined if their imports can't be determined statically. */
  readonly templatesKey: string | undefined;
}

export interface BodyEnvironment {
  /** Hash of docgen's code, and the version of React. */
  readonly buildId: string;
  /** Hash of the site owner's components and remark plugins, '' if there are none, or undefined if their imports can't be determined statically. */
  readonly componentsKey: string | undefined;
}

/** Returns the hash of everything that affects how texts are parsed: docgen's code, the options of Markdown and the components. */
export function textsKey(config: Config, { buildId, componentsKey = '' }: BodyEnvironment): string {
  const { extras, code, markdown, texts, components, remarkPlugins } = config;
  return sha256(JSON.stringify([buildId, componentsKey, extras, code, markdown, texts, components, remarkPlugins]));
}

/** Loads the build environment. @throws BuildError (DG105) if `css` can't be read. */
export async function readBuildEnvironment(input: LayoutInput): Promise<BuildEnvironment> {
  const { config } = input;
  return {
    layout: await readLayoutAssets(input),
    templatesKey: moduleKey([...partFiles(config.templates).values()], Object.keys(ownModules)),
    ...(await readBodyEnvironment(config)),
  };
}

export async function readBodyEnvironment(
  config: Pick<Config, 'components' | 'remarkPlugins'>,
): Promise<BodyEnvironment> {
  const modules = bodyModules(config);
  const componentsKey = modules.length === 0 ? '' : moduleKey(modules, Object.keys(ownModules));
  const codeHash = await readFile(packageFile('dist/build-id.txt'), 'utf8');
  return { buildId: `${codeHash.trim()} ${version}`, componentsKey };
}
