// Whether a text is MDX: by its name, or in plain `.md` by what only MDX has.
import { CodeLines } from '../../syntax/code-lines.js';
import { matchAt } from '../../syntax/scan.js';
import { scopeOf } from '../../syntax/values.js';
import { imports, readTag } from '../mdx.js';

export function isMdx(text: string, file: string): boolean {
  return file.endsWith('.mdx') || beginsWithImport(text) || hasJsx(text);
}

const beforeImports = /(?:\s*(?:<!--[\s\S]*?-->|\{\s*\/\*[\s\S]*?\*\/\s*\}|#[ \t][^\n]*(?=\n|$)))*\s*/y;

/** True where nothing but comments and a title stands before an import. */
function beginsWithImport(text: string): boolean {
  if (!text.includes('import')) return false;
  const [before = ''] = matchAt(beforeImports, text, 0) ?? [];
  return imports.read(text, before.length) !== undefined;
}

const inline = /`[^`\n]*`|<!--[\s\S]*?(?:-->|$)/g;

/** `style={`, but for `href={{ variable }}`, which is of a template. */
const expressionValue = /[\w-]\s?=\s?\{(?!\{[^{}:]*\}\})/g;
const importedName = /^import\s{1,100}([A-Z]\w*)\s/gm;

/** A text without its comments and what is code in MDX or in other Markdown. */
export function withoutCode(text: string): string {
  const [mdx, plain] = [new CodeLines(true), new CodeLines(false)];
  const prose = text.split('\n').filter((line) => {
    const isCode = mdx.follow(line).isCode;
    return !plain.follow(line).isCode && !isCode;
  });
  return prose.join('\n').replace(inline, '');
}

/** An element with an expression as the value of an attribute, or of a name that the text imports, outside code. */
function hasJsx(text: string): boolean {
  if (!/=\s?\{/.test(text) && !(/<[A-Z]/.test(text) && /^import\s/m.test(text))) return false;
  const prose = withoutCode(text);
  const names = new Set(Array.from(prose.matchAll(importedName), ([, name = '']) => name));
  for (const [, name = ''] of names.size > 0 ? prose.matchAll(/^[ \t]*<([A-Z]\w*)(?=[\s/>])/gm) : [])
    if (names.has(name)) return true;
  let [tried, left] = [-1, most.tags];
  for (const { index } of prose.matchAll(expressionValue)) {
    const from = Math.max(tried + 1, index - most.characters);
    const start = from + prose.slice(from, index).lastIndexOf('<');
    if (start < from || left === 0) continue;
    tried = start;
    left -= 1;
    const line = prose.slice(Math.max(0, start - most.characters), start).replace(/[\s\S]*\n/, '');
    if (!/^(?: {4}|\t)/.test(line) && (readTag(prose, start, noNames)?.end ?? 0) > index) return true;
  }
  return false;
}

const noNames = scopeOf('', {});

/** Tags that are tried, and characters of one before the value. */
const most = { tags: 1_000, characters: 2_000 };
