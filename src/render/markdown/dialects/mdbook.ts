// mdBook: titles of pages, hidden lines of code, and formulas in backslashes. Its includes are read everywhere.
import type { Root } from 'mdast';
import { isRecord } from '../../../model/input/plain-data.js';
import { visit } from '../../base/visit.js';
import { CodeLines } from '../syntax/code-lines.js';
import type { GeneratorContext, GeneratorSyntax, RewrittenLines } from '../syntax/generator-syntax.js';
import { drop, patternReader } from '../syntax/scan.js';

export const mdbook: GeneratorSyntax = {
  rewriteLines: (text, { variables }) =>
    variables['hasMath'] === true && /\\\\[([]/.test(text) ? withDollars(text) : undefined,
  // The title of the window only.
  rules: () => [patternReader({ first: '{' }, /\{\{[ \t]*#title\b[^\n}]{0,300}\}\}/y, () => drop)],
  transform: hideLines,
};

/** `\\( … \\)` and `\\[ … \\]`, which MathJax reads, as formulas in dollars. */
function withDollars(text: string): RewrittenLines {
  const code = new CodeLines(false);
  const lines = text.split('\n').map((line) => {
    if (code.follow(line).isCode) return line;
    return line
      .replace(/\\\\\(((?:[^`\\]|\\(?!\\)){1,400}?)\\\\\)/g, (_, formula: string) => `$\`${formula.trim()}\`$`)
      .replace(/\\\\[[\]](?=[ \t]*$)|^([ \t]*)\\\\\[/g, (_, space = '') => `${space}$$`);
  });
  return { text: lines.join('\n'), origins: lines.map((_, line) => ({ line, removed: 0 })) };
}

/** Removes the lines of examples that readers do not see: in Rust those behind `# `, in other languages by a prefix of the config. */
function hideLines(tree: Root, _: string, { variables }: GeneratorContext): void {
  const prefixes = isRecord(variables['hiddenLines']) ? variables['hiddenLines'] : {};
  visit(tree, 'code', (node) => {
    const [lang = '', ...options] = (node.lang ?? '').split(',');
    if (options.length > 0) node.lang = lang;
    const written = Object.hasOwn(prefixes, lang) ? prefixes[lang] : undefined;
    const option = options.find((one) => one.startsWith('hidelines='))?.slice('hidelines='.length);
    const prefix = option ?? (typeof written === 'string' ? written : '');
    if (lang === 'rust') node.value = node.value.split('\n').flatMap(rustLine).join('\n');
    else if (prefix !== '')
      node.value = node.value
        .split('\n')
        .filter((line) => !line.trimStart().startsWith(prefix))
        .join('\n');
  });
}

/** `# hidden`, `##` for a `#`, and attributes (`#[x]`), which are shown. */
function rustLine(line: string): string[] {
  const [, space = '', next = ''] = /^(\s*)#(.?)/.exec(line) ?? [undefined, undefined, 'shown'];
  if (next === '#') return [space + line.slice(space.length + 1)];
  return next === '' || next === ' ' ? [] : [line];
}
