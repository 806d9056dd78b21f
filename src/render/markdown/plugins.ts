// Runs the site owner's remark plugins (config key `remarkPlugins`) like Docusaurus: on the Markdown tree of a page, after the dialects.
import { setTimeout } from 'node:timers/promises';
import { memoize } from 'lodash-es';
import type { Root, RootContent } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { VFile } from 'vfile';
import { importModule, type RemarkPlugin } from '../../model/config/module.js';
import { isRecord } from '../../model/input/plain-data.js';
import { replaceChild, SKIP, visit } from '../base/visit.js';
import { component } from './syntax/containers.js';
import type { Props } from './syntax/scan.js';
import { parseLiteral } from './syntax/values.js';

/** Maximum time of all plugins of a page. A plugin that blocks the thread that long is stopped together with its worker. */
const maxSeconds = 10;

export interface PluginRunner {
  /** Parses with the syntax that plugins add. Absent if no plugin adds syntax. */
  readonly parse?: (text: string) => Root;
  /** @throws Error that names the plugin that threw. */
  readonly run: (tree: Root, file: { readonly path: string; readonly text: string }) => Promise<Root>;
}

/** Loads plugins, once per thread. Returns undefined for an empty list. */
export const loadPlugins = memoize(
  async (list: readonly RemarkPlugin[]): Promise<PluginRunner | undefined> => {
    if (list.length === 0) return undefined;
    const processor = remark().use(remarkGfm);
    const syntaxCount = extensionsOf(processor.freeze());
    const own = remark().use(remarkGfm);
    for (const { name, file, options } of list) {
      const plugin = (await importModule(file)) as (...options: readonly unknown[]) => undefined;
      own.use(() => (_: Root, page: VFile) => {
        page.data['docgenPlugin'] = name;
      });
      own.use(plugin, ...(options === undefined ? [] : [options]));
    }
    const frozen = own.freeze();
    return {
      ...(extensionsOf(frozen) > syntaxCount && { parse: (text: string) => frozen.parse(text) }),
      run: async (tree, { path, text }) => {
        const page = new VFile({ path, value: text });
        const ended = new AbortController();
        try {
          const changed = (await Promise.race([frozen.run(tree, page), late(ended.signal)])) as Root;
          readPluginNodes(changed);
          return changed;
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          throw new Error(`the remark plugin \`${page.data['docgenPlugin']}\` failed: ${reason}`);
        } finally {
          ended.abort();
        }
      },
    };
  },
  (list) => JSON.stringify(list),
);

/** Rejects after the maximum time. A plugin that waits forever would otherwise block its thread. */
async function late(signal: AbortSignal): Promise<never> {
  await setTimeout(maxSeconds * 1000, undefined, { signal });
  throw new Error(`it took longer than ${maxSeconds} s`);
}

const extensionsOf = (processor: { data: (key: 'micromarkExtensions') => unknown }) => {
  const extensions = processor.data('micromarkExtensions');
  return Array.isArray(extensions) ? extensions.length : 0;
};

/** HTML elements of node types without a standard handler. */
const elements: Readonly<Record<string, string>> = { defList: 'dl', defListTerm: 'dt', defListDescription: 'dd' };

interface PluginNode {
  readonly type: string;
  readonly name?: string | null;
  readonly value?: string;
  readonly attributes?: readonly unknown[];
  readonly children?: RootContent[];
  data?: Record<string, unknown>;
  readonly position?: RootContent['position'];
}

/** Replaces MDX nodes from plugins: elements by components or HTML, expressions by their literal value. Imports are removed. */
function readPluginNodes(tree: Root): void {
  visit(tree, (visited, index, parent) => {
    const node = visited as PluginNode;
    const element = elements[node.type];
    if (element !== undefined) node.data = { hName: element, ...node.data };
    if (!node.type.startsWith('mdx') || !parent || index === undefined) return undefined;
    return [SKIP, replaceChild(parent, index, nodesOf(node))];
  });
}

function nodesOf(node: PluginNode): RootContent[] {
  const { name, children = [] } = node;
  if (!node.type.startsWith('mdxJsx')) {
    const literal = /Expression$/.test(node.type) ? parseLiteral(node.value ?? '')?.value : undefined;
    return typeof literal === 'string' || typeof literal === 'number' ? [{ type: 'text', value: String(literal) }] : [];
  }
  const inner: Root = { type: 'root', children };
  readPluginNodes(inner);
  if (!name) return inner.children;
  const props = propsOf(node.attributes ?? []);
  if (!/^[a-z]/.test(name)) return [component(name, props, inner.children, node.position)];
  const data = { hName: name, hProperties: props };
  const type = node.type === 'mdxJsxTextElement' ? 'emphasis' : 'blockquote';
  return [{ type, children: inner.children, data } as RootContent];
}

function propsOf(attributes: readonly unknown[]): Props {
  const props: Record<string, unknown> = {};
  for (const attribute of attributes) {
    if (!isRecord(attribute) || typeof attribute['name'] !== 'string') continue;
    const { name, value } = attribute;
    const read = isRecord(value) ? parseLiteral(String(value['value']))?.value : (value ?? true);
    if (read !== undefined) props[name] = read;
  }
  return props;
}
