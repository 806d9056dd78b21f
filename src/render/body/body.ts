import { type ComponentRegistry, components as ownComponents } from '../../../templates/components/index.js';
import { noFacts, type PageFacts } from '../../model/docs/shown/shown.js';
import { wordsOf } from '../../model/labels/words.js';
import { importModule, offerModules } from '../../model/module.js';
import { isRecord } from '../../model/plain-data.js';
import { drawDiagram } from '../diagrams/draw.js';
import { limitFault } from '../markdown/limits.js';
import { textsOf } from '../markdown/syntax/included-files.js';
import type { Lap } from '../stopwatch.js';
import { type Body, type BodyInput, escapedSource } from './body-types.js';
import { readText, renderTree, type TextInput, type TextTree } from './pipeline.js';

offerModules(async () => (await import('../own-modules.js')).ownModules);

/** Maximum length of the texts whose trees are kept until their bodies are rendered, in characters. A tree takes some ten bytes for each. */
const maxKept = 4_000_000;

/** Trees by the keys of their inputs, the oldest first. */
const trees = new Map<string, { readonly tree: TextTree; readonly length: number }>();
let kept = 0;

/** Reads what a text says of itself, and keeps its tree for its body. Never throws for what an author wrote. */
export async function readFacts(input: BodyInput, lap: Lap = () => {}): Promise<PageFacts> {
  try {
    if (faultOf(input) !== undefined) return noFacts;
    const known = takeTree(input);
    const tree = known ?? (await readText(await textInput(input, lap)));
    const { length } = input.text;
    lap('facts');
    trees.set(input.key, { tree, length });
    kept += length;
    for (const key of trees.keys()) {
      if (kept <= maxKept) break;
      takeTree({ key });
    }
    return tree.facts;
  } catch {
    return noFacts; // its body says why
  }
}

function takeTree({ key }: Pick<BodyInput, 'key'>): TextTree | undefined {
  const found = trees.get(key);
  trees.delete(key);
  kept -= found?.length ?? 0;
  return found?.tree;
}

const faultOf = (input: BodyInput) =>
  textsOf(input)
    .map(limitFault)
    .find((fault) => fault !== undefined);

async function textInput(input: BodyInput, lap: Lap): Promise<TextInput> {
  const components = await registryOf(input.components);
  return { ...input, token: tokenOf(input.key), components, draw: drawDiagram, lap, words: wordsOf(input) };
}

/** Renders one body. Never throws for what an author wrote. Diagnostics: DG306, and those of its text. */
export async function renderBody(input: BodyInput, lap: Lap = () => {}): Promise<Body> {
  try {
    const known = takeTree(input);
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

const registries = new Map<string, Promise<ComponentRegistry>>();

/** docgen's components and, above them, those of a maintainer's module: name → component, or name → {component, isInline}. */
function registryOf(file: string): Promise<ComponentRegistry> {
  if (file === '') return Promise.resolve(ownComponents);
  const known = registries.get(file);
  if (known) return known;
  const loading = importModule(file).then((loaded) => {
    const entries = Object.entries(loaded as Record<string, unknown>).map(
      ([name, entry]) => [name, entryOf(entry)] as const,
    );
    return { ...ownComponents, ...(Object.fromEntries(entries) as ComponentRegistry) };
  });
  registries.set(file, loading);
  return loading;
}

/** A component, `{component, isInline}`, or a module whose default export is the component. */
function entryOf(entry: unknown): unknown {
  const value = isRecord(entry) && !('component' in entry) && 'default' in entry ? entry['default'] : entry;
  return typeof value === 'function' || (isRecord(value) && '$$typeof' in value) ? { component: value } : value;
}

/** The key is a hash of the whole input: no author can write a part of it, for it would have to hold its own hash. */
const tokenOf = (key: string) => key.slice(0, 32);
