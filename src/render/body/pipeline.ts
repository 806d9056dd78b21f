// The order of the steps from Markdown to HTML. Sanitizing is the last step.
import type { PageFacts } from '../../model/content/parse/parsed-doc.js';
import { hasRightToLeft } from '../../model/types/text-direction.js';
import { factsOf } from '../markdown/facts.js';
import { type MarkdownTree, readMarkdown } from '../markdown/read-markdown.js';
import { textsOf } from '../markdown/syntax/included-files.js';
import { type BodyContext, renderBlocks, type TextInput } from './blocks.js';
import type { Body } from './body-types.js';
import { isInlineName } from './components/components.js';
import { cutIntoParts, finish } from './finish.js';
import { markDirections } from './html/directions.js';
import { toHtmlTree } from './html-tree.js';
import { replacePlaceholders, splitFragment } from './print/fragment.js';
import { printBody } from './print/print.js';

/** A parsed text. */
export interface TextTree extends MarkdownTree {
  readonly facts: PageFacts;
}

/** Parses a text and reads its facts. Diagnostics: DG609, DG611, DG711. */
export async function readText(input: TextInput): Promise<TextTree> {
  const { components } = input;
  const read = await readMarkdown({
    ...input,
    isKnown: (name) => Object.hasOwn(components, name),
    isInline: (name) => isInlineName(name, components),
  });
  return { ...read, facts: factsOf(read.tree.children) };
}

/** Renders a parsed text, whose tree is changed. Diagnostics: those of parsing, and DG603, DG702, DG704, DG705, DG707, DG709, DG710, DG712. */
export async function renderTree(read: TextTree, input: TextInput): Promise<Omit<Body, 'status'>> {
  const { lap, token } = input;
  const { sources } = read;
  const { value: blocks, diagnostics: inBlocks } = await renderBlocks(read.tree, input, sources);
  const context: BodyContext = { input, sources, blocks };
  const { value: tree, diagnostics: inTree } = toHtmlTree(read.tree, context);
  const { slots: found, diagnostics: inUrls, ...facts } = finish(tree, context, read.facts);
  if (textsOf(input).some(hasRightToLeft)) markDirections(tree);
  cutIntoParts(tree);
  lap('html');
  const { chunks, slots } = splitFragment(printBody(tree, token), token, found);
  const withCode = (chunk: string) => replacePlaceholders(chunk, token, (index) => blocks.codes[index] ?? '');
  return {
    ...facts,
    diagrams: blocks.diagrams,
    diagnostics: [...read.diagnostics, ...inBlocks, ...inTree, ...inUrls],
    html: { chunks: chunks.map(withCode), slots },
  };
}
