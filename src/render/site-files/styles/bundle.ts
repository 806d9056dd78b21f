// The owner's stylesheet as one text: the stylesheets that it imports stand in it, the fonts and images that it names are files of the site.
import { dirname, relative, resolve } from 'node:path';
import { string } from 'css-tree/utils';
import { publishedExtension } from '../../../model/content/published-names.js';
import { type Diagnostic, didYouMean, type Place } from '../../../model/diagnostics/diagnostic.js';
import { activeSvg } from '../../../model/diagnostics/rendering.js';
import { stylesheetFile, stylesheetRemote } from '../../../model/diagnostics/usage-and-config.js';
import { readOwnFile } from '../../../model/frame/own-file.js';
import { decodeAddress } from '../../../model/path.js';
import type { OutputFile } from '../../output-file.js';
import { safeContent } from '../../pages/links/asset-kinds.js';
import { ownAsset } from '../../pages/links/assets.js';
import { fromStylesheet } from '../../pages/links/relative.js';
import { underCondition } from './import-condition.js';
import { type CssReference, readCss } from './read-css.js';

/** Where the fonts of a stylesheet come from, as a policy names it. */
export type FontSource = "'self'" | 'data:';

export interface Bundle {
  readonly css: string;
  readonly files: readonly OutputFile[];
  readonly fonts: ReadonlySet<FontSource>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface BundleOptions {
  /** Folder that no file is read from outside of. */
  readonly root: string;
  /** Folder from which messages name files. */
  readonly cwd: string;
  /** Paths of static files of the site: `/img/x.png` is one. */
  readonly statics: ReadonlySet<string>;
}

/** Stylesheets that are imported at most: each stands where it is imported, also twice. */
const mostImports = 100;

const fontNames = /^\.(?:woff2?|ttf|otf|eot)$/;
const imageNames = /^\.(?:png|apng|jpe?g|gif|webp|avif|svg|ico|bmp)$/;

/** Diagnostics: DG131, DG132. */
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
  readonly #options: BundleOptions;
  #imports = 0;

  constructor(options: BundleOptions) {
    this.#options = options;
  }

  /** The rules of a stylesheet; undefined where it cannot be read, for which `place` is to blame. */
  rulesOf(file: string, chain: readonly string[], place?: Place): string | undefined {
    const read = readOwnFile(file, this.#options.root);
    if ('fault' in read) {
      this.diagnostics.push(stylesheetFile({ url: this.#shown(file).slice(1), reason: read.fault }, place));
      return undefined;
    }
    const source = new TextDecoder().decode(read.bytes);
    const { references, charsets } = readCss(source);
    const lines = new Lines(source, this.#shown(file));
    const changes = [
      ...charsets.map(({ start, end }) => ({ start, end, text: '' })),
      ...references.map((reference) => {
        const text = this.#textFor(reference, [...chain, file], lines.placeOf(reference.start));
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

  /** What stands in the place of a reference; undefined where it stays. */
  #textFor(reference: CssReference, chain: readonly string[], place: Place): string | undefined {
    const { kind, url } = reference;
    const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url)?.[1]?.toLowerCase();
    if (scheme === 'data' && kind === 'font') this.fonts.add('data:');
    if (url === '' || url.startsWith('#') || (scheme === 'data' && kind !== 'import')) return undefined;
    if (scheme !== undefined || url.startsWith('//')) {
      // Images of other hosts may be shown, as in pages; nothing else is loaded from them.
      if (kind !== 'image' || scheme !== 'https') this.diagnostics.push(stylesheetRemote({ url, kind }, place));
      return kind === 'import' ? '' : undefined;
    }
    if (kind === 'import') return this.#imported(reference, chain, place);
    const href = this.#published(reference, chain.at(-1) ?? '', place);
    if (href === undefined) return undefined;
    const quoted = string.encode(href);
    return reference.isQuoted ? quoted : `url(${quoted})`;
  }

  #imported({ url, condition }: CssReference, chain: readonly string[], place: Place): string {
    const file = resolve(dirname(chain.at(-1) ?? ''), pathOf(url));
    if (chain.includes(file)) return '';
    this.#imports += 1;
    if (this.#imports > mostImports) {
      this.diagnostics.push(stylesheetFile({ url, reason: `is one of over ${mostImports} that are imported` }, place));
      return '';
    }
    const rules = this.rulesOf(file, chain, place);
    return rules === undefined ? '' : underCondition(rules, condition);
  }

  /** The address of a font or image in the site. */
  #published({ kind, url }: CssReference, from: string, place: Place): string | undefined {
    const { root, statics } = this.#options;
    const path = pathOf(url);
    const fragment = /#.*$/s.exec(url)?.[0] ?? '';
    const fail = (reason: string, hint?: string) => {
      this.diagnostics.push(stylesheetFile({ url, reason, hint }, place));
      return undefined;
    };
    if (kind === 'font') this.fonts.add("'self'");
    if (path.startsWith('/')) {
      const inSite = path.slice(1);
      if (!statics.has(inSite)) return fail('is no static file of the site', didYouMean(inSite, [...statics]));
      return fromStylesheet(inSite) + fragment;
    }
    const extension = publishedExtension(path) ?? '';
    if (!fontNames.test(extension) && !imageNames.test(extension)) return fail('is neither a font nor an image');
    const read = readOwnFile(resolve(dirname(from), path), root);
    if ('fault' in read) return fail(read.fault);
    const content = safeContent(read.bytes, extension);
    if ('fault' in content) return fail(content.fault);
    const { bytes, dropped } = content;
    if (dropped.length > 0) this.diagnostics.push(activeSvg({ url, fault: undefined, dropped }, place));
    const { file } = ownAsset(path, bytes, '/');
    this.files.set(file.path, file);
    return fromStylesheet(file.path) + fragment;
  }

  #shown(file: string): string {
    return `/${relative(this.#options.cwd, file)}`; // as files beside the content are named
  }
}

/** The path in an address, decoded, without its query. */
const pathOf = (url: string) => decodeAddress(url.replace(/[?#].*$/s, ''));

/** Places in a text; lines and columns from 1. */
class Lines {
  readonly #starts: number[] = [0];
  readonly #file: string;

  constructor(text: string, file: string) {
    this.#file = file;
    for (const { 0: end, index } of text.matchAll(/\r\n|[\n\r\f]/g)) this.#starts.push(index + end.length);
  }

  placeOf(offset: number): Place {
    let [line, end] = [1, this.#starts.length];
    while (line < end) {
      const middle = Math.ceil((line + end) / 2);
      if ((this.#starts[middle - 1] ?? 0) <= offset) line = middle;
      else end = middle - 1;
    }
    return { file: this.#file, start: { line, column: offset - (this.#starts[line - 1] ?? 0) + 1 } };
  }
}
