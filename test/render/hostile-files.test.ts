// Files that pages reference: untrusted content of partials, props and code is as harmless as in the page itself,
// nothing outside is read, and no page exceeds its limits.
import { describe, expect, test } from 'vitest';
import { render } from '../support/body.js';
import { dataOf } from '../support/data.js';
import { activeIn, buildHub } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const { vectors } = dataOf<{ vectors: string[] }>('render/hostile-files');
const literal = (text: string) => JSON.stringify(text);
const harmless = /<(?:script|svg|iframe)|(?:href|src)="\s*(?:javascript|\/\/)|<[^>"]*\son\w+=/i;

describe('vectors', () => {
  scenarios('render/hostile-files');

  test.each(vectors)('%j in a partial, as a prop, as code, as a path', async (vector) => {
    const hub = await buildHub({
      'a.mdx': `import P from './_p.mdx'\nimport R from '!!raw-loader!./r.txt'\nimport I from ${literal(vector.replace(/\n/g, ''))}\n\n<P x={${literal(vector)}} {...{x: 1}} />\n\n<CodeBlock language=${literal(vector.replace(/["\n]/g, ''))} title={${literal(vector)}}>{R}</CodeBlock>\n\n<I src={I} /> {I} {R}\n\n<img src={require(${literal(vector)})} alt={${literal(vector)}} /> <a href={useBaseUrl(${literal(vector)})}>x</a>\n\n<P>${vector}</P>\n`,
      '_p.mdx': `{props.x}\n\n<a href={props.x} title={props.x}>x</a> <img src={props.x} alt={props.x} /> <span id={props.x} class={props.x}>y</span> <iframe src={props.x} />\n\n${vector}\n\n\`{props.x}\`\n`,
      'r.txt': vector,
    });
    const html = hub.body('docs/a/');
    expect(activeIn(html)).toEqual([]);
    expect(html.replace(/ (?:title|alt)="[^"]*"/g, '')).not.toMatch(harmless);
  });
});

describe('limits', () => {
  const include = async (text: string, partials: Readonly<Record<string, string>>) => {
    const named = Object.fromEntries(Object.keys(partials).map((path) => [`partial ./${path}`, path]));
    const imports = Object.fromEntries(['a.mdx', ...Object.keys(partials)].map((path) => [path, named]));
    const { status, html, diagnostics } = await render(text, 'a.mdx', { partials, imports });
    return { status, html, codes: [...new Set(diagnostics.map(({ code }) => code))] };
  };

  test('recursive includes stop after a thousand', async () => {
    const of = (next: string) => `import X from './${next}'\n\n${'<X/>\n\n'.repeat(20)}`;
    const names = Array.from({ length: 8 }, (_, level) => `_${level}.mdx`);
    const partials = Object.fromEntries(
      names.map((name, level) => [name, level === 7 ? 'word\n' : of(`_${level + 1}.mdx`)]),
    );
    const { status, html, codes } = await include(of('_0.mdx'), partials);
    expect(status).toBe('rendered');
    expect(codes).toEqual(['DG611']);
    expect(html.match(/word/g)?.length).toBeGreaterThan(800);
    expect(html.match(/word/g)?.length).toBeLessThanOrEqual(1000);
  });

  test('a large file is included up to two million characters in total', async () => {
    const { html, codes } = await include(`import X from './_x.mdx'\n\n${'<X/>\n\n'.repeat(50)}`, {
      '_x.mdx': 'x '.repeat(100_000),
    });
    expect(codes).toEqual(['DG611']);
    expect(html.length).toBeGreaterThan(1_900_000);
    expect(html.length).toBeLessThan(2_100_000);
  });

  test('text from props counts toward the limit', async () => {
    const { html, codes } = await include(
      `import X from './_x.mdx'\n\n${`<X a="${'x'.repeat(10_000)}" />\n\n`.repeat(20)}`,
      {
        '_x.mdx': '{props.a} '.repeat(50),
      },
    );
    expect(codes).toEqual(['DG611']);
    expect(html.length).toBeGreaterThan(1_400_000);
    expect(html.length).toBeLessThan(2_100_000);
  });

  test('snippets on one line of code, and after long indentation', async () => {
    const code = (line: string) => `\`\`\`\n${line}\n\`\`\`\n`;
    const files = {
      partials: { 'x.py': '\n'.repeat(100_000) },
      imports: { 'a.md': { 'mdbook x.py': 'x.py', 'mkdocs x.py': 'x.py' } },
    };
    for (const line of ['{{#include a}}', '{{#include x.py}}', '-8<- "x.py"']) {
      const { html, status } = await render(code(line.repeat(10_000)), 'a.md', files);
      expect(status).toBe('rendered');
      expect(html.length).toBeLessThan(10_000_000);
    }
    const { html } = await render(code(`${' '.repeat(10_000)}{{#include x.py}}`), 'a.md', files);
    expect(html.length).toBeLessThan(2_100_000);
  });

  test('a cycle of includes stops where it closes, in any spelling', async () => {
    const { html, codes } = await include("import X from './_x.mdx'\n\n<X/>\n", {
      '_x.mdx': "x\n\nimport Y from './_y.mdx'\n\n<Y/>\n",
      '_y.mdx': "y <Z/>\n\nimport Z from './_x.mdx'\n",
    });
    expect(codes).toEqual(['DG611']);
    expect(html.replace(/<[^>]+>|\s/g, '')).toBe('xy');
  });
});
