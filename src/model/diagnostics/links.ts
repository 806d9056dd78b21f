// 6xx: links, images and includes.
import { define, inCode } from './define.js';
import { didYouMean } from './diagnostic.js';

export const linkBroken = define<{ url: string; near: string | undefined }>({
  code: 'DG601',
  severity: 'warning',
  title: 'A link matches no page and no file',
  effect: 'The text stays, without the link.',
  message: (d) => `link to ${inCode(d.url)} matches no page`,
  hint: (d) => d.near && `did you mean ${inCode(d.near)}?`,
});
export const anchorBroken = define<{ anchor: string; page: string; ids: readonly string[] }>({
  code: 'DG602',
  severity: 'warning',
  title: 'A link names an anchor that the page does not have',
  effect: 'The link leads to the page.',
  message: (d) => `anchor ${inCode(`#${d.anchor}`)} not found in ${inCode(d.page)}`,
  hint: (d) =>
    didYouMean(d.anchor, d.ids) ??
    (d.ids.length ? `anchors there: ${d.ids.slice(0, 8).join(', ')}` : 'that page has no anchors'),
});
export const imageBroken = define<{ url: string; near: string | undefined }>({
  code: 'DG603',
  severity: 'warning',
  title: 'An image does not exist',
  effect: 'Its alternative text shows.',
  message: (d) => `image ${inCode(d.url)} not found`,
  hint: (d) => d.near && `did you mean ${inCode(d.near)}?`,
});
export const activeContent = define<{ url: string }>({
  code: 'DG604',
  severity: 'warning',
  title: 'A linked file is of a kind that is not published',
  effect: 'It is not copied; the text stays, without the link.',
  message: (d) => `${inCode(d.url)} is not of a kind that is published, or its content is markup; it is not copied`,
  hint: () =>
    'published are images, audio, video, fonts, documents, archives and text; link to any other in its repository',
});
export const linkOutside = define<{ url: string }>({
  code: 'DG605',
  severity: 'warning',
  title: 'A link or image leaves the content root',
  effect: 'The text stays, without the link.',
  message: (d) => `${inCode(d.url)} leads out of the content root`,
  hint: () => 'link to its web address, or mount its folder as well',
});
export const linkHidden = define<{ url: string }>({
  code: 'DG606',
  severity: 'warning',
  title: 'A link leads to an excluded file',
  effect: 'The text stays, without the link.',
  message: (d) => `${inCode(d.url)} is an excluded, hidden or draft file`,
  hint: () => 'names that begin with `_` or `.`, tests and drafts are no pages',
});
export const includeMissing = define<{ path: string }>({
  code: 'DG609',
  severity: 'warning',
  title: 'A page includes a file that is not there',
  effect: 'Nothing stands in its place.',
  message: (d) => `included file ${inCode(d.path)} not found`,
  hint: () => 'put it beside the page, with a name that begins with `_`',
});
