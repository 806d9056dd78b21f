// Definition lists: a term, and below it lines that begin with `: `.
import type { Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import { visit } from '../../visit.js';
import { startOf, withoutStart } from '../callouts.js';

/** Paragraphs with lines that begin with `: `: what stands before them, there or in the paragraph above, are terms. */
export function readDefinitions(tree: Root): void {
  visit(tree, (node) => {
    if (!('children' in node) || !node.children.some((child) => child.type === 'paragraph' && isDefined(child))) return;
    const done: RootContent[] = [];
    let list: RootContent[] | undefined;
    for (const child of node.children as RootContent[]) {
      const lines = child.type === 'paragraph' && isDefined(child) ? linesOf(child) : [];
      const begins = lines.length > 0 && isDefinition(lines[0]);
      const above = begins && !list ? done.at(-1) : undefined;
      if (lines.length === 0 || (begins && !list && above?.type !== 'paragraph')) {
        done.push(child);
        list = undefined;
        continue;
      }
      if (!list) {
        list = [];
        const terms = above?.type === 'paragraph' ? linesOf(done.pop() as Paragraph) : [];
        done.push({ type: 'blockquote', data: { hName: 'dl' }, children: list as never });
        list.push(...terms.map((term) => shownAs('dt', term)));
      }
      list.push(...lines.map((line) => shownAs(isDefinition(line) ? 'dd' : 'dt', line)));
    }
    (node as { children: RootContent[] }).children = done;
  });
}

const definitionMark = /^:[ \t]+/;
const isDefinition = (line: Paragraph | undefined) => definitionMark.test(startOf(line));
const isDefined = (paragraph: Paragraph) =>
  isDefinition(paragraph) || paragraph.children.some((child) => child.type === 'text' && /\n:[ \t]/.test(child.value));

function shownAs(hName: 'dt' | 'dd', line: Paragraph): Paragraph {
  const [content = line] =
    hName === 'dd' ? withoutStart(line, definitionMark.exec(startOf(line))?.[0].length ?? 0) : [line];
  return { ...content, data: { hName } };
}

/** A paragraph cut at the line breaks before definitions; lines of one definition stay together, terms stand alone. */
function linesOf(paragraph: Paragraph): Paragraph[] {
  const lines: PhrasingContent[][] = [[]];
  for (const child of paragraph.children) {
    const texts = child.type === 'text' ? child.value.split(/\n(?=:[ \t])/) : [''];
    for (const [index, value] of texts.entries()) {
      if (index > 0) lines.push([]);
      if (child.type !== 'text') lines.at(-1)?.push(child);
      else if (value !== '') lines.at(-1)?.push({ ...child, value });
    }
  }
  return lines.filter((children) => children.length > 0).map((children) => ({ ...paragraph, children }));
}
