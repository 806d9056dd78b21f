// 7xx: rendered pages.
import { define, inCode } from './define.js';

export const schemeRemoved = define<{ url: string }>({
  code: 'DG702',
  severity: 'warning',
  title: 'A link or image has a scheme that is not allowed',
  effect: 'The text is shown without the link.',
  message: (d) => `address ${inCode(d.url)} is not allowed; removed`,
  hint: () => 'allowed: http, https, mailto, tel and relative addresses',
});
export const unknownComponent = define<{ name: string }>({
  code: 'DG704',
  severity: 'warning',
  title: 'A page uses a component that is not registered',
  effect:
    'Its content is shown without the component; one without content is named in a muted line, or goes with the section that has nothing else.',
  message: (d) => `unknown component ${inCode(`<${d.name}>`)}`,
  hint: () => 'register it in the module of `components` in the config',
});
export const componentThrew = define<{ name: string; reason: string; at: string | undefined }>({
  code: 'DG710',
  severity: 'warning',
  title: 'A component of the maintainer throws an error',
  effect: 'Its content is shown without the component.',
  message: (d) => `component ${inCode(`<${d.name}>`)} throws: ${d.reason}`,
  hint: ({ at }) =>
    `correct it in ${at === undefined ? 'the module of `components`' : inCode(at)}: it is called with the literal props that the page writes, and others are missing`,
});
export const invisibleInCode = define<{ codePoint: number }>({
  code: 'DG705',
  severity: 'warning',
  title: 'Code contains invisible characters that change the direction of text',
  effect: 'They are made visible.',
  message: (d) => `code contains the invisible character U+${d.codePoint.toString(16).toUpperCase()}`,
  hint: () => 'the code may not run as it reads; remove the character',
});
export const activeSvg = define<{ url: string; dropped: readonly string[]; fault: string | undefined }>({
  code: 'DG706',
  severity: 'warning',
  title: 'An SVG image has parts that are not published, or cannot be read',
  effect: 'The image is published without them. If it cannot be read, its alternative text is shown.',
  message: (d) =>
    d.fault === undefined
      ? `${inCode(d.url)} is published without ${d.dropped.join(', ')}`
      : `${inCode(d.url)} ${d.fault}; it is not copied`,
  hint: (d) =>
    d.fault === undefined
      ? 'scripts, animations, HTML and other files are left out; export the image as plain SVG'
      : 'export it as plain SVG',
});
export const diagramNotDrawn = define<{ reason: string }>({
  code: 'DG707',
  severity: 'warning',
  title: 'A Mermaid diagram cannot be drawn',
  effect: 'Its source is shown as code.',
  message: (d) => `diagram not drawn: ${d.reason}`,
  hint: () => 'flowcharts, state, sequence, class, ER and pie diagrams, mind maps and XY charts can be drawn',
});
export const formulaUnread = define<{ formula: string }>({
  code: 'DG709',
  severity: 'warning',
  title: 'A formula cannot be read',
  effect: 'Its source is shown.',
  message: (d) => `formula ${inCode(d.formula)} cannot be read as TeX`,
  hint: () => 'KaTeX names the commands that are supported; write `\\$` for a dollar that begins no formula',
});
export const foreignSyntax = define<{ syntax: string; generator: string; isContainer: boolean }>({
  code: 'DG711',
  severity: 'warning',
  title: 'A page has syntax of another generator that docgen does not read',
  effect: 'It is shown as text. Of a container, only the content is shown.',
  message: (d) =>
    `${inCode(d.syntax)} is syntax of ${d.generator}; ${d.isContainer ? 'only its content is shown' : 'it is shown as text'}`,
  hint: () => 'write it in Markdown, or put it in code if it is meant as text',
});
export const nothingShown = define<{ what: string; instead: string }>({
  code: 'DG712',
  severity: 'warning',
  title: 'A code block or a list of headings shows nothing',
  effect: 'Readers see an empty box, or nothing.',
  message: (d) => `${d.what} shows nothing`,
  hint: (d) => d.instead,
});
