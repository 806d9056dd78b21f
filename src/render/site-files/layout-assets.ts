// Files that every page uses: stylesheet, icon, logo, image of link previews.
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { placeOfConfig } from '../../model/config/read.js';
import { wantsOnePage } from '../../model/config/schema/one-page.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { packageFile, readOwnFile, repositoryOf } from '../../model/input/regular-file.js';
import type { Site } from '../../model/site/site.js';
import { type Href, outputHref } from '../../model/types/path.js';
import { BuildError } from '../base/build-error.js';
import type { OutputFile } from '../base/output-file.js';
import { escapeText } from '../body/print/fragment.js';
import { type Asset, ownAsset, ownImage, safeContent } from '../pages/links/assets.js';
import type { LayoutFiles } from '../pages/page-context.js';
import { touchIconPath } from './preview/cards.js';
import type { Bundle } from './styles/bundle.js';

export interface LayoutAssets {
  readonly addresses: LayoutFiles;
  readonly files: readonly OutputFile[];
  /** Diagnostics: DG131, DG132, DG706. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface LayoutInput extends Pick<Site, 'config'> {
  /** Static files by path in the site. */
  readonly statics: Pick<Site['statics'], 'keys'>;
}

type LayoutAsset = Asset & { readonly file: OutputFile };

/** Loads stylesheets and images, and draws missing images. @throws BuildError (DG105) if a file can't be used. */
export async function readLayoutAssets({ config, statics }: LayoutInput): Promise<LayoutAssets> {
  const { title, tagline, basePath, cwd, logo } = config;
  const root = repositoryOf(cwd) ?? cwd;
  const diagnostics: Diagnostic[] = [];
  const image = (key: 'logo' | 'favicon' | 'socialImage', file: string): LayoutAsset => {
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
    return ownImage(basename(file), bytes, basePath);
  };
  const drawn = (name: string, text: string) => ownAsset(name, Buffer.from(text), basePath);
  const styles = await stylesOf(config, root, new Set(statics.keys()));
  const onePage = wantsOnePage(config.onePage) ? drawn('one-page.css', await ownStyles('one-page.css')) : undefined;
  const icon = config.favicon === '' ? drawn('favicon.svg', favicon(title)) : image('favicon', config.favicon);
  const mark = basename(icon.file.path);
  const stylesheet = drawn('styles.css', (await ownStyles('styles.css')).replace('"icon"', mark) + styles.css);
  const preview = config.socialImage === '' ? undefined : image('socialImage', config.socialImage);
  const light = logo && image('logo', logo.light);
  const dark = logo && logo.dark !== '' ? image('logo', logo.dark) : undefined;
  return {
    addresses: {
      stylesheet: stylesheet.href,
      onePageStyles: onePage?.href,
      icon: icon.href,
      socialImage: preview?.href,
      card: { siteTitle: title, tagline, initial: logo || config.favicon !== '' ? '' : initialOf(title) },
      touchIcon: touchIconHref(config, icon),
      themeColor: /--page\s*:/.test(styles.css) ? undefined : pageColors,
      logo: logo &&
        light && {
          light: logoImage(light),
          dark: dark && logoImage(dark),
          alt: logo.alt || (logo.showTitle ? '' : title),
          showTitle: logo.showTitle,
        },
      policy: policyOf([...styles.fonts].sort()),
    },
    files: [stylesheet, onePage, icon, preview, light, dark].flatMap((asset) => asset?.file ?? []).concat(styles.files),
    diagnostics: [...styles.diagnostics, ...diagnostics],
  };
}

/** Returns the content security policy of a page. `fonts` are the allowed font sources. */
export function policyOf(fonts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    ...(fonts.length === 0 ? [] : [`font-src ${fonts.join(' ')}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Colors of the page in both schemes, as in the stylesheet. */
const pageColors = { light: '#fff', dark: '#14171b' };

function touchIconHref({ favicon, basePath }: Site['config'], { href, file }: LayoutAsset): Href | undefined {
  if (favicon === '') return outputHref(touchIconPath, basePath);
  return file.path.endsWith('.png') ? href : undefined;
}

const logoImage = ({ href, size }: LayoutAsset) => ({ href, width: size?.width, height: size?.height });

/** Bundles the site owner's stylesheet. The bundler is only loaded if there is one. */
async function stylesOf({ css, cwd }: Site['config'], root: string, statics: ReadonlySet<string>): Promise<Bundle> {
  if (css === '') return { css: '', files: [], fonts: new Set(), diagnostics: [] };
  const { bundleStyles } = await import('./styles/bundle.js');
  return bundleStyles(css, { root, cwd, statics });
}

/** Returns a stylesheet of docgen without comments, white space and zeros before points. Its strings contain none of these. */
async function ownStyles(name: string): Promise<string> {
  const css = await readFile(packageFile(`templates/${name}`), 'utf8');
  return css
    .replace(/\/\*[\s\S]*?\*\/|\n\s*/g, '')
    .replace(/;?}/g, '}')
    .replaceAll(' > ', '>')
    .replace(/ \{|(?<=[{;][\w-]+): |, |(?<![\w.])0(?=\.\d)/g, (found) => found.trim().replace('0', ''));
}

export function initialOf(title: string): string {
  const text = title.trim();
  // Loading the segmenter takes longer than rendering a page.
  const plain = /^[!-~](?=[ -~]|$)/.exec(text)?.[0];
  const graphemes = plain ? [] : [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  return (plain ?? graphemes[0]?.segment ?? 'D').toUpperCase();
}

export function favicon(title: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>rect{fill:#0a58ca}text{fill:#fff}@media (prefers-color-scheme:dark){rect{fill:#82b4ff}text{fill:#14171b}}</style><rect width="32" height="32" rx="7"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="700">${escapeText(initialOf(title))}</text></svg>\n`;
}
