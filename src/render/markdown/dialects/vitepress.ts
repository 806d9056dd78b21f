// VitePress: code of files, values of front matter, and components of Vue.
import type { Root } from 'mdast';
import { codeLine } from '../../../model/content/parse/imports.js';
import { isRecord } from '../../../model/input/plain-data.js';
import { visit } from '../../base/visit.js';
import { CodeLines } from '../syntax/code-lines.js';
import type { GeneratorSyntax, RewrittenLines } from '../syntax/generator-syntax.js';
import { patternReader } from '../syntax/scan.js';

export const vitepress: GeneratorSyntax = {
  rewriteLines: (text) => (text.includes('<<<') ? withFences(text) : undefined),
  rules: (_, { variables }) => [
    codeGroup,
    patternReader({ first: '{' }, /\{\{[ \t]*\$frontmatter\.(\w{1,100})[ \t]*\}\}/y, ([, name = '']) => {
      const value = isRecord(variables['page']) ? variables['page'][name] : undefined;
      return /^(?:string|number)$/.test(typeof value) ? { kind: 'text', value: String(value) } : undefined;
    }),
  ],
  transform: (tree, text) => {
    if (text.includes('[!code')) readMarks(tree);
  },
  hasComponents: true,
  foreign: [['{{ x }}', 'VitePress (Vue)', /\{\{[^{}\n]{1,200}\}\}/]],
};

const mark =
  /[ \t]*(?:\/\/|#|--|;|\/\*|<!--)[ \t]{0,9}\[!code[ \t]([^\]:\n]{1,40})(?::\w{1,20})?\][ \t]{0,9}(?:\*\/|-->)?[ \t]*$/;

/** Comments `[!code ++]` in code: they are removed, and their lines are marked. A line that consists of one is left out. */
function readMarks(tree: Root): void {
  visit(tree, 'code', (node) => {
    if (!node.value.includes('[!code')) return;
    const lines: string[] = [];
    const marked: number[] = [];
    for (const line of node.value.split('\n')) {
      const found = mark.exec(line);
      const shown = found ? line.slice(0, found.index) : line;
      if (found && shown.trim() === '') continue;
      lines.push(shown);
      if (found && !found[1]?.startsWith('word')) marked.push(lines.length);
    }
    node.value = lines.join('\n');
    if (marked.length > 0) node.meta = [node.meta, `{${marked.join(',')}}`].filter(Boolean).join(' ');
  });
}

const codeGroup = patternReader({ first: ':', atLineStart: true }, /:{3,}[ \t]*code-group(?=[ \t]*(?:\n|$))/y, () => ({
  kind: 'open',
  family: 'directive',
  name: 'Tabs',
  props: { ofCode: true },
}));

/** `<<< path#region{1,3 ts} [title]` as a code block that includes the file. */
function withFences(text: string): RewrittenLines {
  const lines: string[] = [];
  const origins: { line: number; removed: number }[] = [];
  const code = new CodeLines(false);
  for (const [index, line] of text.split('\n').entries()) {
    const isCode = code.follow(line).isCode;
    const [[whole, space = '', path = '', region = '', options = '', title = ''] = []] = isCode
      ? []
      : line.matchAll(codeLine);
    const added = whole === undefined ? [line] : fenceOf({ path, region, options, title }).map((one) => space + one);
    lines.push(...added);
    origins.push(...added.map(() => ({ line: index, removed: 0 })));
  }
  return { text: lines.join('\n'), origins };
}

interface CodeOfFile {
  readonly path: string;
  readonly region: string;
  /** Lines to mark and a language, both optional, such as `1,3 ts`. */
  readonly options: string;
  readonly title: string;
}

function fenceOf({ path, region, options, title }: CodeOfFile): readonly string[] {
  const [, marked = '', written] = /^([\d,-]*)[ \t]*([\w+#-]*)/.exec(options.trim()) ?? [];
  const lang = written || (/\.(\w+)$/.exec(path)?.[1] ?? '');
  const info = [`${lang}${marked === '' ? '' : `{${marked}}`}`, title].filter(Boolean).join(' ');
  return [`\`\`\`${info}`, `{{#region ${path}${region === '' ? '' : `:${region}`}}}`, '```'];
}
