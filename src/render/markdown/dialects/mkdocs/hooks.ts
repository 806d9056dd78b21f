// Converts comments for hooks, such as `<!-- md:version 1.2 -->`, to their text, which is Markdown. Only the hook itself has the real output.
import { escape as escapeHtml } from 'lodash-es';
import type { Html, Nodes, Root, RootContent } from 'mdast';
import { listOf } from '../../../../model/input/plain-data.js';
import { replaceNodes, visit } from '../../../base/visit.js';
import { hasText } from '../../syntax/containers.js';
import type { ReportUnread, TreeContext } from '../../syntax/generator-syntax.js';

/** Matches a heading that consists of a comment for a hook, such as `<!-- md:setting x.y -->`. */
export const hookHeading = /^(?:#{1,6}[ \t]+)?<!--\s{0,9}[\w-]{1,40}:[\w-]{1,40}\s{1,9}([\w.+-]{1,200})\s{0,9}-->$/;

const comment = /<!-- ([\w-]{1,40}):[\w-]{1,40}[ \t]{1,9}((?:(?!-->).){1,500}?)[ \t]{0,9}-->/g;

/** Shows the text of comments for the hooks of the site. If a heading is only a comment, its value is the text and id. Other comments stay. */
export function readHookComments(tree: Root, { variables, parse }: TreeContext, report: ReportUnread): void {
  visit(tree, 'heading', (node) => {
    const [first, ...others] = node.children;
    const [, name] = (first?.type === 'html' && others.length === 0 && hookHeading.exec(first.value)) || [];
    if (name !== undefined) node.children = [{ type: 'text', value: `${name} {#${name}}` }];
  });
  const hookNames = new Set(listOf(variables.marks));
  replaceNodes(tree, 'html', (node, parent, index) => {
    if (parent.type === 'heading') return undefined;
    const replaceComments = (show: (text: string) => string) =>
      node.value.replace(comment, (whole, name, text) => (hookNames.has(name) ? show(text) : whole));
    const rest = replaceComments(() => '');
    // Only the hook can read a comment of another form, such as `<!-- include: path -->`.
    const [opening = '', unreadName] = commentStart.exec(rest) ?? [];
    if (hookNames.has(unreadName)) report({ ...unreadOf(opening), isDropped: true }, node);
    if (rest === node.value) return undefined;
    const [start] = commentStart.exec(node.value) ?? ['<!--'];
    report({ ...unreadOf(start), isContainer: true }, node); // the hook shows more than the text, such as an icon
    // A comment inside other raw HTML stays part of that HTML. One that starts a line is replaced before the line is parsed.
    if (rest.trim() !== '' && (!node.value.startsWith('<!--') || /<[a-z]/i.test(rest)))
      return [{ ...node, value: replaceComments(escapeHtml) }];
    const value = replaceComments((text) => `${text} `).replace(/ (?=[ .,;:)])/g, '');
    const blocks = parse({ type: 'code', value: value.trim(), position: node.position }) ?? []; // reads the value as Markdown
    joinNextLine(blocks, node, parent.children, index + 1);
    const [only, ...others] = blocks;
    return hasText(parent) && only?.type === 'paragraph' && others.length === 0 ? only.children : blocks;
  });
}

const commentStart = /<!-- ([\w-]{1,40}):/;

const unreadOf = (name: string) => ({ name, syntax: `${name}… -->`, generator: 'MkDocs (hook)', isContainer: false });

/** Moves the paragraph on the line after a comment into the paragraph that replaces the comment, because Markdown would make them one. */
function joinNextLine(blocks: readonly Nodes[], { position }: Html, siblings: RootContent[], at: number): void {
  const [first] = blocks;
  const next = siblings[at];
  if (first?.type !== 'paragraph' || next?.type !== 'paragraph') return;
  if (next.position?.start.line !== (position?.end.line ?? 0) + 1) return;
  first.children.push({ type: 'text', value: '\n' }, ...next.children);
  siblings.splice(at, 1);
}
