// 6xx: links, images and includes.
import { define, inCode } from './define.js';
import { didYouMean } from './diagnostic.js';

/** `unsynced`: the section into which the address leads, if `docgen sync` has not exported it. */
interface NotFound {
  readonly url: string;
  readonly near: string | undefined;
  readonly unsynced?: string | undefined;
}

const notFoundHint = ({ near, unsynced }: NotFound) =>
  unsynced === undefined
    ? near && `did you mean ${inCode(near)}?`
    : `the section ${inCode(unsynced)} is not synced: run ${inCode(`docgen sync ${unsynced}`)}`;

export const linkBroken = define<NotFound & { readonly isInRepository?: boolean }>({
  code: 'DG601',
  severity: 'warning',
  title: 'A link matches no page and no file',
  effect:
    "The text is shown without the link. Of a gathered page it leads to the same place on the project's own site, where `linkBase` names that.",
  message: (d) => `link to ${inCode(d.url)} matches no page`,
  hint: (d) =>
    d.isInRepository
      ? 'its repository has this file but no address on the web: add the file to `paths` of the source'
      : notFoundHint(d),
});
export const anchorBroken = define<{ anchor: string; page: string; ids: readonly string[] }>({
  code: 'DG602',
  severity: 'warning',
  title: 'The anchor of a link is not in the page',
  effect: 'The link keeps the anchor, as its author wrote it; a browser shows the top of the page.',
  message: (d) => `anchor ${inCode(`#${d.anchor}`)} not found in ${inCode(d.page)}`,
  hint: (d) =>
    didYouMean(d.anchor, d.ids) ??
    (d.ids.length ? `anchors there: ${d.ids.slice(0, 8).join(', ')}` : 'that page has no anchors'),
});
export const imageBroken = define<NotFound>({
  code: 'DG603',
  severity: 'warning',
  title: 'An image is not found',
  effect: 'Its alternative text is shown.',
  message: (d) => `image ${inCode(d.url)} not found`,
  hint: notFoundHint,
});
export const activeContent = define<{ url: string }>({
  code: 'DG604',
  severity: 'warning',
  title: 'A linked file has a type that is not published',
  effect: 'It is not copied; the text is shown without the link.',
  message: (d) => `${inCode(d.url)} has a file type that is not published, or its content is markup; it is not copied`,
  hint: () =>
    'published types: images, audio, video, fonts, documents, archives and text; link to other files in their repository',
});
export const linkOutside = define<{ url: string }>({
  code: 'DG605',
  severity: 'warning',
  title: 'A link or image is outside the content root',
  effect: 'The text is shown without the link.',
  message: (d) => `${inCode(d.url)} is outside the content root`,
  hint: () => 'link to its web address, or add its folder to `content` of the config',
});
export const linkHidden = define<{ url: string }>({
  code: 'DG606',
  severity: 'warning',
  title: 'A link leads to an excluded file',
  effect: 'The text is shown without the link.',
  message: (d) => `${inCode(d.url)} is an excluded, hidden or draft file`,
  hint: () => 'files whose names begin with `_` or `.`, tests and drafts have no pages',
});
export const includeMissing = define<{ path: string; isCode: boolean }>({
  code: 'DG609',
  severity: 'warning',
  title: 'An included file is not found',
  effect: 'Nothing is included.',
  message: (d) => `included file ${inCode(d.path)} not found`,
  hint: (d) =>
    d.isCode
      ? "the page's repository has no such file, of a gathered page at its commit; if it has, run `docgen sync`; with `--with`, no files outside the folder are read"
      : 'put it beside the page, with a name that begins with `_`',
});
export const includeLeftOut = define<{ path: string; reason: string }>({
  code: 'DG611',
  severity: 'warning',
  title:
    'An included file is left out: it includes itself, is too large or not text, has no such part, or the page includes too much',
  effect: 'Nothing is included; code of a repository is linked.',
  message: (d) => `included file ${inCode(d.path)} is left out: ${d.reason}`,
  hint: (d) => (d.reason === 'it includes itself' ? 'include what both need from a third file' : undefined),
});
