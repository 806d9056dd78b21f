// Renders one text: parses it, reads its facts, and runs the steps from Markdown to HTML in order. Sanitizing is the last step.
import { mapValues, memoize } from 'lodash-es';
import { type ComponentRegistry, components as ownComponents } from '../../../templates/components/index.js';
import { importModule, offerModules } from '../../model/config/module.js';
import { noFacts, type PageFacts } from '../../model/content/parse/page-facts.js';
import { isRecord } from '../../model/input/plain-data.js';
import { wordsOf } from '../../model/labels/ui-text.js';
import { firstFound } from '../../model/types/group.js';
import { Recent } from '../../model/types/recent.js';
import type { RecordStep } from '../base/stopwatch.js';
import { factsOf } from '../markdown/facts.js';
import { limitFault } from '../markdown/parser.js';
import { loadPlugins } from '../markdown/plugins.js';
import { type MarkdownTree, readMarkdown } from '../markdown/read-markdown.js';
import { isHtmlPage } from '../markdown/syntax/generator-syntax.js';
import { textsOf } from '../markdown/syntax/included-files.js';
import { type BodyContext, renderBlocks, type TextInput } from './blocks.js';
import { type Body, type BodyInput, escapedSource } from './body-types.js';
import { isInlineName } from './components/components.js';
import { hasRightToLeft, markDirections } from './html/directions.js';
import { assignIdsAndSlots, cutIntoParts, toHtmlTree } from './html-tree.js';
import { replacePlaceholders, splitFragment } from './print/fragment.js';
import { printBody } from './print/print.js';

offerModules(async () => (await import('../base/own-modules.js')).ownModules);

/** Maximum length of the texts whose trees are kept, in characters. A tree takes about ten bytes per character. */
const maxKept = 4_000_000;

/** Trees by the key of their input. */
const trees = new Recent<string, TextTree>(maxKept);

/** Reads the facts of a text, and keeps its tree for its body. */
export async function readFacts(input: BodyInput, lap: RecordStep = () => {}): Promise<PageFacts> {
  try {
    if (faultOf(input) !== undefined) return noFacts;
    const tree = trees.take(input.key) ?? (await readText(await textInput(input, lap)));
    lap('facts');
    trees.add(input.key, tree, input.text.length);
    return tree.facts;
  } catch {
    return noFacts; // renderBody reports the reason
  }
}

const faultOf = (input: BodyInput) => firstFound(textsOf(input), limitFault);

async function textInput(input: BodyInput, lap: RecordStep): Promise<TextInput> {
  const components = await registryOf(input.components);
  const token = input.key.slice(0, 32); // a hash of the entire input
  return Object.assign({ token, lap, words: wordsOf(input) }, input, { components });
}

/** Renders one body. Never throws. Diagnostics: DG306, and those of its text. */
export async function renderBody(input: BodyInput, lap: RecordStep = () => {}): Promise<Body> {
  try {
    const known = trees.take(input.key);
    const fault = known ? undefined : faultOf(input);
    if (fault !== undefined) return escapedSource(input, fault, 'limit');
    const text = await textInput(input, lap);
    const rendered = await renderTree(known ?? (await readText(text)), text);
    lap('print');
    return { status: 'rendered', ...rendered };
  } catch (error) {
    const isTooDeep = error instanceof RangeError && error.message.includes('call stack');
    return isTooDeep
      ? escapedSource(input, 'it is nested too deeply', 'limit')
      : escapedSource(input, error instanceof Error ? error.message : String(error), 'failed');
  }
}

/** Returns docgen's components and those of the site owner's module, which override docgen's. */
const registryOf = memoize(async (file: string): Promise<ComponentRegistry> => {
  if (file === '') return ownComponents;
  const loaded = (await importModule(file)) as Record<string, unknown>;
  return { ...ownComponents, ...(mapValues(loaded, entryOf) as ComponentRegistry) };
});

/** Normalizes an entry: a component, `{component, isInline}`, or a module whose default export is the component. */
function entryOf(entry: unknown): unknown {
  const value = isRecord(entry) && !('component' in entry) && 'default' in entry ? entry['default'] : entry;
  return typeof value === 'function' || (isRecord(value) && '$$typeof' in value) ? { component: value } : value;
}

interface TextTree extends MarkdownTree {
  readonly facts: PageFacts;
}

/** Parses a text and reads its facts. Diagnostics: DG609, DG611, DG711, DG713. */
async function readText(input: TextInput): Promise<TextTree> {
  const { components } = input;
  const read = await readMarkdown({
    plugins: await loadPlugins(input.remarkPlugins),
    isKnown: (name) => Object.hasOwn(components, name),
    isInline: (name, props) => isInlineName(name, components) || (name === 'Fragment' && !('slot' in props)),
    ...input,
  });
  // An HTML page is not empty if only a program knows its content, or if it is the landing page of a folder of Hugo, which lists pages.
  const canBeEmpty = isHtmlPage(input) && !/\/_index\.html$/.test(input.source) && read.diagnostics.length === 0;
  return { ...read, facts: factsOf(read.tree.children, canBeEmpty) };
}

/** Renders a parsed text and changes its tree. Diagnostics: those of parsing, and DG603, DG702, DG704, DG705, DG707, DG709, DG710, DG712. */
async function renderTree(read: TextTree, input: TextInput): Promise<Omit<Body, 'status'>> {
  const { lap, token } = input;
  const { sources } = read;
  const { value: blocks, diagnostics: inBlocks } = await renderBlocks(read.tree, input, sources);
  const context: BodyContext = { input, sources, blocks };
  const { value: tree, diagnostics: inTree } = toHtmlTree(read.tree, context);
  const { slots: found, diagnostics: inUrls, ...facts } = assignIdsAndSlots(tree, context, read.facts);
  if (textsOf(input).some(hasRightToLeft)) markDirections(tree);
  cutIntoParts(tree);
  lap('html');
  const { chunks, slots } = splitFragment(printBody(tree, token), token, found);
  const withCode = (chunk: string) => replacePlaceholders(chunk, token, (index) => blocks.codes[index] ?? '');
  return {
    diagrams: blocks.diagrams,
    diagnostics: [...read.diagnostics, ...inBlocks, ...inTree, ...inUrls],
    html: { chunks: chunks.map(withCode), slots },
    ...facts,
  };
}
