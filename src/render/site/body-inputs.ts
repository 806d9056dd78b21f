// Collects the input of each body, and its cache key.
import { memoize } from 'lodash-es';
import type { Config } from '../../model/config/config.js';
import { isSnippet, type NamedTexts, translateModule } from '../../model/content/parse/imports.js';
import { importCandidates } from '../../model/content/parse/named-paths.js';
import { type FileRules, namedTextsOf, pageValues } from '../../model/content/projects.js';
import type { ReadContentFacts } from '../../model/content/read.js';
import { noRepositories } from '../../model/content/repository-files.js';
import { canTakeHeadingOf } from '../../model/docs/display-metadata.js';
import type { Doc } from '../../model/docs/doc.js';
import { sha256 } from '../../model/input/hash.js';
import { cleanName } from '../../model/input/text.js';
import type { Site } from '../../model/site/site.js';
import type { SourcePath } from '../../model/types/path.js';
import type { BodyInput, RenderBody, TextReader } from '../body/body-types.js';
import { collectFiles, importKey, type Library, type TextFiles } from '../markdown/syntax/included-files.js';
import { type LayoutBodies, type LayoutTextKey, textSource } from '../pages/layout/shared-layout.js';
import { ownSites } from '../pages/links/original-address.js';
import type { BodyEnvironment } from './environment.js';

/** Input of a body, identified by its cache key. The text is loaded when it is needed. */
export interface NamedInput extends Pick<BodyInput, 'key' | 'source' | 'isRepeatable'> {
  readonly read: () => BodyInput;
  readonly files: readonly string[];
}

/** The parts of a site that bodies depend on, besides their docs. */
type BodySite = Pick<Site, 'includable' | 'showable' | 'repositoryFiles' | 'roots' | 'config' | 'rules'>;
type InputDoc = Pick<Doc, 'source' | 'frontMatter' | 'foreign' | 'bodyLine' | 'bodyHash' | 'body' | 'named'> & {
  readonly shown: Pick<Doc['shown'], 'canTakeHeading'>;
};

/**
 * Returns a function that collects the input of a doc's body. The same text has the same input in several versions of a section, so it is rendered once.
 */
export function bodyInputs(
  { includable, showable, repositoryFiles, roots, config, rules: rulesBySource }: BodySite,
  hub: Pick<Site, 'synced'>,
  { buildId, componentsKey }: BodyEnvironment,
): (doc: InputDoc, rules?: FileRules) => NamedInput {
  // Pages share components, whose imports mean the same files on each page.
  const onceFor = (candidatesOf: Library['candidatesOf']) =>
    memoize(candidatesOf, (file, from) => `${from}\n${importKey(file)}`);
  const library: Library = {
    bodyOf: (path) => includable.get(path),
    textOf: (path) => showable.get(path),
    candidatesOf: onceFor((file, from) =>
      file.kind === 'code' || isSnippet(file) ? [] : importCandidates(file, from, roots),
    ),
    repositoryFiles: { ...repositoryFiles, candidates: onceFor(repositoryFiles.candidates) },
  };
  const { code, texts, components, remarkPlugins, extras, lang, labels } = config;
  const options = { code, components, remarkPlugins, extras, lang, labels, ownSites: ownSites(hub) };
  const ofAll = sha256(JSON.stringify([buildId, componentsKey ?? '', options]));
  const sections = config.content.flatMap(({ prefix, version }) => (prefix !== '' && version ? [`${prefix}/`] : []));
  const withoutSection = (source: SourcePath) =>
    source.slice(sections.find((section) => source.startsWith(section))?.length ?? 0) as SourcePath;
  return (doc, rules = rulesBySource.get(doc.source)) => {
    const { bodyLine: line, named, frontMatter } = doc;
    const included = collectFiles(named, doc.source, library, namedTextsOf(rules?.project));
    const files = Object.values(included).flatMap((texts: object) => Object.keys(texts));
    const own = {
      source: files.length === 0 ? withoutSection(doc.source) : doc.source,
      line,
      canTakeHeading: doc.shown.canTakeHeading,
      markdown: frontMatter.mdx?.format ?? config.markdown,
      messages: isTranslated(named, included) ? texts : {},
      ...projectSyntax(rules, doc),
      ...included,
    };
    const ofPage = { ...own, variables: own.variables.page }; // `rules.parseKey` is the hash of the other variables, which all pages of a project share
    const key = sha256(ofAll + (rules?.parseKey ?? '') + JSON.stringify([ofPage, doc.bodyHash]));
    const isRepeatable = componentsKey !== undefined;
    return {
      key,
      source: own.source,
      isRepeatable,
      files,
      read: () => ({ text: doc.body(), key, isRepeatable, ...own, ...options }),
    };
  };
}

