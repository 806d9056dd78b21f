// Files that every page uses: stylesheet, icon, logo, image of link previews.
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { placeOfConfig } from '../../model/config/read.js';
import { wantsOnePage } from '../../model/config/schema/one-page.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { problem } from '../../model/diagnostics/problem.js';
import { packageFile } from '../../model/input/package-file.js';
import { readOwnFile, repositoryOf } from '../../model/input/regular-file.js';
import type { Site } from '../../model/site/site.js';
import { BuildError } from '../base/build-error.js';
import type { OutputFile } from '../base/output-file.js';
import { policyOf } from '../base/policy.js';
import { safeContent } from '../pages/links/asset-kinds.js';
import { type Asset, imageAsset, ownAsset } from '../pages/links/assets.js';
import type { FrameFiles } from '../pages/page-context.js';
import { favicon, socialImage } from './icons.js';
import type { Bundle } from './styles/bundle.js';

export interface LayoutAssets {
  readonly addresses: FrameFiles;
  readonly files: readonly OutputFile[];
  /** Diagnostics: DG131, DG132, DG706. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface LayoutInput extends Pick<Site, 'config'> {
  /** Static files by path in the site. */
  readonly statics: Pick<Site['statics'], 'keys'>;
}

type FrameAsset = Asset & { readonly file: OutputFile };

/** Loads the stylesheets and the site owner's images, and draws missing images. @throws BuildError (DG105) if a file can't be used. */
export async function readLayoutAssets({ config, statics }: LayoutInput): Promise<LayoutAssets> {
  const { title, tagline, basePath, cwd, logo } = config;
  const root = repositoryOf(cwd) ?? cwd;
  const diagnostics: Diagnostic[] = [];
  const image = (key: 'logo' | 'favicon' | 'socialImage', file: string): FrameAsset => {
    const fail = (reason: string) =>
      new BuildError(
        problem.configInvalid({ key, reason: `file \`${basename(file)}\` ${reason}` }, placeOfConfig(config.file)),
      );
    const read = readOwnFile(file, root);
    if ('fault' in read) throw fail(read.fault);
    const content = safeContent(read.bytes, extname(file).toLowerCase());
    if ('fault' in content) throw fail(content.isMarkup ? 'is not an image' : content.fault);
    const { bytes, dropped } = content;
    if (dropped.length > 0) diagnostics.push(problem.activeSvg({ url: basename(file), fault: undefined, dropped }));
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

/** Bundles the site owner's stylesheet. The bundler is only loaded if there is one. */
async function stylesOf({ css, cwd }: Site['config'], root: string, statics: ReadonlySet<string>): Promise<Bundle> {
  if (css === '') return { css: '', files: [], fonts: new Set(), diagnostics: [] };
  const { bundleStyles } = await import('./styles/bundle.js');
  return bundleStyles(css, { root, cwd, statics });
}

/** Removes comments and white space from docgen's stylesheet. Its strings contain neither comments nor line breaks. */
function compact(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\/|\n\s*/g, '').replace(/;?}/g, '}\n');
}
