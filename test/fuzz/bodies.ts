// Bodies of pages: Markdown, HTML, MDX and dialects, with untrusted texts and URLs in every position.
import fc from 'fast-check';
import { dataOf } from '../support/data.js';
import { hostileAddress } from './addresses.js';
import type { Content } from './case.js';
import { hostileText, wellFormed } from './strings.js';

type Lists =
  | 'expression'
  | 'componentPiece'
  | 'diagramPiece'
  | 'tags'
  | 'attributeNames'
  | 'components'
  | 'kinds'
  | 'languages';
const data = dataOf<Record<Lists, string[]>>('fuzz/bodies');

const wordy = hostileText.map((text) => text.replaceAll('\n', ' '));
const quoted = wordy.map((text) => `"${text.replaceAll('"', '&quot;')}"`);
const attribute = fc
  .tuple(fc.constantFrom(...data.attributeNames), fc.oneof(quoted, wordy))
  .map(([name, value]) => ` ${name}=${value}`);
const attributes = fc.array(attribute, { maxLength: 3 }).map((list) => list.join(''));

const htmlPiece = fc
  .tuple(fc.constantFrom(...data.tags), attributes, hostileText, fc.boolean())
  .map(([tag, list, text, closes]) => `<${tag}${list}>${text}${closes ? `</${tag}>` : ''}`);
const expression = fc.oneof(
  quoted,
  fc.constantFrom(...data.expression),
  hostileText.map((text) => JSON.stringify(text)),
);
const componentPiece = fc
  .tuple(
    fc.constantFrom(...data.components),
    fc.array(fc.tuple(fc.constantFrom(...data.componentPiece), expression), { maxLength: 3 }),
    hostileText,
    fc.constantFrom('closed', 'open', 'self'),
  )
  .map(([name, props, text, how]) => {
    const open = `<${name}${props.map(([key, value]) => ` ${key}=${value}`).join('')}`;
    return how === 'self' ? `${open} />` : `${open}>\n\n${text}\n\n${how === 'closed' ? `</${name}>` : ''}`;
  });
const tabsPiece = fc
  .tuple(fc.array(fc.tuple(expression, expression, hostileText), { minLength: 1, maxLength: 3 }))
  .map(
    ([items]) =>
      `<Tabs>\n${items.map(([value, label, text]) => `<TabItem value=${value} label=${label}>\n\n${text}\n\n</TabItem>`).join('\n')}\n</Tabs>`,
  );

const containerPiece = fc
  .tuple(
    fc.constantFrom(':::', '::::', ':::\u00a0', '::: '),
    fc.constantFrom(...data.kinds),
    fc.oneof(
      wordy,
      wordy.map((text) => `[${text}]`),
    ),
    hostileText,
    fc.boolean(),
  )
  .map(([mark, kind, title, text, closes]) => `${mark}${kind} ${title}\n\n${text}\n\n${closes ? mark.trim() : ''}`);
const codePiece = fc
  .tuple(
    fc.constantFrom('```', '~~~', '````'),
    fc.oneof(fc.constantFrom(...data.languages, 'x'.repeat(300)), wordy),
    fc.oneof(
      wordy,
      wordy.map((text) => `title="${text}"`),
      fc.constantFrom('{1,3-5}', '{1-999999999}', '{-1}', '{1e9}', 'showLineNumbers', 'showLineNumbers=99999999999'),
    ),
    hostileText,
  )
  .map(
    ([fence, language, info, text]) =>
      `${fence}${language} ${info}\n${text}\n// highlight-next-line\nconst a = <T,>(x) => <b>{x}</b>;\n${fence}`,
  );
const diagramPiece = fc
  .tuple(fc.constantFrom(...data.diagramPiece), wordy)
  .map(([source, text]) => `\`\`\`mermaid\n${source.replaceAll('§', text)}\n\`\`\``);
const includePiece = hostileAddress().chain((address) =>
  fc.constantFrom(
    `<<${address}>>`,
    `{% include "${address}" %}`,
    `import P from '${address}';\n\n<P />`,
    `import P from './_part.md';\n\n<P a="</p><script>" href={"${address}"} {...x} />\n\n<P a={\`-->\n\n# x\`}>{props.a}</P>`,
    `import P, { toc } from '${address}'; import R from '!!raw-loader!${address}'\n\n<CodeBlock title={R}>{R}</CodeBlock>{R}`,
    `import i from '${address}';\n\n<img src={i} alt={props.a} /> <Thumb image={i} to={i} /> {\`x \${props.a}\`}`,
    `{% includecode content_path="${address}" %}`,
    `--8<-- "${address}"`,
    `\`\`\`\n{{#include ${address}:2}}\n  -8<- '${address}'\n\`\`\`\n\n--8<-- "docs/_part.md:1:"\n\n> {{#rustdoc_include _loop.md}} x`,
    `--8<-- "_loop.md:1:2,-3:"`,
    `<<_part.md>>`,
    `{% include "_loop.md" %}`,
  ),
);
const linkPiece = (files: readonly string[]) =>
  fc.tuple(hostileAddress(files), wordy, wordy).chain(
    ([address, text, title]) =>
    fc.constantFrom(
      `[${text}](${address})`, `![${text}](${address})`, `[${text}](<${address}> "${title}")`, `![x](${address} "${title}")`, `<${address}>`, `[x][r]\n\n[r]: ${address} '${title}'`,
      `<a href="${address}">x</a>`, `<img src="${address}" alt="${title}">`, `<video src="${address}" poster="${address}"></video>`, `[![${text}](${address})](${address})`, `<a href='${address}' target=_blank>`,
    ), // biome-ignore format: a list of spellings
  );