/** Returns the generator whose syntax applies to a text, with the values that the text can print. */
function projectSyntax(
  rules: FileRules | undefined,
  doc: InputDoc,
): Pick<BodyInput, 'headingIds' | 'generator' | 'variables'> {
  const { headingIds = 'github', project } = rules ?? {};
  return {
    headingIds,
    generator: project?.generator ?? 'docusaurus',
    variables: project && rules ? { ...project.variables, page: pageValues(doc.source, doc, rules) } : {},
  };
}

/** Whether a text, a partial or a component can show messages. */
const isTranslated = ({ imports }: NamedTexts, { partials, wholeTexts }: TextFiles) =>
  imports.some(({ path }) => path === translateModule) ||
  [partials, wholeTexts].some((texts) => Object.values(texts).some((text) => text.includes(translateModule)));

/** Parts of a site for a text that includes no files and has no generator. */
const textAlone = {
  includable: new Map(),
  showable: new Map(),
  rules: new Map(),
  repositoryFiles: noRepositories,
  roots: { roots: [], aliases: [] },
};

/** Renders the Markdown texts in the config for the layout of pages, like bodies of docs without components and plugins. */
export async function renderTexts(config: Config, env: BodyEnvironment, render: RenderBody): Promise<LayoutBodies> {
  const plain = { ...config, components: '', remarkPlugins: [], markdown: 'detect' as const };
  const inputOf = bodyInputs({ ...textAlone, config: plain }, { synced: new Map() }, { ...env, componentsKey: '' });
  const rest = { frontMatter: {}, bodyLine: 1, named: { includes: [], imports: [] }, shown: { canTakeHeading: false } };
  const texts = { announcement: config.announcement, 'footer.text': config.footer.text, notFound: config.notFound };
  const made = Object.entries(texts).map(async ([key, text]) => {
    const doc = { source: textSource(key as LayoutTextKey), body: () => text, bodyHash: sha256(text), ...rest };
    return text.trim() === '' ? [] : [[key, await render(inputOf(doc).read())] as const];
  });
  return Object.fromEntries((await Promise.all(made)).flat());
}

/**
 * Returns a function that reads the facts of docs, once per text, and prefetches their bodies, except bodies that contain texts of other files. If the input
 * of a body turns out to be different, or there is no page for it, the prefetched body is never requested.
 */
export function factsReader(
  read: TextReader['read'],
  env: BodyEnvironment,
): (config: Config, prefetch: ((input: BodyInput) => void) | undefined) => ReadContentFacts {
  const readOnce = memoize(read, ({ key }) => key);
  return (config, begin) => (synced) => {
    const inputOf = bodyInputs({ ...textAlone, config }, { synced }, env);
    return ({ path: source, body, parsed }, rules) => {
      const { named, frontMatter, startMeta } = parsed;
      const path = cleanName(source).value;
      const shown = { canTakeHeading: canTakeHeadingOf({ path, frontMatter, startMeta, titles: config.titles }) };
      const input = inputOf({ source, body, shown, ...parsed }, rules).read();
      const facts = readOnce(input);
      if (named.includes.length + named.imports.length > 0) return facts;
      return facts.then((value) => {
        begin?.(input);
        return value;
      });
    };
  };
}
