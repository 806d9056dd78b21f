// mdBook: titles of pages, hidden lines of code, definitions, and formulas in backslashes. Its includes are read everywhere.
import type { Root } from 'mdast';
import { mapOf } from '../../../model/input/plain-data.js';
import { visit } from '../../base/visit.js';
import type { GeneratorSyntax } from '../syntax/generator-syntax.js';
import { drop, patternReader } from '../syntax/scan.js';
import { readTerms } from './extras.js';
import { withDollars } from './math.js';

export const mdbook: GeneratorSyntax = {
  rewriteLines: (text, { variables }) =>
    mapOf(variables['html'])['mathjax-support'] === true && /\\\\[([]/.test(text) ? withDollars(text, 2) : undefined,
  // The title of the window only.
  rules: (_, { variables }) => [
    patternReader({ first: '{' }, /\{\{[ \t]*#title\b[^\n}]{0,300}\}\}/y, () => drop),
    ...(variables['hasPrograms'] === true ? [valueOfProgram] : []),
  ],
  foreign: [['{{ x }}', 'mdBook (preprocessor)', /^\{\{.+\}\}$/]],
  transform: (tree, text, context) => {
    hideLines(tree, mapOf(context.variables['html']));
    if (/^[ \t]*:[ \t]/m.test(text) && mapOf(context.variables['html'])['definition-lists'] !== false) readTerms(tree);
  },
};

const valueOfProgram = patternReader({ first: '{' }, /(?<!["=])\{\{[ \t]*[\w.-]{1,100}[ \t]*\}\}/y, () => ({
  kind: 'drop',
  isUnread: true,
}));

/** Removes the lines of examples that readers do not see: in Rust those behind `# `, in other languages by a prefix of the config. */
function hideLines(tree: Root, html: Readonly<Record<string, unknown>>): void {
  const prefixes = mapOf(mapOf(html['code'])['hidelines']);
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