const syntax = fc.constantFrom(
  '# T', '## x {#docgen-main}', '## x {#a" onclick="x}', '{: .class #id onclick=x}', '# \0', '> [!NOTE]\n> x', '> [!<b>]', '- [ ] x\n- [x] y', '| a | b |\n|---|---|\n| c |', '[^1]\n\n[^1]: x [^1]',
  '***', '_*`', '&#0;&#xD800;&#x110000;', '&amp;&lt;&notin;&', '\\<b>', '<!-- x', '<!---->', '<![CDATA[x]]>', '<?php x ?>', '<!DOCTYPE x>', ':smile: :__proto__: :constructor:', '[[toc]]', '[TOC]',
  '{% setvar x y %}', '{{ x }}', '{# x #}', 'Note: x', 'export const a = 1', 'import a from "b"', '{/* x */}', '{x}', '$$x$$', '{props.a} <b title={props.a}>{props.a}</b> `{props.a}`', '$\\def\\a#1{#1#1}\\a{\\href{javascript:x}{y}}$', '```math\n\\text{</mtext><script>}\n```', '$<b>^x$', '{% raw %}{{ x }}{% endraw %}', '[x]({{ site.baseurl }}/x)', '<td>**a** [x](javascript:x)</td>', ':::tip[a [b](javascript:x) c]', '<ins style={{a: 1}} /> <img src={require("./a.png").default} />', '## a_1\n\n## a\n\n## a', '<devsite-x>y</devsite-x>', '<!--startmeta\ncustom_edit_url: "javascript:x"\nendmeta-->', '  \n\t\n', '====', '1. a\n   1. b', '```', '    code',
  '<b><i><p></b></i></p>', '<table><a><tr><td></a></table>', `${'> '.repeat(60)}x`, `${'*a '.repeat(80)}`, `${'['.repeat(80)}x`, `${'<b>'.repeat(80)}x`, '[a]: b\n[a]',
); // biome-ignore format: a list of pieces

/** Generates a body. `files` are paths that it can reference. */
export function hostileBody(files: readonly string[]): fc.Arbitrary<string> {
  const block = fc.oneof(codePiece, linkPiece(files), containerPiece, htmlPiece, tabsPiece);
  // Text elements around content that is not text.
  const wrapped = fc
    .tuple(
      fc.constantFrom('h2', 'summary', 'td', 'a', 'li', 'figcaption', 'details', 'b', 'TabItem', 'Card', 'Details'),
      block,
    )
    .map(([name, inner]) => `<${name}>\n\n${inner}\n\n</${name}>`);
  const piece = fc.oneof(
    { weight: 2, arbitrary: wrapped },
    { weight: 4, arbitrary: linkPiece(files) },
    { weight: 3, arbitrary: htmlPiece },
    { weight: 2, arbitrary: componentPiece },
    { weight: 2, arbitrary: tabsPiece },
    { weight: 2, arbitrary: containerPiece },
    { weight: 3, arbitrary: codePiece },
    { weight: 1, arbitrary: diagramPiece },
    { weight: 1, arbitrary: includePiece },
    { weight: 4, arbitrary: syntax },
    { weight: 2, arbitrary: hostileText },
  );
  return fc
    .array(fc.tuple(piece, fc.constantFrom('\n\n', '\n', ' ', '\n> ', '\n- ')), { maxLength: 6 })
    .map((list) => wellFormed(list.map(([text, end]) => text + end).join('')));
}

const units = [
  '&amp;', '&#0;', '&#0;a', 'word &lt;b&gt; ', '&#x26;x', '&', '&a', '<h2 id="x">y</h2>\n', '# x\n', '[', '![', '](', '*a_', '`', '``a', '<b>', '<a href="x">', '> ', '- ', ' - a\n', '| a ', '|', '[^1]', '[a](b', '\\', '~~', '<!--', '<?', 'a@b.', 'https://a.b ', '\n\n', '\t', ':::note\n', '::: ', '<Tabs>', '{', '{%', '{{', '$', 'é', '\u{1f600}', ':smile:', '[a]: b\n', '[x](http%3A//%5B)\n\n', '```\n', '<!-- a -->', '</b>', 'x\n', '<details>', '|a|b|\n|-|-|\n', '"', '<<_part.md>>\n', 'import a from "b";\n',
]; // biome-ignore format: a list of units

/** Generates many repetitions of one construct, which cost parsers more than length. At most 400 KB, so that a case stays short. */
export const largeBody: fc.Arbitrary<Content> = fc
  .tuple(
    fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 2 }),
    fc.constantFrom(2_000, 10_000, 30_000, 60_000),
    fc.constantFrom('', '\n\nend\n', '</b>'),
  )
  .map(([units, count, end]) => {
    const unit = units.join('');
    return { unit, times: Math.min(count, Math.floor(400_000 / unit.length)), end };
  });
