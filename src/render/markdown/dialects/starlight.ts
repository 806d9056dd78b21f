// Starlight: code blocks of Expressive Code, and content in Astro's attributes `set:html` and `set:text`.
import { omit } from 'lodash-es';
import type { Code, Root, RootContent } from 'mdast';
import { replaceNodes, visit } from '../../base/visit.js';
import { textOrHtml } from '../syntax/containers.js';
import type { GeneratorSyntax, ReportUnread } from '../syntax/generator-syntax.js';

export const starlight: GeneratorSyntax = {
  components: /^[a-z]\w*-/, // custom elements
  foreign: [['[[x]]', 'wiki link', /(?!)/]], // text, such as the internal method `[[Call]]`
  given: ({ variables }) => ({ constants: { frontmatter: variables.page } }),
  transform: (tree, text, _, report) => {
    visit(tree, 'code', readFileName);
    if (text.includes(']{')) readTextDirectives(tree, report);
  },
  transformComponents: (tree, text, _, report) => text.includes('set:') && setContent(tree, report),
};

const textDirective = /:[a-z][\w-]{0,30}\[([^[\]\n]{1,300})\]\{[^{}\n]{1,300}\}/g;

/** Shows the text of inline directives, such as `:a[text]{href="/x"}`, whose meaning only a plugin of the site defines. Reports them. */
const readTextDirectives = (tree: Root, report: ReportUnread): void =>
  visit(tree, 'text', (node) => {
    node.value = node.value.replace(textDirective, (syntax, label) => {
      report({ name: ':[]', syntax, generator: 'remark (directive)', isContainer: true }, node);
      return label;
    });
  });

/** Sets the content of elements from `set:html` or `set:text`. A computed value is reported. */
const setContent = (tree: Root, report: ReportUnread): void =>
  replaceNodes(tree, 'component', (node): RootContent[] | undefined => {
    const key = ['set:html', 'set:text'].find((one) => one in node.props);
    if (key === undefined) return undefined;
    const value = node.props[key];
    const isKnown = typeof value === 'string' || typeof value === 'number';
    const syntax = `<${node.name} ${key}={…} />`;
    if (!isKnown) report({ name: syntax, syntax, generator: 'Astro', isContainer: false, isDropped: true }, node);
    const children = isKnown ? [textOrHtml(key === 'set:html' ? 'html' : 'text', String(value), node.position)] : [];
    return node.name === 'Fragment' ? children : [{ ...node, props: omit(node.props, key), children }];
  });

/** Groups of languages that share file extensions. For other languages, the language itself is the extension. */
const groups = [
  'astro cjs htm html js jsx mjs svelte ts tsx typescript vb vue vue-html',
  'ansi bash bat batch cmd console fish nu nushell powershell ps ps1 psd1 psm1 sh shell shellscript shellsession zsh',
  'csv env ini json toml xml yaml yml',
  'css less sass scss styl stylus xsl',
  'markdown md mdx',
].map((group) => group.split(' '));

const fileComment =
  /^\s{0,100}(?:\/\/|#(?!!)|<!--|\/\*)\s{0,100}(?:((?![a-z]:)[^\n:]{0,100}):(?!\/\/)\s{0,100})?((?:[a-z]:)?[\w./~%[\]+\\-]{1,300})\s{0,100}(?:-->|\*\/)?\s*$/i;

const maxLines = 4;

/** Converts a comment with a file name in the first lines to the title of the code. Removes it, and an empty line after it. */
function readFileName(node: Code): void {
  if (/(?:^|\s)title\s*=/.test(node.meta ?? '')) return;
  const lines = node.value.split('\n');
  const names = lines.slice(0, maxLines).map((line) => fileNameIn(line, node.lang ?? ''));
  const index = names.findIndex((name) => name !== undefined);
  if (index === -1) return;
  lines.splice(index, lines[index + 1]?.trim() === '' ? 2 : 1);
  node.value = lines.join('\n');
  node.meta = [node.meta, `title=${JSON.stringify(names[index])}`].filter(Boolean).join(' ');
}

function fileNameIn(line: string, lang: string): string | undefined {
  const [, before = '', name] = fileComment.exec(line) ?? [];
  if (name === undefined || before.trim().toLowerCase() === '@filename') return undefined;
  if (!/[^.:/\\~]/.test(name) || /^\.{2,}(?!\/|\\)/.test(name)) return undefined;
  const group = groups.find((languages) => languages.includes(lang));
  const ending = /\.([^./\\]+)$/.exec(name)?.[1];
  const isPath = /[/\\]/.test(name) && /[^/\\0-9.]/.test(name) && name === name.toLowerCase();
  const isTypical = /^(?:\/|\\|\.[/\\]|~|[a-z]:)./i.test(name) || /(?:^|[/\\])\.[^/\\]*$/.test(name) || isPath;
  if (isTypical && (before === '' || group === groups[1])) return name;
  return ending === undefined || (group && !group.includes(ending)) ? undefined : name;
}
