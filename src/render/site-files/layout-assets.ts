// Files that every page uses: stylesheet, icon, logo, image of link previews.
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { placeOfConfig } from '../../model/config/read.js';
import { wantsOnePage } from '../../model/config/schema/one-page.js';
import { type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { packageFile, readOwnFile, repositoryOf } from '../../model/input/regular-file.js';
import type { Site } from '../../model/site/site.js';
import { BuildError } from '../base/build-error.js';
import type { OutputFile } from '../base/output-file.js';
import { policyOf } from '../base/policy.js';
import { escapeText } from '../body/print/fragment.js';
import { type Asset, imageAsset, ownAsset, safeContent } from '../pages/links/assets.js';
import type { FrameFiles } from '../pages/page-context.js';
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

/** Loads stylesheets and images, and draws missing images. @throws BuildError (DG105) if a file can't be used. */
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
  const drawn = (name: string, text: string) => ownAsset(name, Buffer.from(text), basePath);
  const styles = await stylesOf(config, root, new Set(statics.keys()));
  const stylesheet = drawn('styles.css', (await ownStyles('styles.css')) + styles.css);
  const onePage = wantsOnePage(config.onePage) ? drawn('one-page.css', await ownStyles('one-page.css')) : undefined;
  const icon = config.favicon === '' ? drawn('favicon.svg', favicon(title)) : image('favicon', config.favicon);
  const preview =
    config.socialImage === ''
      ? drawn('social.svg', socialImage(title, tagline))
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
      logo: {
        light: light ? logoImage(light) : { href: icon.href, width: 32, height: 32 },
        dark: dark && logoImage(dark),
        alt: (logo?.alt ?? '') || (logo?.showTitle === false ? title : ''),
        showTitle: logo?.showTitle ?? true,
      },
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

/** Returns a stylesheet of docgen without comments, white space and zeros before points. Its strings contain none of these. */
async function ownStyles(name: string): Promise<string> {
  const css = await readFile(packageFile(`templates/${name}`), 'utf8');
  return css
    .replace(/\/\*[\s\S]*?\*\/|\n\s*/g, '')
    .replace(/;?}/g, '}')
    .replace(/ \{|(?<=[{;][\w-]+): |, |(?<![\w.])0(?=\.\d)/g, (found) => found.trim().replace('0', ''));
}

function initialOf(title: string): string {
  const text = title.trim();
  // Loading the segmenter takes longer than rendering a page.
  const plain = /^[!-~](?=[ -~]|$)/.exec(text)?.[0];
  const graphemes = plain ? [] : [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  return (plain ?? graphemes[0]?.segment ?? 'D').toUpperCase();
}

export function favicon(title: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>rect{fill:#0a58ca}text{fill:#fff}@media (prefers-color-scheme:dark){rect{fill:#82b4ff}text{fill:#14171b}}</style><rect width="32" height="32" rx="7"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="700">${escapeText(initialOf(title))}</text></svg>\n`;
}

/** Draws the image of link previews (1200 × 630): the title, as large as possible, and the tagline. */
export function socialImage(title: string, tagline: string): string {
  const size = Math.max(48, Math.min(110, Math.floor(1700 / Math.max(1, title.length))));
  const lines = wrap(tagline, 52).slice(0, 3);
  const text = lines.map(
    (line, index) => `<text x="90" y="${420 + index * 50}" font-size="36" fill="#c9d4e3">${escapeText(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="system-ui,sans-serif"><rect width="1200" height="630" fill="#14171b"/><rect x="90" y="130" width="120" height="12" rx="6" fill="#82b4ff"/><text x="86" y="300" font-size="${size}" font-weight="700" fill="#fff">${escapeText(title)}</text>${text.join('')}</svg>\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
