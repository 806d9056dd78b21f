// 7xx: rendered pages.
import { define, inCode } from './define.js';

export const schemeRemoved = define<{ url: string }>('DG702', {
  message: (d) => `address ${inCode(d.url)} is not allowed; removed`,
  hint: () => 'allowed: http, https, mailto, tel and relative addresses',
});
export const unknownComponent = define<{ name: string }>('DG704', {
  message: (d) => `unknown component ${inCode(`<${d.name}>`)}`,
  hint: () => 'register it in the module of `components` in the config',
});
export const componentThrew = define<{ name: string; reason: string; at: string | undefined }>('DG710', {
  message: (d) => `component ${inCode(`<${d.name}>`)} throws: ${d.reason}`,
  hint: ({ at }) =>
    `correct it in ${at === undefined ? 'the module of `components`' : inCode(at)}: it is called with the literal props that the page writes, and others are missing`,
});
export const invisibleInCode = define<{ codePoint: number }>('DG705', {
  message: (d) => `code contains the invisible character U+${d.codePoint.toString(16).toUpperCase()}`,
  hint: () => 'the code may not run as it reads; remove the character',
});
export const activeSvg = define<{ url: string; dropped: readonly string[]; fault: string | undefined }>('DG706', {
  message: (d) =>
    d.fault === undefined
      ? `${inCode(d.url)} is published without ${d.dropped.join(', ')}`
      : `${inCode(d.url)} ${d.fault}; it is not copied`,
  hint: (d) =>
    d.fault === undefined
      ? 'scripts, animations, HTML and other files are left out; export the image as plain SVG'
      : 'export it as plain SVG',
});
export const diagramNotDrawn = define<{ reason: string }>('DG707', {
  message: (d) => `diagram not drawn: ${d.reason}`,
  hint: () => 'flowcharts, state, sequence, class, ER and pie diagrams, mind maps and XY charts can be drawn',
});
export const formulaUnread = define<{ formula: string }>('DG709', {
  message: (d) => `formula ${inCode(d.formula)} cannot be read as TeX`,
  hint: () => 'KaTeX names the commands that are supported; write `\\$` for a dollar that begins no formula',
});
export const foreignSyntax = define<{ syntax: string; generator: string; isContainer: boolean }>('DG711', {
  message: (d) =>
    `${inCode(d.syntax)} is syntax of ${d.generator}; ${d.isContainer ? 'only its content is shown' : 'it is shown as text'}`,
  hint: () => 'write it in Markdown, or put it in code if it is meant as text',
});
export const nothingShown = define<{ what: string; instead: string }>('DG712', {
  message: (d) => `${d.what} shows nothing`,
  hint: (d) => d.instead,
});
