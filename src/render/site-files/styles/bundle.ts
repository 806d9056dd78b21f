// Bundles the site owner's stylesheet: inlines imported stylesheets, and adds referenced fonts and images to the site.
import { dirname, resolve } from 'node:path';
import { cssString } from '../../../markup/css.js';
import { type CssReference, readCss } from '../../../markup/read-css.js';
import {
  type Diagnostic,
  nearest,
  outsidePath,
  type Place,
  pointsOf,
  problem,
} from '../../../model/diagnostics/diagnostic.js';
import { readOwnFile } from '../../../model/input/regular-file.js';
import { isFont, publishedExtension } from '../../../model/site/publish-statics.js';
import { decodeAddress, splitUrl } from '../../../model/types/path.js';
import type { OutputFile } from '../../base/output-file.js';
import { ownAsset, safeContent } from '../../pages/links/assets.js';
import { fromStylesheet } from '../../pages/links/relative.js';

type FontSource = "'self'" | 'data:';

export interface Bundle {
  readonly css: string;
  readonly files: readonly OutputFile[];
  readonly fonts: ReadonlySet<FontSource>;
  readonly diagnostics: readonly Diagnostic[];
}

interface BundleOptions {
  /** Folder that contains all files that may be read. */
  readonly root: string;
  /** Folder that paths in messages are relative to. */
  readonly cwd: string;
  /** Paths of the site's static files, such as `/img/x.png`. */
  readonly statics: ReadonlySet<string>;
}

/** Maximum number of imported stylesheets. Each import is inlined, so a file can count several times. */
const maxImports = 100;

const imageNames = /^\.(?:png|apng|jpe?g|gif|webp|avif|svg|ico|bmp)$/;

export function bundleStyles(file: string, options: BundleOptions): Bundle {
  const bundler = new Bundler(options);
  const css = bundler.rulesOf(file, []);
  const { files, fonts, diagnostics } = bundler;
  return { css: css ?? '', files: [...files.values()], fonts, diagnostics };
}

class Bundler {
  readonly files = new Map<string, OutputFile>();
  readonly fonts = new Set<FontSource>();
  readonly diagnostics: Diagnostic[] = [];
  #imports = 0;

  constructor(private readonly options: BundleOptions) {}

  /** Returns the rules of a stylesheet. Reports at `place` if it can't be read. */
  rulesOf(file: string, chain: readonly string[], place?: Place): string | undefined {
    const read = readOwnFile(file, this.options.root);
    if ('fault' in read) {
      this.diagnostics.push(
        problem.stylesheetFile({ url: outsidePath(file, this.options.cwd).slice(1), reason: read.fault }, place),
      );
      return undefined;
    }
    const source = new TextDecoder().decode(read.bytes);
    const { references, charsets } = readCss(source);
    const pointAt = pointsOf(source, /\r\n?|[\n\f]/g);
    const changes = [
      ...charsets.map(({ start, end }) => ({ start, end, text: '' })),
      ...references.map((reference) => {
        const text = this.#textFor(reference, [...chain, file], {
          file: outsidePath(file, this.options.cwd),
          start: pointAt(reference.start),
        });
        return { ...reference, text: text ?? source.slice(reference.start, reference.end) };
      }),
    ].sort((a, b) => a.start - b.start);
    let [css, end] = ['', 0];
    for (const change of changes) {
      css += source.slice(end, change.start) + change.text;
      end = change.end;
    }
    return css + source.slice(end);
  }

  #textFor(reference: CssReference, chain: readonly string[], place: Place): string | undefined {
    const { kind, url } = reference;
    const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url)?.[1]?.toLowerCase();
    if (scheme === 'data' && kind === 'font') this.fonts.add('data:');
    if (url === '' || url.startsWith('#') || (scheme === 'data' && kind !== 'import')) return undefined;
    if (scheme !== undefined || url.startsWith('//')) {
      // As on pages, only images can load from other hosts.
      if (kind !== 'image' || scheme !== 'https')
        this.diagnostics.push(problem.stylesheetRemote({ url, isImage: kind === 'image' }, place));
      return kind === 'import' ? '' : undefined;
    }
    if (kind === 'import') return this.#imported(reference, chain, place);
    const href = this.#published(reference, chain.at(-1) ?? '', place);
    if (href === undefined) return undefined;
    const quoted = cssString(href);
    return reference.isQuoted ? quoted : `url(${quoted})`;
  }

  #imported({ url, condition }: CssReference, chain: readonly string[], place: Place): string {
    const file = resolve(dirname(chain.at(-1) ?? ''), pathOf(url));
    if (chain.includes(file)) return '';
    this.#imports += 1;
    if (this.#imports > maxImports) {
      this.diagnostics.push(
        problem.stylesheetFile({ url, reason: `is beyond the limit of ${maxImports} imports` }, place),
      );
      return '';
    }
    const rules = this.rulesOf(file, chain, place);
    return rules === undefined ? '' : underCondition(rules, condition);
  }

  #published({ kind, url }: CssReference, from: string, place: Place): string | undefined {
    const { root, statics } = this.options;
    const path = pathOf(url);
    const fragment = /#.*$/s.exec(url)?.[0] ?? '';
    const fail = (reason: string, near?: string) => {
      this.diagnostics.push(problem.stylesheetFile({ url, reason, near }, place));
      return undefined;
    };
    if (kind === 'font') this.fonts.add("'self'");
    if (path.startsWith('/')) {
      const inSite = path.slice(1);
      if (!statics.has(inSite)) return fail('is not a static file of the site', nearest(inSite, statics));
      return fromStylesheet(inSite) + fragment;
    }
    const extension = publishedExtension(path) ?? '';
    if (!isFont(path) && !imageNames.test(extension)) return fail('is neither a font nor an image');
    const read = readOwnFile(resolve(dirname(from), path), root);
    if ('fault' in read) return fail(read.fault);
    const content = safeContent(read.bytes, extension);
    if ('fault' in content) return fail(content.fault);
    const { bytes, dropped } = content;
    if (dropped.length > 0) this.diagnostics.push(problem.activeSvg({ url, fault: undefined, dropped }, place));
    const { file } = ownAsset(path, bytes, '/');
    this.files.set(file.path, file);
    return fromStylesheet(file.path) + fragment;
  }
}

const pathOf = (url: string) => decodeAddress(splitUrl(url).path);

/** Matches the layer, the support test with its parentheses (up to four levels), and the media of an import, also without blanks. */
const importCondition =
  /^(layer(?:\(([^()]*)\)|(?=\s|$))\s*)?(?:supports(\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))\s*)?(.*)$/is;

/** Wraps rules in a condition such as `layer(base) supports(display: grid) print`. */
export function underCondition(rules: string, condition: string): string {
  const [, ofLayer, layer = '', supports, media] = importCondition.exec(condition) ?? [];
  let wrapped = rules;
  if (ofLayer !== undefined) wrapped = `@layer ${layer.trim()} {\n${wrapped}\n}`;
  if (supports !== undefined) wrapped = `@supports ${supports} {\n${wrapped}\n}`;
  return media ? `@media ${media} {\n${wrapped}\n}` : wrapped;
}
