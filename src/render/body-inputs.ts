import type { Config } from '../model/config.js';
import { isSnippet } from '../model/content/imports.js';
import { importCandidates } from '../model/content/named-paths.js';
import type { ReadContentFacts } from '../model/content/read.js';
import { cleanName } from '../model/content/text.js';
import type { Doc } from '../model/docs/doc.js';
import { canTakeHeadingOf } from '../model/docs/shown/shown.js';
import { noRepositories } from '../model/mounts/repository-files.js';
import type { SourcePath } from '../model/path.js';
import type { Site } from '../model/site.js';
import type { BodyInput, TextReader } from './body/body-types.js';
import { sha256 } from './hash.js';
import { collectFiles, type Library, type TextFiles } from './markdown/syntax/included-files.js';
import { ownSites } from './pages/links/original-address.js';
import type { BodySetting } from './setting.js';

/** All that a body depends on, by its name; its text is read when it is wanted. */
export interface NamedInput extends Pick<BodyInput, 'key' | 'isRepeatable'> {
  readonly read: () => BodyInput;
  /** Files beside its own that it holds texts of, by source path. */
  readonly files: readonly string[];
}

/** What bodies depend on beside the docs. */
type BodySite = Pick<Site, 'includable' | 'showable' | 'repositoryFiles' | 'roots' | 'config'> & {
  readonly headingIds: Pick<Site['headingIds'], 'get'>;
};
type InputDoc = Pick<Doc, 'source' | 'bodyLine' | 'bodyHash' | 'body' | 'named'> & {
  readonly shown: Pick<Doc['shown'], 'canTakeHeading'>;
};

/**
 * Gives all that the body of a doc depends on. A version and the hub, which has it as a section, have the same input for the same text.
 */
export function bodyInputs(
  site: BodySite,
  hub: Pick<Site, 'gathered'>,
  { buildId, componentsKey }: BodySetting,
): (doc: InputDoc) => NamedInput {
  const { includable, showable, repositoryFiles, roots, config } = site;
  const library: Library = {
    bodyOf: (path) => includable.get(path),
    textOf: (path) => showable.get(path),
    candidatesOf: (file, from) => (file.kind === 'code' || isSnippet(file) ? [] : importCandidates(file, from, roots)),
    repositoryFiles,
  };
  const { components, extras, lang, labels } = config;
  const addresses = ownSites(hub);
  const sections = config.content.flatMap(({ prefix, version }) => (prefix !== '' && version ? [`${prefix}/`] : []));
  const withoutSection = (source: SourcePath) =>
    source.slice(sections.find((section) => source.startsWith(section))?.length ?? 0) as SourcePath;
  return (doc) => {
    const { source, bodyLine: line, shown } = doc;
    const taken = collectFiles(doc.named, source, library);
    const rest = {
      source: isEmpty(taken) ? withoutSection(source) : source,
      line,
      canTakeHeading: shown.canTakeHeading,
      ...taken,
      ownSites: addresses,
      headingIds: site.headingIds.get(source) ?? 'github',
      extras,
      lang,
      labels,
      components,
    };
    const key = sha256(JSON.stringify([buildId, componentsKey ?? '', rest, doc.bodyHash]));
    const isRepeatable = componentsKey !== undefined;
    const files = [...Object.keys(taken.partials), ...Object.keys(taken.shown)];
    return { key, isRepeatable, files, read: () => ({ ...rest, text: doc.body(), key, isRepeatable }) };
  };
}

/** True where a text names no file by its place in the hub. */
const isEmpty = (files: TextFiles) => Object.values(files).every((named) => Object.keys(named).length === 0);

/** Begins a body that may be asked for soon. */
type Begin = ((input: BodyInput) => void) | undefined;

/**
 * Reads the facts of docs as their texts are read, each text once, and begins their bodies, except those that hold texts of other files. A
 * body is known by all that it depends on: one that turns out to be another, or of no page, is not asked for.
 */
export function factsReader(
  read: TextReader['read'],
  setting: BodySetting,
): (config: Config, begin: Begin) => ReadContentFacts {
  const none = { get: () => undefined };
  const roots = { roots: [], aliases: [] };
  const known = new Map<string, ReturnType<TextReader['read']>>();
  return (config, begin) => (gathered) => (file, headingIds) => {
    const { bodyLine, bodyHash, named, frontMatter, startMeta } = file.parsed;
    const site = {
      config,
      roots,
      includable: none,
      showable: none,
      repositoryFiles: noRepositories,
      headingIds: { get: () => headingIds },
    };
    const { path: source, body } = file;
    const path = cleanName(source).value;
    const shown = { canTakeHeading: canTakeHeadingOf({ path, frontMatter, startMeta, titles: config.titles }) };
    const input = bodyInputs(site, { gathered }, setting)({ source, bodyLine, bodyHash, named, body, shown }).read();
    const facts = known.get(input.key) ?? read(input);
    known.set(input.key, facts);
    if (named.includes.length + named.imports.length > 0) return facts;
    return facts.then((value) => {
      begin?.(input);
      return value;
    });
  };
}
