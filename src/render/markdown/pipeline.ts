// Markdown to HTML: the one place that knows the order of the steps.
import type { Element, Nodes, Root } from 'hast';
import { raw } from 'hast-util-raw';
import type { Root as MdastRoot } from 'mdast';
import { type Handlers, toHast } from 'mdast-util-to-hast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import remarkHtml from 'remark-html';
import { VFile } from 'vfile';
import type { Diagnostic, Place } from '../../model/diagnostic.js';
import type { Hole } from '../fragment.js';
import { cleanCodeLanguage } from './code.js';
import { type Heading, identify } from './headings.js';
import { frameTables, markTasks } from './lists-and-tables.js';
import { markReferences } from './refs.js';
import { schema } from './sanitize.js';

export interface MarkdownInput {
  /** The body, with as many line breaks before it as the file has lines before the body, so that places are those of the file. */
  readonly text: string;
  readonly file: string;
  readonly token: string;
}

export interface MarkdownOutput {
  /** Sanitised markup with a mark for each hole. */
  readonly html: string;
  readonly holes: readonly Hole[];
  readonly headings: readonly Heading[];
  readonly ids: readonly string[];
  readonly isTitled: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** A finished HTML tree on its way through remark-html, which turns it into text under the allow-list. */
interface FinishedTree {
  type: 'finished';
  tree: Root;
}
const handlers = { finished: (_state: unknown, node: FinishedTree) => node.tree.children } as unknown as Handlers;
const parser = remark().use(remarkGfm);
const printer = remark().use(remarkHtml, { handlers, sanitize: schema });

/** Parses, transforms, sanitises and prints one body. Diagnostics: DG702. */
export function renderMarkdown({ text, file, token }: MarkdownInput): MarkdownOutput {
  const tree = parseHtml(parser.parse(text), text);
  const placeOf = ({ position }: Element): Place => ({
    file,
    ...(position && { start: { line: position.start.line, column: position.start.column } }),
  });
  cleanCodeLanguage(tree);
  markTasks(tree);
  frameTables(tree);
  const { headings, ids, isTitled } = identify(tree);
  const { holes, diagnostics } = markReferences(tree, { token, placeOf });
  const finished = { type: 'root', children: [{ type: 'finished', tree }] } as unknown as MdastRoot;
  return { html: String(printer.stringify(finished)), holes, headings, ids, isTitled, diagnostics };
}

/** The Markdown tree as an HTML tree, raw HTML parsed as a browser would. */
function parseHtml(tree: MdastRoot, text: string): Root {
  const hast = toHast(tree, { allowDangerousHtml: true, clobberPrefix: '' }) as Root;
  return hasRaw(hast) ? (raw(hast, { file: new VFile(text) }) as Root) : hast;
}

function hasRaw(node: Nodes): boolean {
  return node.type === 'raw' || ('children' in node && node.children.some(hasRaw));
}
