// The files that every page names: stylesheet, icon, logo, image of link previews.
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { activeSvg } from '../../model/diagnostics/rendering.js';
import { configInvalid } from '../../model/diagnostics/usage-and-config.js';
import { projectRoot, readOwnFile } from '../../model/frame/own-file.js';
import { packageFile } from '../../model/package-file.js';
import { wantsOnePage } from '../../model/pages/one-page-folders.js';
import { placeOfConfig } from '../../model/redirects/wanted.js';
import type { Site } from '../../model/site.js';
import { BuildError } from '../build-error.js';
import type { OutputFile } from '../output-file.js';
import type { FrameFiles } from '../pages/document.js';
import { safeContent } from '../pages/links/asset-kinds.js';
import { type Asset, imageAsset, ownAsset } from '../pages/links/assets.js';
import { policyOf } from '../policy.js';
import { favicon, socialImage } from './icons.js';
import type { Bundle } from './styles/bundle.js';

export interface Frame {
  readonly addresses: FrameFiles;
  readonly files: readonly OutputFile[];
  /** DG131, DG132, DG706. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface FrameInput extends Pick<Site, 'config'> {
  /** By their paths in the site. */
  readonly statics: Pick<Site['statics'], 'keys'>;
}

type FrameAsset = Asset & { readonly file: OutputFile };

/** Reads the stylesheets and the owner's images, draws those that the owner has not. Throws a `BuildError` with DG105 where one cannot be used. */
export async function readFrame({ config, statics }: FrameInput): Promise<Frame> {
  const { title, tagline, basePath, cwd, logo } = config;
  const root = projectRoot(cwd);
  const diagnostics: Diagnostic[] = [];
  const image = (key: 'logo' | 'favicon' | 'socialImage', file: string): FrameAsset => {
    const fail = (reason: string) =>
      new BuildError(
        configInvalid({ key, reason: `file \`${basename(file)}\` ${reason}` }, placeOfConfig(config.file)),
      );
    const read = readOwnFile(file, root);
    if ('fault' in read) throw fail(read.fault);
    const content = safeContent(read.bytes, extname(file).toLowerCase());
    if ('fault' in content) throw fail(content.isMarkup ? 'is no image' : content.fault);
    const { bytes, dropped } = content;
    if (dropped.length > 0) diagnostics.push(activeSvg({ url: basename(file), fault: undefined, dropped }));
    return imageAsset(basename(file), bytes, basePath);
  };
  const styles = await stylesOf(config, root, new Set(statics.keys()));
  const own = compact(await readFile(packageFile('templates/styles.css'), 'utf8'));
  const stylesheet = ownAsset('styles.css', Buffer.from(own + styles.css), basePath);
  const onePage = wantsOnePage(config.onePage)
    ? ownAsset(
        'one-page.css',
        Buffer.from(compact(await readFile(packageFile('templates/one-page.css'), 'utf8'))),
        basePath,
      )
    : undefined;
  const icon =
    config.favicon === ''
      ? ownAsset('favicon.svg', Buffer.from(favicon(title)), basePath)
      : image('favicon', config.favicon);
  const preview =
    config.socialImage === ''
      ? ownAsset('social.svg', Buffer.from(socialImage(title, tagline)), basePath)
      : image('socialImage', config.socialImage);
  const light = logo && image('logo', logo.light);
  const dark = logo && logo.dark !== '' ? image('logo', logo.dark) : undefined;
  return {
    addresses: {
      stylesheet: stylesheet.href,
      onePageStyles: onePage?.href,
      icon: icon.href,
      iconType: iconTypes[extname(icon.file.path)] ?? 'image/png',
      socialImage: preview.href,
      logo:
        logo && light
          ? {
              light: logoImage(light),
              dark: dark && logoImage(dark),
              alt: logo.showTitle ? logo.alt : logo.alt || title,
              showTitle: logo.showTitle,
            }
          : undefined,
      policy: policyOf([...styles.fonts].sort()),
    },
    files: [stylesheet, onePage, icon, preview, light, dark].flatMap((asset) => asset?.file ?? []).concat(styles.files),
    diagnostics: [...styles.diagnostics, ...diagnostics],
  };
}

const iconTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/vnd.microsoft.icon',
};

const logoImage = ({ href, size }: FrameAsset) => ({ href, width: size?.width, height: size?.height });

/** What reads stylesheets is loaded where there is one to read. */
async function stylesOf({ css, cwd }: Site['config'], root: string, statics: ReadonlySet<string>): Promise<Bundle> {
  if (css === '') return { css: '', files: [], fonts: new Set(), diagnostics: [] };
  const { bundleStyles } = await import('./styles/bundle.js');
  return bundleStyles(css, { root, cwd, statics });
}

/** docgen's stylesheet without what browsers do not read; its strings hold neither comments nor ends of lines. */
function compact(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\/|\n\s*/g, '').replace(/;?}/g, '}\n');
}
