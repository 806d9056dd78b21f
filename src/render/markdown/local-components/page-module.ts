// The code of a page of MDX: its imports and exports, without Markdown.
import { unwrapMdxCode } from '../../../model/input/imports.js';
import { exports, imports } from '../dialects/mdx.js';
import { CodeLines } from '../syntax/code-lines.js';

const component = /^export\s+(?:const|let|function)\s+([A-Z]\w*)/gm;

/** Returns the imports and exports of a page that exports components, and the names of these. */
export function pageModule(text: string): { readonly code: string; readonly names: readonly string[] } | undefined {
  if (text.search(component) === -1) return undefined;
  const code = moduleCode(text);
  return { code, names: Array.from(code.matchAll(component), ([, name = '']) => name) };
}

/** Returns the imports and exports of a page. */
export function moduleCode(written: string): string {
  const text = unwrapMdxCode(written);
  const fences = new CodeLines(true);
  const parts: string[] = [];
  let [offset, end] = [0, 0];
  for (const line of text.split('\n')) {
    const isProse = offset >= end && !fences.follow(line).isCode;
    const found = isProse ? (imports.read(text, offset) ?? exports.read(text, offset)) : undefined;
    if (found) {
      end = found.end;
      parts.push(text.slice(offset, end));
    }
    offset += line.length + 1;
  }
  return parts.join('\n');
}
