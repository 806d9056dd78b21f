// 7xx: rendered pages.
import { define, inCode } from './define.js';

export const schemeRemoved = define<{ url: string }>({
  code: 'DG702',
  severity: 'warning',
  title: 'A link or image has a scheme that is not allowed',
  effect: 'The text stays, without the link.',
  message: (d) => `address ${inCode(d.url)} is not allowed; removed`,
  hint: () => 'allowed: http, https, mailto, tel and relative addresses',
});
export const unknownComponent = define<{ name: string }>({
  code: 'DG704',
  severity: 'warning',
  title: 'A page uses a component that is not registered',
  effect: 'Its content stays, without a frame.',
  message: (d) => `unknown component ${inCode(`<${d.name}>`)}`,
  hint: () => 'register it in the file that `components` of the config names',
});
export const invisibleInCode = define<{ codePoint: number }>({
  code: 'DG705',
  severity: 'warning',
  title: 'Code holds characters that turn the direction of text',
  effect: 'They are shown as marks.',
  message: (d) => `code holds the invisible character U+${d.codePoint.toString(16).toUpperCase()}`,
  hint: () => 'it makes code read otherwise than it runs; remove it',
});
export const activeSvg = define<{ url: string }>({
  code: 'DG706',
  severity: 'warning',
  title: 'An SVG image holds scripts or loads other files',
  effect: 'It is not copied; its alternative text shows.',
  message: (d) => `${inCode(d.url)} holds scripts or loads other files; it is not copied`,
  hint: () => 'export it as plain SVG: shapes and text, no scripts, no animation, no outside references',
});
export const diagramNotDrawn = define<{ reason: string }>({
  code: 'DG707',
  severity: 'warning',
  title: 'A Mermaid diagram cannot be drawn',
  effect: 'Its source shows as code.',
  message: (d) => `diagram not drawn: ${d.reason}`,
  hint: () => 'flowcharts, sequence, class, state, ER and XY charts can be drawn',
});
