// The files that every page names: stylesheet, icon, image of link previews.
import { readFile } from 'node:fs/promises';
import type { Config } from '../../model/config.js';
import { configInvalid } from '../../model/diagnostics/usage-and-config.js';
import { packageFile } from '../../model/package-file.js';
import { reasonOf } from '../../model/plain-data.js';
import { BuildError } from '../build-error.js';
import type { OutputFile } from '../output-file.js';
import type { FrameFiles } from '../pages/document.js';
import { ownAsset } from '../pages/links/assets.js';
import { favicon, socialImage } from './icons.js';

export interface Frame {
  readonly addresses: FrameFiles;
  readonly files: readonly OutputFile[];
}

/** Reads the stylesheets and draws the images. Throws a `BuildError` with DG105 where `css` cannot be read. */
export async function readFrame({ title, tagline, css, basePath }: Config): Promise<Frame> {
  const styles = [packageFile('templates/styles.css'), ...(css === '' ? [] : [css])];
  const texts = await Promise.all(styles.map((file) => readFile(file))).catch((error: unknown) => {
    throw new BuildError(configInvalid({ key: 'css', reason: reasonOf(error) }));
  });
  const stylesheet = ownAsset('styles.css', Buffer.concat(texts), basePath);
  const icon = ownAsset('favicon.svg', Buffer.from(favicon(title)), basePath);
  const preview = ownAsset('social.svg', Buffer.from(socialImage(title, tagline)), basePath);
  return {
    addresses: { stylesheet: stylesheet.href, icon: icon.href, socialImage: preview.href },
    files: [stylesheet.file, icon.file, preview.file],
  };
}
